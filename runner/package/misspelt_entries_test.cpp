#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(RootEntries, ThatAreNearlyThoseOfTheFormatAreNamed) {
  PackageFolder folder;
  folder.make_good().touch({"input_validator/v.c", "submission/accepted/a.c", "checker/c.c",
                            "generators.yaml", "arbiter.yml", "submission.json", "problem.json"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded),
              ElementsAre("warning P035 arbiter.yml", "warning P035 checker",
                          "warning P035 generators.yaml", "warning P035 input_validator",
                          "warning P035 submission", "warning P035 submission.json"));
  const std::string text = rendered(loaded);
  EXPECT_THAT(text, HasSubstr("did you mean 'input_validators'?"));
  EXPECT_THAT(text, HasSubstr("did you mean 'submissions'?"));
  EXPECT_THAT(text, HasSubstr("did you mean 'arbiter.yaml'?"));
  EXPECT_THAT(text, HasSubstr("did you mean 'submissions.json'?"));
  EXPECT_THAT(text, HasSubstr("such things are read in output_validator/"));
  EXPECT_THAT(text, HasSubstr("such things are read in generators/"));
}

TEST(RootEntries, ThatAreTheAuthorsOwnAffairAreNot) {
  PackageFolder folder;
  folder.make_good();
  for (const char* name :
       {"README.md", "LICENSE", ".gitignore", ".git/config", "attachments/a.txt",
        "solution/solution.en.md", "statement/problem.en.md", "problem_slide/a.tex",
        "answer_validators/v.c", "output_visualizer/v.py", "input_visualizer/v.py",
        "output_visualizer_disabled/v.py", "submission_disabled/a", "contest.yaml", "problem.pdf",
        "notes/x", "data/invalid_answer/1.in", "data/invalid_answer/1.ans",
        "data/testing_tool_test/1.in"}) {
    folder.write(name);
  }
  folder.write("submissions.json", "{}");
  const Loaded loaded = folder.load_clean();
}

TEST(RootEntries, OfDataAreComparedToo) {
  PackageFolder folder;
  folder.make_good().write("data/invalid_inptu/1.in");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 data/invalid_inptu"));
  EXPECT_THAT(rendered(loaded), HasSubstr("did you mean 'invalid_input'?"));
}

TEST(AnswerValidators, ThatCannotBeReadSpoilOnlyWhatNeedsThem) {
  PackageFolder folder;
  folder.make_good().link("answer_validators/v.h", "/etc/hostname").write("answer_validators/v.py");
  const Loaded loaded = folder.load_clean();
  EXPECT_THAT(briefs(loaded.generation_diagnostics),
              ElementsAre("error P036 answer_validators/v.h"));
  EXPECT_EQ(loaded.problem.answer_validators.size(), 1U);
}

TEST(LabelFolders, ThatNobodyKnowsAreNamedOnce) {
  PackageFolder folder;
  folder.make_good().touch({"submissions/accepted/a.c", "submissions/wrong_anwser/a.c",
                            "submissions/wrong_anwser/b.c", "submissions/weird/a.c"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P042 submissions/weird",
                                          "warning P042 submissions/wrong_anwser"));
  EXPECT_THAT(rendered(loaded), HasSubstr("did you mean 'wrong_answer'?"));
}

TEST(LabelFolders, MayHaveAnyNameWhereSomethingElseSpeaks) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/mixed/a.c")
      .write("submissions/check_manually/a.c")
      .write("submissions/weird/tag.c", "// @EXPECTED_RESULTS@: WRONG-ANSWER\n")
      .write("submissions/strange/tag.c", "// @EXPECTED_RESULTS@: CHECK-MANUALLY\n")
      .write("submissions/points/a.c", "// @EXPECTED_SCORE@: 40\n")
      .write("submissions/odd/a.c")
      .write("submissions/submissions.yaml", "odd/a.c: {required: [WA]}\n");
  const Loaded loaded = folder.load_clean();
}

TEST(ProblemYaml, SaysWhichLanguagesAreAllowed) {
  EXPECT_THAT(load_yaml(good_with("languages: all\n")).problem.languages, IsEmpty());
  EXPECT_THAT(load_yaml(good_with("languages: [java, cpp]\n")).problem.languages,
              ElementsAre("java", "cpp"));
  EXPECT_THAT(load_yaml("name: Old\nlanguages: java cpp\n").problem.languages,
              ElementsAre("java", "cpp"));
}

TEST(ProblemYaml, IsToldWhenFilesAreNotForbidden) {
  const Loaded loaded = load_yaml(good_with("allow_file_writing: false\n"));
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P017 problem.yaml:5:21"));
  EXPECT_THAT(load_yaml(good_with("allow_file_writing: true\n")).diagnostics, IsEmpty());
}

TEST(ProblemYaml, KnowsThreeWordsForRejections) {
  const std::string start = "name: Old\nlimits: {time_limit: 1}\ngrading:\n  on_reject: ";
  EXPECT_TRUE(load_yaml(start + "first_error\n").problem.data.grading.breaks_on_reject);
  EXPECT_FALSE(load_yaml(start + "worst_error\n").problem.data.grading.breaks_on_reject);
  EXPECT_FALSE(load_yaml(start + "grade\n").problem.data.grading.breaks_on_reject);
  const Loaded loaded = load_yaml(start + "first_eror\n");
  EXPECT_THAT(briefs(loaded), ElementsAre("error P014 problem.yaml:4:14"));
  EXPECT_THAT(rendered(loaded), HasSubstr("first_error, worst_error, grade"));
}

}  // namespace
}  // namespace arbiter::package
