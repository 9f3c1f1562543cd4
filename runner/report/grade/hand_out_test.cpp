#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(GradeGradescope, HasTheFieldsAndWordsOfItsDocument) {
  const auto output = made("gradescope", grade_sample("cohort"));
  ASSERT_EQ(output.files.size(), 5U);
  const auto document = json::parse(file_of(output, "asa.json"));
  EXPECT_EQ(document["score"], 9);
  EXPECT_EQ(document["output_format"], "text");
  EXPECT_EQ(document["stdout_visibility"], "hidden");
  std::size_t hidden = 0;
  for (const json& test : document["tests"]) {
    EXPECT_TRUE(test["number"].is_string());
    EXPECT_TRUE(test["name"].is_string());
    EXPECT_TRUE(test["output"].is_string());
    const bool has_score = test.contains("score");
    EXPECT_EQ(has_score, test.contains("max_score"));
    EXPECT_NE(has_score, test.contains("status")) << test;
    if (!has_score) {
      EXPECT_THAT(test["status"].get<std::string>(), testing::AnyOf("passed", "failed"));
    }
    hidden += test["visibility"] == "hidden" ? 1 : 0;
    EXPECT_THAT(test["visibility"].get<std::string>(), testing::AnyOf("visible", "hidden"));
  }
  EXPECT_EQ(hidden, 4U);
  EXPECT_EQ(document["tests"][0]["name"], "The sorting: compile");
  EXPECT_EQ(document["tests"][1]["max_score"], 20);
  EXPECT_EQ(document["tests"][3]["status"], "failed");
  EXPECT_THAT(document["tests"][3]["output"].get<std::string>(),
              HasSubstr("expected  4\ngot       3\n"));
  EXPECT_EQ(
      document["tests"][5]["output"],
      "Time limit exceeded. Your program took too long. Often it is in an endless loop, or its "
      "method is too slow.\n");
}

TEST(GradeGradescope, OneStudentIsOneFile) {
  GradeOutputOptions options;
  options.hidden_visibility = "after_published";
  const auto document = json::parse(file_of(made("gradescope", grade_sample("alone"), options)));
  EXPECT_EQ(document["tests"][4]["visibility"], "after_published");
  options.hidden_visibility = "never";
  EXPECT_THAT(refusal("gradescope", grade_sample("alone"), options), HasSubstr("no visibility"));
}

class GradeClassroom50 : public testing::Test {
 protected:
  GradeClassroom50() { options_.classroom = classroom_facts(); }

  [[nodiscard]] json document() const { return json::parse(file_of(output())); }
  [[nodiscard]] GradeOutput output() const { return made("classroom50", book_, options_); }
  [[nodiscard]] std::string refused() const { return refusal("classroom50", book_, options_); }

  model::Gradebook book_ = grade_sample("alone");
  GradeOutputOptions options_;
};

TEST_F(GradeClassroom50, HasAllFieldsAndNoOther) {
  options_.score_scale = 10;
  book_.grades[0].points = 9.26;
  const auto result = document();
  std::vector<std::string> names;
  for (const auto& [name, value] : result.items())
    names.push_back(name);
  EXPECT_THAT(
      names, testing::UnorderedElementsAre("schema", "classroom", "assignment", "assignment_type",
                                           "owner", "submission", "commit", "release", "review",
                                           "datetime", "graded_at", "score", "max-score", "tests"));
  EXPECT_EQ(result["graded_at"], "2026-11-22T13:41:00Z");
  EXPECT_EQ(result["schema"], "classroom50/result/v1");
  EXPECT_EQ(result["owner"], "asa");
  EXPECT_EQ(result["datetime"], "2026-11-22T13:30:00Z");
  EXPECT_TRUE(result["score"].is_number_integer());
  EXPECT_EQ(result["score"], 93);
  EXPECT_EQ(result["max-score"], 400);
  for (const json& test : result["tests"]) {
    EXPECT_TRUE(test["passed"].is_boolean());
    EXPECT_TRUE(test["score"].is_number_integer());
    EXPECT_LE(test["score"], test["max-score"]);
    EXPECT_TRUE(test["test-name"].is_string());
  }
}

TEST_F(GradeClassroom50, WhoHandedInIsSaidWhereItIsKnown) {
  options_.classroom.owner = "own";
  options_.classroom.actor = "octo";
  options_.classroom.actor_id = "583231";
  EXPECT_EQ(document()["submitted_by"], json::parse(R"({"username": "octo", "id": 583231})"));
  EXPECT_EQ(document()["owner"], "own");
  options_.classroom.actor_id = "58x";
  EXPECT_EQ(document()["submitted_by"]["id"], nullptr);
  // Of a whole class nobody is the one whom the environment speaks of.
  book_ = grade_sample("cohort");
  for (const OutputFile& file : output().files) {
    EXPECT_FALSE(json::parse(file.bytes).contains("submitted_by")) << file.name;
    EXPECT_NE(json::parse(file.bytes)["owner"], "own") << file.name;
  }
}

