#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

/// What a server of DOMjudge takes: no problem.yaml.
PackageFolder& make_bare(PackageFolder& folder) {
  return folder.add_tests({"data/sample/1", "data/secret/1"}).write("submissions/wrong_answer/w.c");
}

TEST(DomjudgePackage, WithoutProblemYamlIsALegacyPackage) {
  PackageFolder folder;
  make_bare(folder).write("domjudge-problem.ini", "name = 'Sums'\ntimelimit = '3'\ncolor=red\n");
  const Loaded loaded = folder.load_clean();
  const model::Problem& problem = loaded.problem;
  EXPECT_FALSE(problem.is_plain_folder);
  EXPECT_TRUE(problem.labels_by_final_verdict);
  EXPECT_EQ(problem.limits.time, from_seconds(3));
  EXPECT_EQ(problem.limits.memory, mib(2048));
  EXPECT_THAT(problem.name, ElementsAre(Pair("en", "Sums")));
  EXPECT_THAT(names_of(problem.tests), ElementsAre("sample/1", "secret/1"));
  ASSERT_EQ(problem.submissions.size(), 1U);
  EXPECT_EQ(problem.submissions[0].label, "wrong_answer");
  EXPECT_EQ(problem.game_policy, model::GamePolicy::domjudge);
}

TEST(DomjudgePackage, IsToldByEitherFileOrItsSubmissions) {
  PackageFolder limited;
  make_bare(limited).write(".timelimit", "2\n");
  EXPECT_EQ(limited.load().problem.limits.time, from_seconds(2));
  EXPECT_EQ(limited.load().problem.submissions.size(), 1U);
  PackageFolder bare;
  const Loaded loaded = make_bare(bare).load();
  EXPECT_EQ(loaded.problem.submissions.size(), 1U);
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P020 ."));
}

TEST(DomjudgePackage, WithoutProblemYamlHasNoValidatorOfItsOwn) {
  PackageFolder folder;
  make_bare(folder).write(".timelimit", "2\n").write("output_validators/check.c");
  const Loaded loaded = folder.load();
  EXPECT_EQ(loaded.problem.output_validator, std::nullopt);
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 output_validators"));
  EXPECT_THAT(rendered(loaded), HasSubstr("without problem.yaml"));
}

TEST(DomjudgePackage, IsNoMisspeltProblemYaml) {
  PackageFolder folder;
  make_bare(folder).write(".timelimit", "2\n").write("problem.yml", "validation: custom\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 problem.yml"));
  EXPECT_THAT(rendered(loaded), HasSubstr("did you mean 'problem.yaml'?"));
}

TEST(DomjudgePackage, TheLimitHoldsForAPlainFolderToo) {
  PackageFolder folder;
  folder.add_tests({"1"}).write("domjudge-problem.ini", "timelimit=3\nname=Sums\n");
  const Loaded loaded = folder.load_clean();
  EXPECT_TRUE(loaded.problem.is_plain_folder);
  EXPECT_EQ(loaded.problem.limits.time, from_seconds(3));
  EXPECT_THAT(loaded.problem.name, ElementsAre(Pair("en", "Sums")));
}

TEST(DomjudgePackage, TheNameOfProblemYamlGoesFirst) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", "name: Old\n")
      .write("domjudge-problem.ini", "name=New\ntimelimit=1\n");
  EXPECT_THAT(folder.load().problem.name, ElementsAre(Pair("en", "Old")));
  folder.write("problem.yaml", "type: pass-fail\n");
  EXPECT_THAT(folder.load().problem.name, ElementsAre(Pair("en", "New")));
}

TEST(SubmissionsJson, SaysLanguageAndEntryPoint) {
  PackageFolder folder;
  make_bare(folder)
      .write(".timelimit", "2\n")
      .write("submissions/accepted/two/a.py")
      .write("submissions/accepted/two/b.py")
      .write("submissions.json",
             "{\n\t\"submissions\\/accepted\\/two\\/\":{\"entry_point\":\"b.py\"},\n"
             "\t\"submissions/wrong_answer/w.c\": {\"langid\": \"cpp\", \"team\": \"Jury\"}\n}\n");
  const Loaded loaded = folder.load_clean();
  ASSERT_EQ(loaded.problem.submissions.size(), 2U);
  const auto& two = loaded.problem.submissions[0];
  EXPECT_EQ(two.entry_point.word, "b.py");
  EXPECT_EQ(two.entry_point.said_in, folder.path() / "submissions.json");
  EXPECT_EQ(two.language.word, "");
  EXPECT_EQ(loaded.problem.submissions[1].language.word, "cpp");
  folder.write("submissions.json", R"({"submissions/wrong_answer/w.c": {"langid": "golang"}})");
  EXPECT_EQ(folder.load().problem.submissions[1].language.word, "go");
}

