#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using model::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A legacy package with one test and without a fault.
PackageFolder& make_legacy(PackageFolder& folder, std::string_view yaml = "name: Old\n") {
  return folder.make_good().write("problem.yaml", yaml).write(".timelimit", "3\n");
}

TEST(Legacy, ReadsKeysAsPackagesWriteThem) {
  PackageFolder folder;
  make_legacy(folder, R"(
name: {en: Old, sv: Gammalt}
type: pass-fail
uuid:
author: Ada, Bo and Cy
source: 12
license: mine
keywords: one two
rights_owner:
validation: default
validator_flags: float_tolerance 1e-6
grading: {objective: max, show_test_data_groups: true}
limits:
  time_multiplier: 4
  time_safety_margin: 3
  memory: 512
)");
  const Loaded loaded = folder.load_clean();
  const model::Problem& problem = loaded.problem;
  EXPECT_EQ(problem.name.at("sv"), "Gammalt");
  EXPECT_EQ(problem.limits.time, std::chrono::seconds(3));
  EXPECT_EQ(problem.limits.memory, mib(512));
  EXPECT_DOUBLE_EQ(problem.limits.ac_to_time_limit, 4);
  EXPECT_DOUBLE_EQ(problem.limits.time_limit_to_tle, 3);
  EXPECT_THAT(problem.output_validator_args, ElementsAre("float_tolerance", "1e-6"));
  EXPECT_TRUE(problem.labels_by_final_verdict);
}

TEST(Legacy, HasDefaultsOfItsOwn) {
  PackageFolder folder;
  make_legacy(folder, "limits:\nvalidator_flags:\nvalidation: ''\nname:\n");
  const Loaded loaded = folder.load_clean();
  EXPECT_DOUBLE_EQ(loaded.problem.limits.ac_to_time_limit, 5);
  EXPECT_DOUBLE_EQ(loaded.problem.limits.time_limit_to_tle, 2);
  EXPECT_THAT(loaded.problem.output_validator_args, IsEmpty());
}

class LegacyYamlFault : public ::testing::TestWithParam<YamlFault> {};