TEST_F(GradeClassroom50, PointsAreWholeAndWithinTheBounds) {
  EXPECT_TRUE(output().warnings.empty());
  book_.grades[0].points = 7.25;
  ASSERT_EQ(output().warnings.size(), 1U);
  EXPECT_THAT(output().warnings[0], HasSubstr("--score-scale 100"));
  options_.score_scale = 100;
  EXPECT_TRUE(output().warnings.empty());
  options_.score_scale = 1;
  book_.grades[0].points = -3;
  book_.grades[1].points = 25;
  EXPECT_EQ(document()["tests"][0]["score"], 0);
  EXPECT_EQ(document()["tests"][1]["score"], 20);
}

TEST_F(GradeClassroom50, MissingFactsAreNamed) {
  options_.classroom.submission = "v1";
  EXPECT_THAT(refused(), HasSubstr("submit/"));
  options_.classroom = {};
  EXPECT_THAT(refused(), HasSubstr("classroom"));
  options_.classroom = classroom_facts();
  options_.score_scale = 0;
  EXPECT_THAT(refused(), HasSubstr("scale"));
  options_.score_scale = 1;
  for (model::Attempt& attempt : book_.attempts)
    attempt.submitted.reset();
  EXPECT_THAT(refused(), HasSubstr("time of the submission"));
}

TEST(GradeGithub, ErrorsPointIntoTheSource) {
  const std::string text = file_of(made("github", grade_sample("cohort")));
  EXPECT_THAT(text, HasSubstr("::error file=li/b.cpp,line=3,col=7,title=li%3A The "
                              "sorting%3A CE%2C 5/20::error: 'x' was not declared\n"));
  EXPECT_THAT(text, HasSubstr("::error file=asa/sorting.cpp,title=asa%3A The sorting%3A WA%2C "
                              "9/20::The sorting: 9 of 20 points, Wrong answer%0A- large: 10 of "
                              "20 points."));
  EXPECT_THAT(text, HasSubstr("::warning title=bo%3A The graphs%3A -%2C 0/20::"));
  EXPECT_THAT(text, HasSubstr("::notice file=ada/sorting.cpp,title=ada%3A"));
  EXPECT_LT(text.find("::error"), text.find("::warning"));
}

TEST(GradeGithub, ErrorsPointIntoFilesAsTheyWereHandedIn) {
  auto single = grade_sample("cohort");
  for (model::Work& work : single.works) {
    std::string& log = work.judgement.compile.log;
    if (log.starts_with("b.cpp")) log.replace(0, 1, "main");
  }
  EXPECT_THAT(file_of(made("github", single)),
              HasSubstr("::error file=li/sorting.cpp,line=3,col=7,"));
  auto folders = grade_sample("cohort");
  for (model::Attempt& attempt : folders.attempts)
    attempt.origin = attempt.origin.substr(0, attempt.origin.find('/'));
  EXPECT_THAT(file_of(made("github", folders)), HasSubstr("::error file=li/b.cpp,line=3,col=7,"));
}

TEST(GradeGithub, TenOfAKindAndHowManyMore) {
  auto book = grade_sample("cohort");
  const auto students = book.students;
  const auto grades = book.grades;
  for (std::size_t round = 1; round < 20; ++round) {
    book.grades.insert(book.grades.end(), grades.begin(), grades.end());
    book.students.insert(book.students.end(), students.begin(), students.end());
  }
  const std::string text = file_of(made("github", book));
  for (const char* kind : {"::error ", "::warning ", "::notice "})
    EXPECT_EQ(occurrences(text, kind), 10U) << kind;
  EXPECT_THAT(text, testing::EndsWith("::notice title=arbiter::and 171 more\n"));
}

TEST(GradeGithub, HostileTextStaysInItsCommand) {
  const std::string text = file_of(made("github", grade_sample("hostile")));
  for (const std::string_view line : split_lines(text)) {
    EXPECT_TRUE(line.starts_with("::")) << line;
    EXPECT_EQ(line.find('\r'), std::string_view::npos);
  }
  EXPECT_EQ(occurrences(text, "\n::error::"), 0U);
}

