#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "arbiter/generator.hpp"

namespace arbiter {
namespace {

struct Ended {
  int status = 0;
  std::string out;
  std::string err;
};

Ended run(
    std::vector<std::string> words,
    const std::function<void(Generator&, Options&)>& make = [](Generator& gen, Options& options) {
      const std::int64_t n = options.integer("n", 1, 50);
      gen.out() << gen.size(1, n) << '\n';
      gen.out() << permutation(gen, 5) << '\n';
    }) {
  words.insert(words.begin(), "generator");
  std::vector<char*> argv;
  argv.reserve(words.size());
  for (std::string& each : words)
    argv.push_back(each.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ended ended;
  ended.status = generate(static_cast<int>(argv.size()), argv.data(), make);
  ended.out = testing::internal::GetCapturedStdout();
  ended.err = testing::internal::GetCapturedStderr();
  return ended;
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Generate, PrintsTheTestOfItsSeed) {
  const Ended one = run({"9", "1"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.err, "");
  EXPECT_EQ(one.out.substr(0, 2), "9\n");
  EXPECT_EQ(run({"--n=9", "--seed=1"}).out, one.out);
  EXPECT_NE(run({"9", "2"}).out, one.out);
  EXPECT_EQ(run({"9"}).out, run({"9"}).out);
}

TEST(Generate, PrintsNothingWhenSomethingIsWrong) {
  const Ended ended = run({"51"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err.substr(0, ended.err.find("  --seed")),
            "options:\n  --n  integer, 1 to 50; must be given\n");
  EXPECT_TRUE(ended.err.ends_with("\n--n: 51 is not within 1 to 50\n")) << ended.err;
  const Ended thrown = run({"--x"}, [](Generator& gen, Options&) {
    gen.out() << "text";
    throw std::runtime_error("no such graph");
  });
  EXPECT_EQ(thrown.status, 1);
  EXPECT_EQ(thrown.out, "");
  EXPECT_EQ(thrown.err, "no such graph\n");
}

TEST(Generate, LooksAtItsOptionsEvenIfNothingIsDrawn) {
  const Ended ended = run({"--x"}, [](Generator& gen, Options&) { gen.out() << "text"; });
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
}

TEST(Generate, PrintsItsOptions) {
  const Ended ended = run({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.substr(0, ended.out.find("  --seed")),
            "options:\n  --n  integer, 1 to 50; must be given\n");
}

TEST(Generate, WritesItsChoicesAndPlaysThemBack) {
  const std::string path = testing::TempDir() + "/choices";
  const Ended made = run({"9", "1", "--choices-out", path});
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(made.out, run({"9", "1"}).out);
  const std::string written = contents(path);
  EXPECT_EQ(written.substr(0, 46), "arbiter choices 1\nchoice 9 1 9\nbegin shuffle\nc");
  EXPECT_EQ(run({"9", "--choices-in", path}).out, made.out);
  // Edited: n is 3 now; what is chosen is written down tidied.
  const std::string edited = testing::TempDir() + "/edited";
  std::ofstream(edited) << "arbiter choices 1\nchoice 3\nchoice 400\n";
  const Ended played = run({"9", "--choices-in", edited, "--choices-out", path});
  EXPECT_EQ(played.out, "3\n4 1 2 3 0\n");
  EXPECT_EQ(contents(path),
            "arbiter choices 1\nchoice 3 1 9\nbegin shuffle\nchoice 4 0 4\nchoice 0 0 3\n"
            "choice 0 0 2\nchoice 0 0 1\nend\n");
}

TEST(Generate, SaysWhatIsWrongWithAFileOfChoices) {
  const std::string path = testing::TempDir() + "/garbage";
  std::ofstream(path) << "arbiter choices 1\nchoice 3\nchoose\n";
  const Ended garbage = run({"9", "--choices-in", path});
  EXPECT_EQ(garbage.status, 1);
  EXPECT_EQ(garbage.out, "");
  EXPECT_EQ(garbage.err, path +
                             ": line 3: expected 'choice VALUE LEAST MOST', 'begin NAME' or "
                             "'end', not 'choose'\n");
  EXPECT_EQ(run({"9", "--choices-in", path + ".none"}).err, path + ".none: cannot be read\n");
  EXPECT_EQ(run({"9", "--choices-out", "/nowhere/x"}).err, "/nowhere/x: cannot be written\n");
}

TEST(Generate, WritesNumbersAndListsPlainly) {
  OutputText out;
  out << -5 << ' ' << std::size_t{7} << ' ' << std::string("a") << 'b' << "c " << Decimal{5, 1};
  out << ' ' << std::vector<std::int64_t>{1, 2} << std::vector<int>{} << '\n';
  EXPECT_EQ(out.text(), "-5 7 abc 0.5 1 2\n");
}

}  // namespace
}  // namespace arbiter