TEST_P(LegacyYamlFault, IsReportedWithCodeAndPlace) {
  PackageFolder folder;
  GetParam().expect(make_legacy(folder, GetParam().spoiled).load().diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    Values, LegacyYamlFault,
    ::testing::Values(YamlFault{"objective", "grading: {objective: most}\n",
                                "error P014 problem.yaml:1:22",
                                "must be one of max, min, but is 'most'"},
                      YamlFault{"interactive", "validation: custom interactive\n", "error P040 .",
                                "there is no output validator"},
                      YamlFault{"score", "validation: custom score\n", "error P040 .",
                                "there is no output validator"},
                      YamlFault{"passes", "validation: custom multi-pass\n", "error P040 .",
                                "there is no output validator"},
                      YamlFault{"other_validation", "validation: costum\n",
                                "error P014 problem.yaml:1:13", "unknown validation 'costum'"},
                      YamlFault{"other_word", "validation: default score\n",
                                "error P014 problem.yaml:1:13", "'default' or 'custom'"},
                      YamlFault{"no_validator", "validation: custom\n", "error P040 .",
                                "there is no output validator"},
                      YamlFault{"unknown_key", "validator_flag: x\n",
                                "warning P011 problem.yaml:1:1", "did you mean 'validator_flags'?"},
                      YamlFault{"unknown_limit", "limits: {memroy: 5}\n",
                                "warning P011 problem.yaml:1:10", "did you mean 'memory'?"},
                      YamlFault{"bad_limit", "limits: {memory: much}\n",
                                "error P013 problem.yaml:1:18", "decimal number"},
                      YamlFault{"two_limits", "limits: {time_limit: 2}\n",
                                "warning P022 .timelimit:1:1", "differ; 3 s applies"}),
    name_of_row<YamlFault>);

TEST(Legacy, InheritsFlagsThroughGroups) {
  PackageFolder folder;
  make_legacy(folder, "validator_flags: case_sensitive\n")
      .write("data/testdata.yaml", "input_validator_flags: -n 5\non_reject: break\n")
      .write("data/secret/a/testdata.yaml",
             "output_validator_flags: float_tolerance 0.1\ngrader_flags: first_error\n"
             "accept_score: 5\nrange: 0 100\ngrading: default\n")
      .add_tests({"data/secret/a/b/c/2"})
      .write("data/secret/a/d/testdata.yaml",
             "output_validator_flags:\ninput_validator_flags: {name: v, flags: -n 9}\n")
      .add_tests({"data/secret/a/d/3"})
      .write("data/secret/a/d/3.hint");
  const Loaded loaded = folder.load_clean();
  const auto& tests = loaded.problem.tests;
  ASSERT_THAT(names_of(tests), ElementsAre("secret/1", "secret/a/b/c/2", "secret/a/d/3"));
  EXPECT_THAT(tests[0].output_validator_args, IsEmpty());
  EXPECT_THAT(tests[1].output_validator_args,
              ElementsAre("case_sensitive", "float_tolerance", "0.1"));
  EXPECT_THAT(tests[2].output_validator_args, ElementsAre("case_sensitive"));
  EXPECT_THAT(tests[1].input_validator_args.at(""), ElementsAre("-n", "5"));
  EXPECT_THAT(tests[2].input_validator_args.at("v"), ElementsAre("-n", "9"));
  EXPECT_THAT(loaded.problem.input_validator_args.at(""), ElementsAre("-n", "5"));
}

TEST(Legacy, NamesWhatGroupsAskForInVain) {
  PackageFolder folder;
  make_legacy(folder)
      .write("data/secret/testdata.yaml",
             "on_reject: continue\ngrading: default\ngrader_flags: sum total\n"
             "scoring: 5\non_rejct: break\n")
      .write("data/secret/test_group.yaml", "args: [a]\n")
      .write("data/sample/testdata.yaml", "on_reject: grade\n")
      .write("graders/grade.py");
  EXPECT_THAT(briefs(folder.load()),
              ElementsAre("error P014 data/sample/testdata.yaml:1:12",
                          "warning P035 data/secret/test_group.yaml",
                          "warning P011 data/secret/testdata.yaml:4:1",
                          "warning P011 data/secret/testdata.yaml:5:1", "warning P014 data/secret",
                          "warning P035 graders"));
}

TEST(Legacy, FindsItsFolders) {
  PackageFolder folder;
  make_legacy(folder, "validation: custom\n")
      .touch({"problem_statement/problem.tex", "input_format_validators/v.py",
              "output_validators/kit.h", "output_validators/check.cpp",
              "data/invalid_inputs/x.in"});
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.input_validators.at(0).name, "v.py");
  ASSERT_TRUE(loaded.problem.output_validator);
  EXPECT_THAT(loaded.problem.output_validator->files,
              ElementsAre(folder.path() / "output_validators/check.cpp",
                          folder.path() / "output_validators/kit.h"));
  EXPECT_THAT(names_of(loaded.problem.invalid_inputs), ElementsAre("invalid_inputs/x"));
}

TEST(Legacy, TakesAFolderAsOneValidator) {
  PackageFolder folder;
  make_legacy(folder, "validation: custom\n")
      .touch({"output_validators/check/a.cpp", "output_validators/check/b.cpp",
              "output_validators/README.md"});
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.output_validator->base, folder.path() / "output_validators/check");
  EXPECT_EQ(loaded.problem.output_validator->files.size(), 2U);
}

TEST(Legacy, UsesNoValidatorThatProblemYamlDoesNotAskFor) {
  PackageFolder folder;
  make_legacy(folder).write("output_validators/check.cpp");
  const Loaded loaded = folder.load();
  EXPECT_EQ(briefs(loaded), std::vector<std::string>{"warning P035 output_validators"});
  EXPECT_EQ(loaded.problem.output_validator, std::nullopt);
}

TEST(Drafts, MayUseOlderSpellings) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml",
             "problem_format_version: 2023-07-draft\nname: Sums\nauthor: Ada\n"
             "validation: custom\nvalidator_flags: a\nlimits: {time_limit: 2}\n")
      .write("data/secret/testdata.yaml", "output_validator_flags: b c\ninput_validator_flags: d\n")
      .write("output_validators/check.cpp");
  const Loaded loaded = folder.load_clean();
  EXPECT_TRUE(loaded.problem.output_validator);
  EXPECT_FALSE(loaded.problem.labels_by_final_verdict);
  EXPECT_THAT(loaded.problem.tests.at(0).output_validator_args, ElementsAre("a", "b", "c"));
}