TEST(GradeGithub, SummaryFitsIntoAMebibyte) {
  auto book = grade_sample("hostile");
  book.students.resize(2000, book.students[1]);
  const std::string text = file_of(made("github-summary", book));
  EXPECT_LE(text.size(), 1024U * 1024U);
  EXPECT_THAT(file_of(made("github-summary", grade_sample("cohort"))), HasSubstr("# Lab 3: Åsa"));
}

TEST(GradeMarkdown, AFileForEveryStudent) {
  const auto output = made("markdown", grade_sample("cohort"));
  ASSERT_EQ(output.files.size(), 5U);
  const std::string text = file_of(output, "asa.md");
  EXPECT_EQ(
      text.substr(0, text.find("## The graphs")),
      "# Lab 3: Åsa Öberg\n\n9 of 40 points.\n\n"
      "| Problem | Result | Points |\n| --- | --- | --- |\n"
      "| The sorting | Wrong answer | 9 of 20 points |\n"
      "| The graphs | Run-time error | 0 of 20 points |\n\n"
      "## The sorting: 9 of 20 points\n\n"
      "- large: 10 of 20 points. 1 of 2 test cases passed. The first test case that fails: hidden "
      "test 3 (Time limit exceeded).\n"
      "- This costs you 1 of 10 points; 9 are left.\n"
      "- Graded: sorting.cpp\n"
      "- Failed test cases: 1 × Wrong answer, 1 × Time limit exceeded.\n\n"
      "### A test case that fails: secret/open/1\n\n"
      "Wrong answer. Your program ran, but its output is not right.\n\n"
      "Your output differs from the expected output in line 1, column 1.\n\n"
      "```\nexpected  4\ngot       3\n```\n\n");
  EXPECT_THAT(text,
              HasSubstr("## What the results mean\n\n- Accepted (AC): Your output is right.\n"));
  EXPECT_THAT(file_of(output, "li.md"), HasSubstr("b.cpp:3:7: error"));
  EXPECT_THAT(file_of(output, "cy.md"), HasSubstr("not final"));
}

TEST(GradeMarkdown, TheFirstCharacterThatDiffersIsMarked) {
  auto book = grade_sample("cohort");
  for (model::TestJudgement& test : book.works[1].judgement.tests) {
    if (test.first_difference) {
      test.first_difference->expected = "1234";
      test.first_difference->got = "1299";
    }
  }
  EXPECT_THAT(file_of(made("markdown", book), "asa.md"),
              HasSubstr("```\nexpected  1234\ngot       1299\n            ^\n```\n"));
}

TEST(GradeMarkdown, NothingForeignIsMarkup) {
  const auto output = made("markdown", grade_sample("hostile"));
  for (const OutputFile& file : output.files) {
    EXPECT_THAT(file.bytes, Not(HasSubstr(" <script>"))) << file.name;
    EXPECT_THAT(file.bytes, Not(HasSubstr("><img"))) << file.name;
  }
}

TEST(GradeZip, PagesHoldNoForeignMarkup) {
  auto book = grade_sample("hostile");
  book.policy.feedback.open = model::Disclosure::full;
  const auto output = made("zip", book);
  EXPECT_TRUE(output.is_archive);
  ASSERT_EQ(output.files.size(), 5U);
  bool has_quoted = false;
  for (const OutputFile& file : output.files) {
    EXPECT_EQ(occurrences(file.bytes, "<script"), 0U) << file.name;
    EXPECT_EQ(occurrences(file.bytes, "<img"), 0U) << file.name;
    EXPECT_EQ(occurrences(file.bytes, "<pre>"), occurrences(file.bytes, "</pre>"));
    EXPECT_EQ(file.name.find('/'), std::string::npos);
    has_quoted = has_quoted || file.bytes.find("&lt;script&gt;") != std::string::npos;
  }
  EXPECT_TRUE(has_quoted);
}

TEST(GradeZip, MoodleTakesFeedbackBack) {
  auto book = grade_sample("cohort");
  book.students[0].name = "../A_da";
  book.students[1].lms_id.clear();
  const auto output = made("moodle-zip", book);
  EXPECT_TRUE(output.is_archive);
  EXPECT_THAT(file_of(output, "A da_101_assignsubmission_file/feedback.html"), HasSubstr("<h1>"));
  EXPECT_THAT(file_of(output, "李 雷_103_assignsubmission_file/feedback.html"), HasSubstr("李 雷"));
  EXPECT_EQ(output.files.size(), 4U);
  ASSERT_EQ(output.warnings.size(), 1U);
  EXPECT_THAT(output.warnings[0], HasSubstr("asa"));
}

}  // namespace
}  // namespace arbiter::report
