#include "box/box_fixture.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file.hpp"

namespace arbiter::box {
namespace {

std::string read_from_start(int fd) {
  ::lseek(fd, 0, SEEK_SET);
  auto all = read_descriptor(fd);
  return all ? std::move(all).value() : std::string{};
}

}  // namespace

std::vector<int> processes_below(int pid) {
  std::vector<int> all{pid};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string one = std::to_string(all[i]);
    std::ifstream list("/proc/" + one + "/task/" + one + "/children");
    for (int child = 0; list >> child;) {
      all.push_back(child);
    }
  }
  all.erase(all.begin());
  return all;
}

void BoxTest::SetUp() {
  if (const std::string why = why_not(GetParam()); !why.empty()) GTEST_SKIP() << why;
  // A copy, since the build folder may be closed to nobody.
  folder_ = TempDir::make("box-test").value();
  std::filesystem::permissions(folder_->path(), std::filesystem::perms(0755));
  program_ = (folder_->path() / "arbiter-box").string();
  std::filesystem::copy_file(ARBITER_BOX_PROGRAM, program_);
  std::filesystem::copy_file(ARBITER_BOX_WITH_FAULTS, program_ + "-with-faults");
  std::filesystem::copy_file(ARBITER_BOX_ACTOR, folder_->path() / "actor");
  if (GetParam().as_nobody) {
    nobody_.emplace();
    ASSERT_TRUE(nobody_->ok());
  }
  take_boxes_of(program_);
  EXPECT_EQ(factory_->mode(), GetParam().mode);
}

void BoxTest::take_boxes_of(const std::string& program) {
  auto factory = make_factory(GetParam().mode, program, 0);
  ASSERT_TRUE(factory) << factory.error().text();
  factory_ = std::move(factory).value();
}

void BoxTest::TearDown() {
  factory_.reset();
  nobody_.reset();
  EXPECT_EQ(processes_below(::getpid()), std::vector<int>{});
}

std::unique_ptr<Box> BoxTest::make_box(BoxConfig config) {
  auto actor = open_read(folder_->path() / "actor");
  if (!actor) return nullptr;
  config.program_files.push_back({"actor", actor->get(), true});
  auto box = factory_->make(config);
  EXPECT_TRUE(box) << box.error().text();
  return box ? std::move(box).value() : nullptr;
}

RunRequest BoxTest::act(std::vector<std::string> words) {
  RunRequest request;
  request.argv = {"/program/actor"};
  request.argv.insert(request.argv.end(), words.begin(), words.end());
  request.cpu_limit = std::chrono::seconds(5);
  request.wall_limit = std::chrono::seconds(20);
  request.memory_limit = mib(64);
  request.output_limit = mib(1);
  return request;
}

Result<Ran> BoxTest::run(Box& box, const RunRequest& request, const std::string& input) {
  ARBITER_TRY(in, memory_file("input"));
  ARBITER_CHECK(write_all(in.get(), input));
  ::lseek(in.get(), 0, SEEK_SET);
  ARBITER_TRY(out, memory_file("output"));
  ARBITER_TRY(err, memory_file("error"));
  ARBITER_TRY(report, box.run(request, {in.get(), out.get(), err.get()}));
  Ran ran;
  ran.report = std::move(report);
  ran.output = read_from_start(out.get());
  ran.error = read_from_start(err.get());
  return ran;
}

Ran BoxTest::must_run(Box& box, const RunRequest& request, const std::string& input) {
  auto ran = run(box, request, input);
  EXPECT_TRUE(ran) << ran.error().text();
  return ran ? std::move(ran).value() : Ran{};
}

bool BoxTest::counts_all() const {
  return box::counts_all(GetParam());
}

std::string name_of(const testing::TestParamInfo<Way>& way) {
  return way.param.name;
}

INSTANTIATE_TEST_SUITE_P(Modes, IsolatedBoxTest, testing::ValuesIn(k_isolated_ways), name_of);
INSTANTIATE_TEST_SUITE_P(Modes, BoxTest, testing::ValuesIn(k_isolated_ways), name_of);
INSTANTIATE_TEST_SUITE_P(Unsandboxed, BoxTest,
                         testing::Values(Way{Mode::unsandboxed, false, "none"}), name_of);

}  // namespace arbiter::box
