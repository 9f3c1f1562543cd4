#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct NamedText {
  std::string file;
  std::string_view text;
};
using Fault = FaultOf<NamedText>;

NamedText in(std::string file, std::string_view text) {
  return {std::move(file), text};
}

class PackageFileFault : public ::testing::TestWithParam<Fault> {};

TEST_P(PackageFileFault, IsReportedWithCodeAndPlace) {
  PackageFolder folder;
  const auto& [file, text] = GetParam().spoiled;
  GetParam().expect(folder.make_good().write(file, text).load().diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    ArbiterYaml, PackageFileFault,
    ::testing::Values(Fault{"unknown_key", in("arbiter.yaml", "cheker: tokens\n"),
                            "error P011 arbiter.yaml:1:1", "did you mean 'checker'?"},
                      Fault{"checker_is_a_map", in("arbiter.yaml", "checker: {name: tokens}\n"),
                            "error P013 arbiter.yaml:1:10", "'checker' must be text, but is a map"},
                      Fault{"checker_is_blank", in("arbiter.yaml", "checker: ' '\n"),
                            "error P013 arbiter.yaml:1:10", "must not be empty"},
                      Fault{"leaves", in("arbiter.yaml", "input_files: [a/../../b]\n"),
                            "error P014 arbiter.yaml:1:15", "leaves the working folder"},
                      Fault{"absolute", in("arbiter.yaml", "output_files: [a, /b]\n"),
                            "error P014 arbiter.yaml:1:19", "is absolute"},
                      Fault{"folder", in("arbiter.yaml", "output_files: [a/]\n"),
                            "error P014 arbiter.yaml:1:16", "names a folder"},
                      Fault{"itself", in("arbiter.yaml", "output_files: [./a]\n"),
                            "error P014 arbiter.yaml:1:16", "empty part"},
                      Fault{"twice", in("arbiter.yaml", "input_files: [a, a]\n"),
                            "error P014 arbiter.yaml:1:18", "file name 'a' twice"},
                      Fault{"not_a_list", in("arbiter.yaml", "input_files: a\n"),
                            "error P013 arbiter.yaml:1:14", "must be a list"}),
    name_of_row<Fault>);

INSTANTIATE_TEST_SUITE_P(
    CaseYaml, PackageFileFault,
    ::testing::Values(
        Fault{"args", in("data/secret/1.yaml", "args: a b\n"), "error P013 data/secret/1.yaml:1:7",
              "must be a list"},
        Fault{"unknown_key", in("data/secret/1.yaml", "hints: a\n"),
              "error P011 data/secret/1.yaml:1:1", "did you mean 'hint'?"},
        Fault{"group_key_in_case", in("data/secret/1.yaml", "max_score: 1\n"),
              "error P011 data/secret/1.yaml:1:1", "unknown key 'max_score'"},
        Fault{"score", in("data/secret/test_group.yaml", "max_score: 50\n"), "warning P035 data",
              "max_score"},
        Fault{"require_pass", in("data/secret/test_group.yaml", "require_pass: {a: b}\n"),
              "error P013 data/secret/test_group.yaml:1:15", "'require_pass'"},
        Fault{"text_for_list", in("data/secret/test_group.yaml", "output_validator_args: exact\n"),
              "error P013 data/secret/test_group.yaml:1:24", "must be a list"},
        Fault{"visualizer", in("data/secret/1.yaml", "input_visualizer_args: {a: b}\n"),
              "error P013 data/secret/1.yaml:1:28", "must be a list"},
        Fault{"feedback", in("data/secret/1.yaml", "full_feedback: maybe\n"),
              "error P013 data/secret/1.yaml:1:16", "true or false"},
        Fault{"old_name", in("data/secret/testdata.yaml", "output_validator_flags: a b\n"),
              "warning P018 data/secret/testdata.yaml, warning P018 data/secret/testdata.yaml:1:25",
              "test_group.yaml"},
        Fault{"key_of_another_format", in("data/secret/test_group.yaml", "on_reject: break\n"),
              "error P011 data/secret/test_group.yaml:1:1", "unknown key"}),
    name_of_row<Fault>);

TEST(ArbiterYaml, ReadsCheckerAndFiles) {
  PackageFolder folder;
  folder.make_good().write("arbiter.yaml",
                           "checker: numbers 1e-6 relative\n"
                           "input_files: [in.txt, 'D:\\data.txt']\n"
                           "output_files: [out/a.txt]\n"
                           "replay: game\n");
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.standard_checker, "numbers");
  EXPECT_THAT(loaded.problem.output_validator_args, ElementsAre("1e-6", "relative"));
  EXPECT_THAT(loaded.problem.input_files, ElementsAre("in.txt", "D:\\data.txt"));
  EXPECT_THAT(loaded.problem.output_files, ElementsAre("out/a.txt"));
  ASSERT_TRUE(loaded.checker_place);
  EXPECT_EQ(loaded.checker_place->path, (folder.path() / "arbiter.yaml").string());
  EXPECT_EQ(loaded.checker_place->line, 1);
  EXPECT_EQ(loaded.checker_place->column, 10);
  EXPECT_EQ(loaded.checker_place->length, 7);
}

TEST(ArbiterYaml, MaySayNothing) {
  PackageFolder folder;
  folder.make_good().write("arbiter.yaml", "# nothing to say\n");
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.standard_checker, std::nullopt);
}

TEST(CaseYaml, InheritsArgumentsFromTheNearestFolder) {
  PackageFolder folder;
  folder.make_good()
      .write("data/secret/test_group.yaml", "output_validator_args: [outer]\n")
      .add_tests({"data/secret/2"})
      .write("data/secret/2.yaml", "output_validator_args: []\ndescription: plain\nhint: none\n")
      .add_tests({"data/secret/a/3"})
      .write("data/secret/b/test_group.yaml",
             "output_validator_args: [inner, 010]\nfull_feedback: true\nargs: []\n"
             "output_visualizer_args: {x: [y]}\n")
      .add_tests({"data/secret/b/4"});
  const Loaded loaded = folder.load_clean();
  ASSERT_THAT(names_of(loaded.problem.tests),
              ElementsAre("secret/1", "secret/2", "secret/a/3", "secret/b/4"));
  const auto args = [&](std::size_t i) { return loaded.problem.tests[i].output_validator_args; };
  EXPECT_THAT(args(0), ElementsAre("outer"));
  EXPECT_THAT(args(1), IsEmpty());
  EXPECT_THAT(args(2), ElementsAre("outer"));
  EXPECT_THAT(args(3), ElementsAre("inner", "010"));
}

}  // namespace
}  // namespace arbiter::package
