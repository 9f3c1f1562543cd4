#include "judge/compile/package_tools.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "judge/fake_box.hpp"
#include "judge/test_files.hpp"

namespace arbiter::judge {
namespace {

/// Programs whose compiler is the shell: to compile one is to run it.
class PackageToolsTest : public ::testing::Test {
 protected:
  PackageToolsTest() {
    for (model::Language& row : languages_.rows) {
      if (row.id == "python3") row.check = {"/usr/bin/timeout", "20", "/bin/sh", "{main}"};
    }
    problem_.root = folder_.path();
    paths_.share = folder_ / "share";
    paths_.cache = folder_ / "cache";
  }

  Submission program(const std::string& name, const std::string& text) {
    return load_submission(folder_.write(name, text), languages_, "python3").value();
  }

  TestFolder folder_;
  FakeBoxFactory boxes_;
  model::Problem problem_;
  model::Languages languages_ = shipped_languages();
  store::HostPaths paths_;
};

TEST_F(PackageToolsTest, CompilesDifferentProgramsAtTheSameTime) {
  // Neither end of a pipe with a name opens without the other.
  const std::string meeting = folder_ / "meeting";
  ASSERT_EQ(::mkfifo(meeting.c_str(), 0600), 0);
  const Submission speaker = program("speaker.py", "echo here > " + meeting + "\n");
  const Submission listener = program("listener.py", "read word < " + meeting + "\n");
  Compiler compiler(boxes_, paths_, languages_);
  PackageTools tools({problem_, languages_, compiler, boxes_});
  bool has_spoken = false;
  std::thread other([&] { has_spoken = tools.executable(speaker, "speaker").has_value(); });
  EXPECT_TRUE(tools.executable(listener, "listener"));
  other.join();
  EXPECT_TRUE(has_spoken);
}

TEST_F(PackageToolsTest, CompilesAProgramOnceForAllThreads) {
  const Submission bad = program("bad.py", "echo no >&2; exit 1\n");
  Compiler compiler(boxes_, paths_, languages_);
  PackageTools tools({problem_, languages_, compiler, boxes_});
  std::vector<std::string> errors(4);
  std::vector<std::thread> threads;
  for (std::string& error : errors) {
    threads.emplace_back([&] {
      const auto made = tools.executable(bad, "generator bad.py");
      if (!made) error = made.error().text();
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (const std::string& error : errors)
    EXPECT_EQ(error, "generator bad.py does not compile:\nno\n");
  EXPECT_EQ(boxes_.count("/bin/sh"), 1U);
}

}  // namespace
}  // namespace arbiter::judge
