#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "base/file.hpp"
#include "box/box_fixture.hpp"

namespace arbiter::box {
namespace {

std::string content(const UniqueFd& fd) {
  auto all = read_descriptor(fd.get());
  return all ? std::move(all).value() : "?";
}

TEST_P(BoxTest, PlacesFilesAndFolders) {
  auto box = make_box();
  auto bytes = sealed_memory_file("bytes", "placed");
  ASSERT_TRUE(bytes);
  RunRequest request = act({"print", "some/where/in.txt"});
  request.files.push_back({"some/where/in.txt", bytes->get(), false});
  EXPECT_EQ(must_run(*box, request).output, "placed");
  EXPECT_EQ(must_run(*box, act({"print", "some/where/in.txt"})).report.exit_status, ENOENT);
  request = act({"create", "empty/folder/new"});
  request.folders = {"empty/folder"};
  EXPECT_EQ(must_run(*box, request).report.exit_status, 0);
}

TEST_P(BoxTest, PlacesFilesLargerThanTheMemoryLimit) {
  const auto bytes = memory_file("input");
  ASSERT_TRUE(bytes && write_all(bytes->get(), std::string(std::size_t{48} << 20, 'x')));
  auto box = make_box();
  RunRequest request = act({"hello"});
  request.memory_limit = mib(16);
  request.files = {{"large", bytes->get(), false}};
  for (int i = 0; i < 3; ++i) {
    const Ran ran = must_run(*box, request);
    EXPECT_EQ(ran.output, "hello\n");
    EXPECT_EQ(ran.report.stopped, Stopped::no);
    EXPECT_FALSE(ran.report.is_worn);
    request.files.clear();
    EXPECT_FALSE(must_run(*box, request).report.is_worn);
    request.files = {{"large", bytes->get(), false}};
  }
  // Long enough for its memory to be looked at where that is sampled.
  request.argv = act({"burn"}).argv;
  request.cpu_limit = std::chrono::milliseconds(30);
  EXPECT_EQ(must_run(*box, request).report.stopped, Stopped::cpu_limit);
}

TEST_P(BoxTest, CollectsRegularFilesOnly) {
  auto box = make_box();
  for (const std::string what : {"file", "link", "fifo", "folder", "nothing"}) {
    RunRequest request = act({"leave", what});
    request.collect = {"out", "absent"};
    const Ran ran = must_run(*box, request);
    ASSERT_EQ(ran.report.exit_status, 0) << what;
    ASSERT_EQ(ran.report.collected.size(), 2U) << what;
    EXPECT_EQ(ran.report.collected[0].is_open(), what == "file") << what;
    EXPECT_FALSE(ran.report.collected[1].is_open()) << what;
    if (what == "file") {
      EXPECT_EQ(content(ran.report.collected[0]), "left");
    }
  }
}

TEST_P(BoxTest, GathersWhatLiesInAFolder) {
  auto box = make_box();
  const auto old = sealed_memory_file("old", "old");
  ASSERT_TRUE(old);
  RunRequest request = act({"furnish", "some"});
  request.files = {{"given/old", old->get(), false}, {"given/kept", old->get(), false}};
  request.collect = {"given/run"};
  request.gather = "given";
  const Ran ran = must_run(*box, request);
  ASSERT_EQ(ran.report.exit_status, 0);
  EXPECT_TRUE(ran.report.gathered_all);
  EXPECT_TRUE(ran.report.collected[0].is_open());
  using Kind = GatheredKind;
  const std::vector<std::pair<Kind, std::string>> wanted = {{Kind::folder, "given/a"},
                                                            {Kind::file, "given/a/b"},
                                                            {Kind::file, "given/kept"},
                                                            {Kind::other, "given/link"},
                                                            {Kind::executable, "given/run"}};
  ASSERT_EQ(ran.report.gathered.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Gathered& got = ran.report.gathered[i];
    EXPECT_EQ(got.path, wanted[i].second);
    EXPECT_EQ(got.kind, wanted[i].first) << got.path;
    const bool is_file = got.kind == Kind::file || got.kind == Kind::executable;
    EXPECT_EQ(got.file.is_open(), is_file) << got.path;
    if (is_file) {
      EXPECT_EQ(content(got.file), got.path == "given/kept" ? "old" : "new");
    }
  }
  // The next run is not told of it.
  EXPECT_TRUE(must_run(*box, act({"hello"})).report.gathered.empty());
}

TEST_P(BoxTest, TellsWhenItCannotGatherAll) {
  auto box = make_box();
  const auto old = sealed_memory_file("old", "old");
  ASSERT_TRUE(old);
  for (const std::string how : {"deep", "many", "gone"}) {
    RunRequest request = act({"furnish", how});
    request.files = {{"given/old", old->get(), false}};
    request.gather = "given";
    const Ran ran = must_run(*box, request);
    EXPECT_EQ(ran.report.exit_status, 0) << how;
    EXPECT_FALSE(ran.report.gathered_all) << how;
    EXPECT_LE(ran.report.gathered.size(), 64U) << how;
  }
}

TEST_P(BoxTest, RefusesPathsThatLeaveTheBox) {
  auto box = make_box();
  for (const std::string path : {"../x", "/etc/passwd", "a/../../x", "", "a//b", "1/2/3/4/5/6"}) {
    RunRequest request = act({"hello"});
    request.collect = {path};
    EXPECT_FALSE(run(*box, request)) << path;
    request.collect.clear();
    request.folders = {path};
    EXPECT_FALSE(run(*box, request)) << path;
    request.folders.clear();
    request.gather = path;
    if (path.empty()) continue;
    EXPECT_FALSE(run(*box, request)) << path;
  }
  EXPECT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
}

TEST_P(IsolatedBoxTest, WipesWhateverARunLeaves) {
  auto box = make_box();
  ASSERT_EQ(must_run(*box, act({"look"})).output, "");
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(must_run(*box, act({"mess"})).report.exit_status, 0);
    ASSERT_EQ(must_run(*box, act({"look"})).output, "");
  }
}

TEST_P(BoxTest, PassesLongRequests) {
  auto box = make_box();
  RunRequest request = act({"exit", "7"});
  for (int i = 0; i < 300; ++i) {
    request.argv.push_back(std::string(1000, 'a'));
  }
  EXPECT_EQ(must_run(*box, request).report.exit_status, 7);
}

TEST_P(IsolatedBoxTest, KeepsTheProgramFromChangingItself) {
  auto box = make_box();
  EXPECT_EQ(must_run(*box, act({"create", "/program/new"})).report.exit_status, EROFS);
  EXPECT_EQ(must_run(*box, act({"create", "/new"})).report.exit_status, EROFS);
  EXPECT_EQ(must_run(*box, act({"create", "/usr/new"})).report.exit_status, EROFS);
  EXPECT_EQ(must_run(*box, act({"create", "/dev/new"})).report.exit_status, EROFS);
}

TEST_P(BoxTest, ShowsWhatIsBound) {
  TempDir closed = TempDir::make("closed").value();
  const auto open = closed.path() / "open";
  std::filesystem::create_directory(open);
  ASSERT_TRUE(write_file(open / "file", "bound"));
  BoxConfig config;
  config.binds.push_back({open.string(), "/some/where", false});
  config.binds.push_back({(open / "file").string(), "/etc/single", false});
  config.binds.push_back({(open / "absent").string(), "/absent", true});
  // Where names are only replaced, none is replaced twice.
  if (!is_isolated()) config.binds.push_back({"/no/such/folder", open.string(), false});
  auto box = make_box(config);
  ASSERT_TRUE(box);
  EXPECT_EQ(must_run(*box, act({"print", "/some/where/file"})).output, "bound");
  EXPECT_EQ(must_run(*box, act({"print", "/etc/single"})).output, "bound");
  if (is_isolated()) {
    EXPECT_EQ(must_run(*box, act({"create", "/some/where/new"})).report.exit_status, EROFS);
    EXPECT_EQ(must_run(*box, act({"create", "/absent"})).report.exit_status, EROFS);
  }
}

TEST_P(BoxTest, GivesAProgramTheChannelAndNoOther) {
  auto box = make_box();
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  ASSERT_TRUE(write_all(ours.get(), "there and back"));
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  RunDescriptors descriptors{null.get(), null.get(), null.get()};
  descriptors.channels = {theirs.get()};
  const auto report = box->run(act({"channel"}), descriptors);
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(report->exit_status, 0);
  std::array<char, 100> text{};
  const ssize_t got = ::recv(ours.get(), text.data(), text.size(), MSG_DONTWAIT);
  EXPECT_EQ(std::string(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0),
            "there and back");
  EXPECT_EQ(must_run(*box, act({"channel"})).report.exit_status, 1);
}

TEST_P(IsolatedBoxTest, SaysWhichBindIsMissing) {
  BoxConfig config;
  config.binds.push_back({"/no/such/folder", "/bound", false});
  const auto box = factory_->make(config);
  ASSERT_FALSE(box);
  EXPECT_NE(box.error().text().find("/no/such/folder"), std::string::npos) << box.error().text();
}

}  // namespace
}  // namespace arbiter::box
