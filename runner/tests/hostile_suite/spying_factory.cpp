#include "hostile_suite/spying_factory.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/text.hpp"
#include "hostile_suite/host_view.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::hostile {
namespace {

constexpr std::int64_t k_most_init_growth = std::int64_t{512} * 1024;

bool is_file(int descriptor) {
  struct stat info {};
  return ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

// What is in one text and not, or not as often, in the other: worlds are long and differ in little.
std::string only_in(const std::string& text, const std::string& other) {
  std::vector<std::string_view> others = split_lines(other);
  std::string only;
  for (const std::string_view line : split_lines(text)) {
    const auto found = std::find(others.begin(), others.end(), line);
    if (found == others.end()) {
      only += "  " + std::string(line) + "\n";
    } else {
      others.erase(found);
    }
  }
  return only;
}

// Where lines that both have stand in another order.
std::string first_moved(const std::string& text, const std::string& other) {
  const auto a = split_lines(text);
  const auto b = split_lines(other);
  const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::string moved(parted.first == a.end() ? "the end" : *parted.first);
  moved += "\n  and now: ";
  return moved.append(parted.second == b.end() ? "the end" : *parted.second).append("\n");
}

box::RunRequest witness_request() {
  box::RunRequest request;
  request.argv = {"/program/witness"};
  request.cpu_limit = std::chrono::seconds(5);
  request.wall_limit = std::chrono::seconds(20);
  request.memory_limit = mib(64);
  request.output_limit = mib(8);
  return request;
}

Result<std::string> ask_witness(box::Box& box) {
  ARBITER_TRY(in, sealed_memory_file("input", ""));
  ARBITER_TRY(out, memory_file("output"));
  ARBITER_TRY(err, memory_file("error"));
  ARBITER_TRY(report, box.run(witness_request(), {in.get(), out.get(), err.get()}));
  ARBITER_TRY(mapped, MappedFile::of_descriptor(out.get()));
  std::string text(mapped.bytes());
  if (!report.exited || report.exit_status != 0 ||
      text.find("end of the world") == std::string::npos) {
    return judge_error("the witness died, signal " + std::to_string(report.signal) + ", status " +
                       std::to_string(report.exit_status) + ", having seen:\n" + text);
  }
  return text;
}

}  // namespace

class SpyingFactory::SpiedBox : public box::Box {
 public:
  SpiedBox(SpyingFactory& spy, std::unique_ptr<box::Box> real, box::Policy policy)
      : spy_(spy), real_(std::move(real)), policy_(policy) {
    if (policy == box::Policy::toolchain) return;
    spy_.inside_.insert(this);
    spy_.look(*real_, before_);
  }
  ~SpiedBox() override { spy_.inside_.erase(this); }

  Result<box::RunReport> run(const box::RunRequest& request,
                             const box::RunDescriptors& descriptors) override {
    auto report = real_->run(request, descriptors);
    EXPECT_TRUE(report) << "the box failed: " << report.error().text();
    spy_.search(descriptors.output, "standard output");
    spy_.search(descriptors.error, "standard error");
    if (!report) return report;
    {
      const std::lock_guard lock(spy_.mutex_);
      spy_.runs_[policy_] = judge::to_record(*report);
    }
    for (const UniqueFd& file : report->collected) {
      if (file) spy_.search(file.get(), "a file it left");
    }
    return report;
  }

  void expect_virgin() {
    ASSERT_TRUE(before_);
    std::optional<SeenBox> after;
    spy_.look(*real_, after);
    ASSERT_TRUE(after);
    EXPECT_TRUE(after->world == before_->world)
        << "the next run does not see what the first saw; only before:\n"
        << only_in(before_->world, after->world) << "only after:\n"
        << only_in(after->world, before_->world)
        << "first different: " << first_moved(before_->world, after->world);
    EXPECT_LE(after->init.count, before_->init.count + k_most_init_growth);
  }

 private:
  SpyingFactory& spy_;
  std::unique_ptr<box::Box> real_;
  box::Policy policy_;
  std::optional<SeenBox> before_;
};

SpyingFactory::SpyingFactory(box::BoxFactory& real, std::string secret, std::string folder)
    : real_(real), secret_(std::move(secret)), folder_(std::move(folder)) {}

Result<std::unique_ptr<box::Box>> SpyingFactory::make(const box::BoxConfig& config) {
  box::BoxConfig with_witness = config;
  for (box::FileToPlace& file : with_witness.program_files) {
    if (file.path == "witness") file.executable = true;
  }
  ARBITER_TRY(real, real_.make(with_witness));
  ++made_;
  return std::unique_ptr<box::Box>(
      std::make_unique<SpiedBox>(*this, std::move(real), config.policy));
}

void SpyingFactory::look(box::Box& real, std::optional<SeenBox>& into) {
  const std::lock_guard lock(quiet_);
  auto world = ask_witness(real);
  ASSERT_TRUE(world) << world.error().text();
  into.emplace();
  into->world = *world;
  for (const Below& one : processes_below()) {
    EXPECT_LE(one.depth, k_init_depth) << "process " << one.pid << " is left";
    if (one.depth == k_init_depth) into->init = std::max(into->init, one.resident);
  }
  for (const std::string& hidden : {secret_, folder_}) {
    EXPECT_EQ(into->world.find(hidden), std::string::npos) << "the witness sees " << hidden;
  }
}

void SpyingFactory::expect_virgin_boxes() {
  EXPECT_FALSE(inside_.empty()) << "there is no box to look into";
  for (SpiedBox* box : inside_)
    box->expect_virgin();
}

void SpyingFactory::search(int descriptor, const char* what) const {
  if (!is_file(descriptor)) return;
  const auto mapped = MappedFile::of_descriptor(descriptor);
  ASSERT_TRUE(mapped) << mapped.error().text();
  const std::size_t at = mapped->bytes().find(secret_);
  if (at == std::string_view::npos) return;
  const std::size_t from = at - std::min<std::size_t>(at, 200);
  ADD_FAILURE() << "the secret is in " << what << ": " << mapped->bytes().substr(from, 400);
}

}  // namespace arbiter::hostile