TEST(Drafts, StillHaveNoStaticValidators) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml",
             "problem_format_version: 2023-07\nname: Sums\nlimits: {time_limit: 2}\n")
      .write("data/secret/testdata.yaml", "static_validation: {score: 1}\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P017 data/secret/testdata.yaml:1:20"));
}

TEST(TimeLimitFiles, OfDomjudgeWin) {
  PackageFolder folder;
  make_legacy(folder, "limits: {time_limit: 2}\n")
      .write("domjudge-problem.ini",
             "[problem]\n; a comment\nname = 'Old'\nshort-name=old\n\ntimelimit = \"1.5\"\r\n");
  const Loaded loaded = folder.load();
  EXPECT_EQ(loaded.problem.limits.time, std::chrono::milliseconds(1500));
  EXPECT_THAT(briefs(loaded),
              ElementsAre("warning P022 .timelimit:1:1", "warning P022 domjudge-problem.ini:6:1"));
}

TEST(TimeLimitFiles, AreCheckedLineByLine) {
  PackageFolder folder;
  make_legacy(folder)
      .write(".timelimit", "soon\n")
      .write("domjudge-problem.ini",
             "timelimit = -1\nno equals\ncolour = red\nspecial_compare = 'floats'\n"
             "special_run =\n");
  EXPECT_THAT(
      briefs(folder.load()),
      ElementsAre("error P014 domjudge-problem.ini:1:1", "error P007 domjudge-problem.ini:2:1",
                  "warning P011 domjudge-problem.ini:3:1", "error P017 domjudge-problem.ini:4:1",
                  "error P014 .timelimit:1:1", "warning P020 problem.yaml"));
}

TEST(ExpectedResults, AreReadFromSources) {
  PackageFolder folder;
  make_legacy(folder)
      .write("submissions/mixed/a.cpp",
             "// x\n/* @expected_results@: WRONG-ANSWER, run_time_error*/\nint main() {}\n")
      .write("submissions/mixed/b.py", "# @EXPECTED_RESULTS@: CHECK-MANUALLY\n")
      .write("submissions/mixed/c/a.cpp", "//")
      .write("submissions/mixed/c/b.cpp", "// @EXPECTED_RESULTS@: COMPILER-ERROR");
  const Loaded loaded = folder.load_clean();
  const auto& submissions = loaded.problem.submissions;
  ASSERT_EQ(submissions.size(), 3U);
  EXPECT_THAT(submissions[0].tag, ElementsAre(Verdict::wa, Verdict::rte));
  EXPECT_THAT(submissions[1].tag, IsEmpty());
  EXPECT_THAT(submissions[2].tag, ElementsAre(Verdict::ce));
}

TEST(ExpectedResults, GiveWayToFoldersThatNameAVerdict) {
  PackageFolder folder;
  make_legacy(folder)
      .write("submissions/wrong_answer/a.cpp", "// @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n")
      .write("submissions/accepted/b.cpp", "\n // @EXPECTED_RESULTS@: TIMELIMIT\n")
      .write("submissions/slow/c.cpp", "// @EXPECTED_RESULTS@: TOO-SLOW\n")
      .write("submissions/slow/d/a.cpp", "// @EXPECTED_RESULTS@: TIMELIMIT\n")
      .write("submissions/slow/d/b.cpp", "// @EXPECTED_RESULTS@: CORRECT\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P023 submissions/accepted/b.cpp:2:25",
                                          "warning P014 submissions/slow/c.cpp:1:24",
                                          "warning P023 submissions/slow/d/b.cpp:1:24"));
  const auto& submissions = loaded.problem.submissions;
  ASSERT_EQ(submissions.size(), 4U);
  EXPECT_THAT(submissions[0].tag, IsEmpty());
  EXPECT_THAT(submissions[1].tag, IsEmpty());
  EXPECT_THAT(submissions[2].tag, ElementsAre(Verdict::tle));
  EXPECT_THAT(submissions[3].tag, IsEmpty());
}

}  // namespace
}  // namespace arbiter::package
