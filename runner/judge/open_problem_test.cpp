#include "judge/open_problem.hpp"

#include <gmock/gmock.h>

#include "judge/fake_box.hpp"
#include "judge/load_submissions.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class OpenProblemTest : public ::testing::Test {
 protected:
  OpenProblemTest() {
    write("problem.yaml",
          "problem_format_version: 2025-09\nname: Sum\nuuid: 1\nlicense: cc0\n"
          "rights_owner: me\nlimits: {time_limit: 1.0}\n");
    write("data/secret/1.in", "1\n");
    write("data/secret/1.ans", "1\n");
    write("submissions/accepted/good.c", "int main(void) { return 0; }\n");
  }

  void write(const std::string& path, const std::string& text) {
    folder_.write("sum/" + path, text);
  }

  void ask_for_a_second_test(const std::string& more = {}) {
    write("generators/gen.py", "print(2)\n");
    write("generators/generators.yaml", "data:\n  secret:\n    data:\n      2: gen.py\n" + more);
  }

  Result<OpenProblem> open() {
    request_.path = folder_.path() / "sum";
    request_.given = "sum";
    ProblemServices services;
    services.show = [this](const auto& all) {
      shown_.insert(shown_.end(), all.begin(), all.end());
    };
    services.warn = [this](const auto& message, const auto&) { warnings_.push_back(message); };
    services.make = [this](const GenerationPlan& plan) -> Result<model::DataFiles> {
      model::DataFiles files;
      for (const PlannedTest& test : plan.tests) {
        made_.push_back(test.recipe->name);
        for (const char* extension : {".in", ".ans"}) {
          folder_.write("made/2", "2\n");
          files[test.recipe->name + extension] = folder_.path() / "made/2";
        }
      }
      return files;
    };
    return open_problem(request_, services);
  }

  static std::vector<std::string> names(const OpenProblem& problem) {
    std::vector<std::string> all;
    for (const model::TestCase& test : problem.problem.tests)
      all.push_back(test.name);
    return all;
  }

  TestFolder folder_;
  ProblemRequest request_;
  std::vector<Diagnostic> shown_;
  std::vector<std::string> warnings_;
  std::vector<std::string> made_;
};

TEST_F(OpenProblemTest, MakesWhatDataLacks) {
  ask_for_a_second_test();
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_THAT(names(*opened), ElementsAre("secret/1", "secret/2"));
  EXPECT_THAT(opened->made, SizeIs(2));
}

TEST_F(OpenProblemTest, MakesNothingIfNobodyNeedsIt) {
  ask_for_a_second_test();
  request_.missing = MissingTests::one;
  request_.asked = {"secret/1"};
  EXPECT_THAT(names(open().value()), ElementsAre("secret/1"));
  request_.missing = MissingTests::all;
  request_.makes_none = true;
  EXPECT_THAT(names(open().value()), ElementsAre("secret/1"));
  EXPECT_THAT(warnings_, IsEmpty());
  request_.asked = {};
  EXPECT_THAT(names(open().value()), ElementsAre("secret/1"));
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("sum: 1 test cases")));
  EXPECT_THAT(made_, IsEmpty());
}

TEST_F(OpenProblemTest, MakesOnlyWhatIsAskedFor) {
  ask_for_a_second_test("      more: {data: {3: gen.py 3, 4: gen.py 4}}\n");
  request_.asked = {"*[23]"};
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_THAT(made_, UnorderedElementsAre("secret/2", "secret/more/3"));
  // The others are known, with their group, but have no files.
  EXPECT_THAT(names(*opened),
              ElementsAre("secret/1", "secret/2", "secret/more/3", "secret/more/4"));
  EXPECT_FALSE(opened->problem.tests[2].input.empty());
  EXPECT_TRUE(opened->problem.tests[3].input.empty());
  EXPECT_FALSE(opened->problem.tests[3].answer);
  request_.asked = {"nothing*"};
  EXPECT_EQ(names(open().value()).size(), 4U);
  request_.missing = MissingTests::one;
  request_.asked = {"secret/more/*"};
  EXPECT_TRUE(open());
  EXPECT_THAT(made_, UnorderedElementsAre("secret/2", "secret/more/3", "secret/more/3"));
}

TEST_F(OpenProblemTest, NamesWhatWouldBeMade) {
  ask_for_a_second_test();
  request_.is_dry_run = true;
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_THAT(names(*opened), ElementsAre("secret/1", "secret/2"));
  EXPECT_EQ(opened->tests_to_make, 1U);
  EXPECT_THAT(made_, IsEmpty());
}

TEST_F(OpenProblemTest, DoesWithoutFaultyGeneratorsUnlessThatIsForbidden) {
  write("generators/generators.yaml", "data: 3\n");
  EXPECT_TRUE(open());
  EXPECT_FALSE(has_errors(shown_));
  request_.missing = MissingTests::demanded;
  const auto refused = open();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_package);
  EXPECT_TRUE(has_errors(shown_));
}

TEST_F(OpenProblemTest, RefusesWhatDoesNotFit) {
  request_.scoring = model::GroupRules::domjudge;
  EXPECT_THAT(open().error().text(), HasSubstr("--scoring-policy is only for"));
  request_.links_within = "nowhere";
  EXPECT_THAT(open().error().text(), HasSubstr("--links-within: the folder nowhere"));
}

TEST_F(OpenProblemTest, ItsOwnProgramsHaveLabels) {
  write("submissions/accepted/notes.xyz", "no program\n");
  write("other.c", "int main(void) { return 0; }\n");
  const auto opened = open();
  ASSERT_TRUE(opened) << opened.error().text();
  const auto load = [&](const std::vector<std::string>& named) {
    return load_submissions(opened->problem, "sum", named, shipped_languages(), {});
  };
  const auto own = load({});
  ASSERT_TRUE(own) << own.error().text();
  ASSERT_EQ(own->submissions.size(), 1U);
  EXPECT_EQ(own->submissions[0].label, "accepted");
  EXPECT_EQ(own->diagnostics.size(), 1U) << "notes.xyz is left out";
  const auto named = load({(folder_.path() / "sum/other.c").string()});
  ASSERT_TRUE(named) << named.error().text();
  EXPECT_FALSE(named->submissions[0].label);
  EXPECT_EQ(load({"-"}).error().kind, ErrorKind::usage);
  EXPECT_EQ(load({"missing.c"}).error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace arbiter::judge