TEST(SubmissionsJson, GivesWayToSubmissionsYaml) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/accepted/a.py")
      .write("submissions.json",
             R"({"submissions/accepted/a.py": {"entry_point": "b", "langid": "python3"}})")
      .write("submissions/submissions.yaml", "accepted/a.py: {entrypoint: a}\n");
  const Loaded loaded = folder.load_clean();
  ASSERT_EQ(loaded.problem.submissions.size(), 1U);
  const auto& one = loaded.problem.submissions[0];
  EXPECT_EQ(one.entry_point.word, "a");
  EXPECT_EQ(one.entry_point.said_in, folder.path() / "submissions/submissions.yaml");
  EXPECT_EQ(one.language.word, "python3");
}

TEST(SubmissionsJson, IsCheckedLineByLine) {
  PackageFolder folder;
  make_bare(folder)
      .write(".timelimit", "2\n")
      .write("submissions.json",
             "{\"submissions/accepted/a.py\": {},\n"
             "\"wrong_answer/w.c\": {},\n"
             "\"submissions/wrong_answer/w.c\": {\"entrypoint\": \"w\", \"langid\": [\"c\"]},\n"
             "\"submissions/wrong_answer/w.c/\": \"c\"}\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded),
              ElementsAre("warning P035 submissions.json:1:2", "warning P035 submissions.json:2:1",
                          "warning P011 submissions.json:3:34", "error P013 submissions.json:3:63",
                          "error P013 submissions.json:4:34"));
  EXPECT_THAT(rendered(loaded), HasSubstr("did you mean 'entry_point'?"));
}

TEST(SubmissionsJson, MayBeThereWithoutSubmissions) {
  PackageFolder folder;
  folder.make_good().write("submissions.json", "{\"submissions/accepted/a.py\": {}}");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("warning P035 submissions.json:1:2"));
  folder.write("submissions.json", "{}");
  folder.load_clean();
  folder.write("submissions.json", "[1,");
  EXPECT_THAT(briefs(folder.load()), ElementsAre(HasSubstr("error P007 submissions.json")));
}

TEST(SubmissionsJson, IsReadInTheRootAlone) {
  PackageFolder folder;
  make_bare(folder).write(".timelimit", "2\n").write("submissions/submissions.json", "{}");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 submissions/submissions.json"));
  EXPECT_THAT(rendered(loaded), HasSubstr("beside problem.yaml"));
}

struct PolicyCase {
  std::string name;
  std::string yaml;
  std::string more;  ///< another file in the root
  model::GamePolicy policy;
};

class PackagePolicy : public ::testing::TestWithParam<PolicyCase> {};

TEST_P(PackagePolicy, IsThatOfTheJudgeItWasMadeFor) {
  const PolicyCase& given = GetParam();
  PackageFolder folder;
  folder.make_good().write("problem.yaml", given.yaml).write("output_validators/v.c");
  if (!given.more.empty()) folder.write(given.more, "");
  EXPECT_EQ(folder.load().problem.game_policy, given.policy);
}

constexpr const char* k_legacy_game = "name: G\nvalidation: custom interactive\n";

INSTANTIATE_TEST_SUITE_P(
    Games, PackagePolicy,
    ::testing::Values(
        PolicyCase{"legacy", k_legacy_game, "", model::GamePolicy::kattis},
        PolicyCase{"legacy_time_limit", k_legacy_game, ".timelimit", model::GamePolicy::kattis},
        PolicyCase{"legacy_ini", k_legacy_game, "domjudge-problem.ini",
                   model::GamePolicy::domjudge},
        PolicyCase{"legacy_json", k_legacy_game, "submissions.json", model::GamePolicy::domjudge},
        PolicyCase{"current", std::string(k_good_yaml) + "type: interactive\n", "",
                   model::GamePolicy::arbiter},
        PolicyCase{"current_ini", std::string(k_good_yaml) + "type: interactive\n",
                   "domjudge-problem.ini", model::GamePolicy::domjudge}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace arbiter::package
