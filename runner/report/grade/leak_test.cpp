#include "report/grade/facts.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/test_kit.hpp"
#include "report/grade/view.hpp"
#include "report/page/page_test_kit.hpp"

namespace arbiter::report {
namespace {

using model::Disclosure;
using model::Verdict;
using model::Visibility;

/// Works 0: all AC; 1: WA at the open test, TLE at a hidden one; 3: RTE, MLE, OLE.
StudentView view_of(const model::Gradebook& book, std::size_t student, TestFiles files = {}) {
  return StudentViews(book, std::move(files)).view(student);
}

TestFiles telling_files() {
  return [](const std::string& problem, std::size_t test, bool answer) {
    return (answer ? "answer " : "input ") + problem + "." + std::to_string(test);
  };
}

TEST(GradeView, HiddenTestsShowTheirVerdictAlone) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::verdict;
  const auto tests = view_of(book, 1, telling_files()).problems()[0].tests;
  ASSERT_EQ(tests.size(), 4U);
  EXPECT_EQ(tests[3].name, "hidden test 3");
  EXPECT_EQ(tests[3].verdict, Verdict::tle);
  EXPECT_EQ(tests[3].visibility, Visibility::hidden);
  EXPECT_EQ(tests[3].reason + tests[3].message + tests[3].input + tests[3].answer +
                tests[3].output + tests[3].error_tail,
            "");
  EXPECT_FALSE(tests[3].difference);
}

TEST(GradeView, WhatWasMeasuredIsInNoMessage) {
  auto book = grade_sample("cohort");
  book.policy.feedback.open = Disclosure::full;
  auto& test = book.works[1].judgement.tests[1];
  test.message = "stopped after 221 ms";
  for (const Verdict verdict : {Verdict::tle, Verdict::mle, Verdict::ole, Verdict::rte}) {
    test.verdict = verdict;
    const auto seen = view_of(book, 1).problems()[0].tests[1];
    EXPECT_EQ(seen.message, "") << model::code(verdict);
    EXPECT_NE(seen.reason, "") << model::code(verdict);
  }
  test.verdict = Verdict::wa;
  EXPECT_EQ(view_of(book, 1).problems()[0].tests[1].message, "stopped after 221 ms");
}

TEST(GradeView, OpenTestsShowTheFirstDifferenceByDefault) {
  const auto book = grade_sample("cohort");
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  EXPECT_EQ(test.name, "secret/open/1");
  ASSERT_TRUE(test.difference);
  EXPECT_EQ(test.difference->expected, "4");
  EXPECT_EQ(test.message, "line 1, column 1: expected \"4\", got \"3\"");
  EXPECT_EQ(test.input + test.answer + test.output, "");
}

TEST(GradeView, FullShowsFilesAndOutput) {
  auto book = grade_sample("cohort");
  book.policy.feedback.open = Disclosure::full;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  EXPECT_EQ(test.input, "input sorting.1");
  EXPECT_EQ(test.answer, "answer sorting.1");
  EXPECT_EQ(test.output, "3\n");
  EXPECT_EQ(view_of(book, 1).problems()[0].tests[1].input, "");
}

TEST(GradeView, FirstDifferenceOfHiddenTestsIsItsPlaceAlone) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::first_difference;
  book.problems[0].visibilities[1] = Visibility::hidden;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  ASSERT_TRUE(test.difference);
  EXPECT_EQ(test.difference->output_line, 1U);
  EXPECT_EQ(test.difference->expected + test.difference->got + test.message + test.input, "");
  EXPECT_EQ(test.name, "hidden test 1");
}

TEST(GradeView, FullForHiddenTestsShowsEverything) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::full;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[3];
  EXPECT_EQ(test.name, "secret/large/02");
  EXPECT_EQ(test.input, "input sorting.3");
  EXPECT_EQ(test.reason, "It ran longer than the time limit of 2 s.");
}

TEST(GradeView, WhatNobodyDeclaredOpenIsHidden) {
  auto book = grade_sample("cohort");
  book.problems[0].visibilities.clear();
  book.works[1].judgement.tests[0].name = "who knows";
  const auto tests = view_of(book, 1, telling_files()).problems()[0].tests;
  EXPECT_EQ(tests[0].name, "hidden test");
  EXPECT_EQ(tests[1].name, "hidden test 2");
  EXPECT_EQ(tests[1].message, "");
}

TEST(GradeView, WordsSayHowPointsCameToBe) {
  const auto book = grade_sample("cohort");
  const auto late = view_of(book, 1).problems()[0];
  ASSERT_EQ(late.words.size(), 2U);
  EXPECT_EQ(late.words[0],
            "large: 10 of 20 points. 1 of 2 test cases passed. The first test case that fails: "
            "hidden test "
            "3 (Time limit exceeded).");
  EXPECT_EQ(late.words[1], "This costs you 1 of 10 points; 9 are left.");
  const auto by_hand = view_of(book, 2).problems()[0];
  EXPECT_EQ(by_hand.words[0], "Your program does not compile.");
  EXPECT_EQ(by_hand.words[1],
            "Your teacher changed the points from 0 to 5. Reason: showed it by hand");
  auto set = book;
  for (model::Grade& grade : set.grades) {
    if (grade.override) grade.override->is_relative = false;
  }
  EXPECT_EQ(view_of(set, 2).problems()[0].words[1],
            "Your teacher changed the points from 0 to 5. Reason: showed it by hand");
  EXPECT_EQ(view_of(book, 3).problems()[0].words[0], "Nothing was handed in.");
}

TEST(GradeView, JudgeErrorsAreNotFinalUnlessDecidedByHand) {
  auto book = grade_sample("cohort");
  EXPECT_FALSE(view_of(book, 4).is_final());
  EXPECT_TRUE(view_of(book, 0).is_final());
  book.grades[9].override = model::Override{"cy", "graphs", 7, false, "", 1};
  EXPECT_TRUE(view_of(book, 4).is_final());
}

TEST(GradeView, PathOfAGroupsHandInNamesNobody) {
  auto book = grade_sample("cohort");
  book.attempts[1].students = {"ada", "asa"};
  book.attempts[1].origin = "ada_lovelace_77/a.cpp";
  EXPECT_EQ(view_of(book, 1).problems()[0].origin, "a.cpp");
}

TEST(GradeView, ForeignIndexesAreHarmless) {
  auto book = grade_sample("cohort");
  EXPECT_TRUE(view_of(book, 99).problems().empty());
  book.grades.resize(1);
  EXPECT_EQ(view_of(book, 1).problems().size(), 2U);
  book.grades[0].attempt = 99;
  EXPECT_TRUE(view_of(book, 0).problems()[0].tests.empty());
}

// Letters alone, which no escape of any format changes. Every mark begins with it.
constexpr std::string_view k_core = "HiddenMark";

/// A mark that stands in `field` of hidden tests of marked_book(), and nowhere else.
std::string hidden_mark(const std::string& field) {
  return "HiddenMark<" + field + ">&\"9\"";
}

const model::GradedProblem& problem_of(const model::Gradebook& book, const std::string& id) {
  return *std::ranges::find(book.problems, id, &model::GradedProblem::id);
}

/// A grade book in which every text of a hidden test, every text that only the teacher may see and
/// every text of other students than the first one is a mark; `marks` gets all of them.
model::Gradebook marked_book(std::vector<std::string>& marks) {
  const auto mark = [&](const std::string& field) {
    marks.push_back(hidden_mark(field));
    return marks.back();
  };
  auto book = grade_sample("everything");
  for (model::GradedProblem& problem : book.problems) {
    for (std::size_t t = 2; t < problem.tests.size(); ++t)
      problem.tests[t] = "secret/large/" + mark(problem.id + "-test-" + std::to_string(t));
    problem.root = mark(problem.id + "-root");
    problem.hash = mark(problem.id + "-hash");
  }
  for (std::size_t w = 0; w < book.works.size(); ++w) {
    auto& judgement = book.works[w].judgement;
    judgement.path = mark("path-" + std::to_string(w));
    judgement.compile.fault = w == 4 ? mark("fault") : "";
    judgement.groups = {{"secret/large", model::Verdict::wa, 0, 20, true, mark("note")}};
    for (std::size_t t = 2; t < judgement.tests.size(); ++t) {
      model::TestJudgement& test = judgement.tests[t];
      test.name = problem_of(book, book.works[w].problem).tests[t];
      const std::string id = std::to_string(w) + "-" + std::to_string(t);
      test.message = mark("message-" + id);
      test.output_head = mark("output-" + id);
      test.error_tail = mark("stderr-" + id);
      test.pass_input = mark("pass-" + id);
      test.input = model::FileHead{mark("head-" + id), Bytes{99}, 9, mark("sha256-" + id)};
      test.hints = {mark("hint-" + id)};
      test.run.fault = mark("run-fault-" + id);
      test.first_difference =
          FirstDifference{3, 1, 3, 1, mark("expected-" + id), mark("got-" + id), false, false};
      test.transcript = model::Transcript{{{{}, false, mark("talk-" + id), 0}}, 0, 0, 0};
    }
  }
  for (model::Grade& grade : book.grades) {
    grade.words = {mark("words")};
    for (model::GroupPoints& group : grade.groups)
      group.words = mark("group-words");
  }
  book.warnings = {mark("warning")};
  book.unattributed = {{mark("stray"), mark("stray-why"), mark("stray-help")}};
  book.clusters[0].words = mark("cluster");
  book.clusters[0].first_failing = mark("first-failing");
  for (model::GradeChange& change : book.changes)
    change.why = mark("change");
  book.layout = mark("layout");
  for (model::LookAlike& alike : book.look_alikes)
    alike.problem = mark("look-alike");
  return book;
}

GradeOutputOptions all_options(const model::Gradebook& book) {
  GradeOutputOptions options;
  options.classroom = classroom_facts();
  options.test_files = [&book](const std::string& problem, std::size_t test, bool answer) {
    const bool is_hidden =
        problem_of(book, problem).visibilities[test] == model::Visibility::hidden;
    const std::string name = answer ? "answer-file" : "input-file";
    return is_hidden ? hidden_mark(name) : "open " + name + "\n";
  };
  return options;
}

std::string worksheet_for(std::string_view kind) {
  if (kind == "canvas") return "Student,ID,SIS Login ID,Section\nx,101,,\ny,102,,\n";
  return "Identifier,Full name,Grade,Maximum grade,Feedback\n"
         "Participant 101,Ada,,40.00,\nParticipant 102,Asa,,40.00,\n"
         "Participant 105,Cy,,40.00,\n";
}

/// What a file says: of a page its markup and its data.
std::string shown(const OutputFile& file) {
  const std::size_t table = file.bytes.find("<noscript>");
  if (table == std::string::npos) return file.bytes;
  return file.bytes.substr(table, file.bytes.find("<script", table) - table) +
         page_data(file.bytes);
}

/// Every document that students see, with its name.
std::vector<OutputFile> visible_documents(const model::Gradebook& book) {
  std::vector<OutputFile> all;
  for (const GradeFormat& format : grade_formats()) {
    if (!std::holds_alternative<GradeFormat::ForStudents>(format.make)) continue;
    GradeOutputOptions options = all_options(book);
    options.worksheet = worksheet_for(format.name);
    model::Gradebook named = book;
    if (format.name == "canvas-zip") named.attempts.front().origin = "lovelaceada_7_501_sort.cpp";
    const GradeOutput output = made(std::string(format.name), named, options);
    EXPECT_FALSE(output.files.empty()) << format.name;
    for (const OutputFile& file : output.files)
      all.push_back({std::string(format.name) + ":" + file.name, file.name + shown(file)});
  }
  return all;
}

TEST(GradeLeak, NoMarkOfHiddenTestsReachesAStudent) {
  std::vector<std::string> marks;
  auto book = marked_book(marks);
  EXPECT_GT(marks.size(), 50U);
  for (const std::string& mark : marks)
    EXPECT_TRUE(mark.starts_with(k_core));
  for (const Disclosure hidden : {book.policy.feedback.hidden, Disclosure::first_difference}) {
    book.policy.feedback.hidden = hidden;
    const auto documents = visible_documents(book);
    EXPECT_GT(documents.size(), 20U);
    for (const OutputFile& document : documents) {
      const std::size_t at = document.bytes.find(k_core);
      EXPECT_EQ(at, std::string::npos) << document.name << ": " << document.bytes.substr(at, 80);
    }
  }
}

TEST(GradeLeak, APageForAStudentTellsWhatTheyMayKnow) {
  std::vector<std::string> marks;
  auto book = marked_book(marks);
  book.policy.feedback.hidden = model::Disclosure::full;
  const std::string page = page_data(file_of(made("pages", book, all_options(book)), "ada.html"));
  EXPECT_NE(page.find(k_core), std::string::npos);
}

TEST(GradeLeak, ACounterexampleReachesItsStudentIfThePolicySaysSo) {
  auto book = grade_sample("cohort");
  model::Counterexample found;
  found.test.verdict = model::Verdict::wa;
  found.test.output_head = "SMALLEST-OUTPUT";
  found.input = "SMALLEST-INPUT";
  found.answer = "SMALLEST-ANSWER";
  found.pattern = model::Pattern{{{"line_numbers", {"2"}, "has_equal", ""}}, 31, 89};
  found.slowness =
      model::Slowness{20000, std::chrono::milliseconds(1980), "n^2.0", 100000, 49.5, "n^1.0"};
  book.works[grade_of(book, 1, 0)->work].counterexample = found;
  const auto feedback = [&](std::size_t student) {
    const StudentView view = StudentViews(book, {}).view(student);
    return feedback_markdown(view) + page_data(student_page(view));
  };
  for (const auto audience : {model::Audience::none, model::Audience::teacher}) {
    book.policy.counterexamples.audience = audience;
    EXPECT_EQ(feedback(1).find("SMALLEST"), std::string::npos);
    EXPECT_EQ(feedback(1).find("grows like"), std::string::npos);
  }
  book.policy.counterexamples.audience = model::Audience::student;
  for (const char* text :
       {"SMALLEST-INPUT", "SMALLEST-ANSWER", "SMALLEST-OUTPUT", "fails on all 31 inputs tried",
        "two of them are equal", "its time grows like n^2.0"})
    EXPECT_NE(feedback(1).find(text), std::string::npos) << text;
  EXPECT_EQ(feedback(2).find("SMALLEST"), std::string::npos);
}

TEST(GradeLeak, TheTestFindsWhatLeaks) {
  std::vector<std::string> marks;
  auto book = marked_book(marks);
  book.policy.feedback.hidden = model::Disclosure::full;
  std::size_t found = 0;
  for (const OutputFile& document : visible_documents(book))
    found += document.bytes.find(k_core) == std::string::npos ? 0 : 1;
  EXPECT_GE(found, 10U);
}

TEST(GradeLeak, NothingOfOtherStudents) {
  const auto book = grade_sample("everything");
  for (const char* kind : {"markdown", "pages", "zip", "gradescope", "classroom50", "moodle-zip"}) {
    const GradeOutput output = made(kind, book, all_options(book));
    for (const OutputFile& file : output.files) {
      std::size_t mine = 0;
      const std::string text = file.name + shown(file);
      for (const char* name : {"Lovelace", "Öberg", "雷", "Diddley", "O&#39;Neil", "O'Neil"})
        mine += text.find(name) == std::string::npos ? 0 : 1;
      EXPECT_LE(mine, 2U) << kind << " " << file.name;
      const bool has_both =
          text.find("ada") != std::string::npos && text.find("asa") != std::string::npos;
      EXPECT_FALSE(has_both) << kind << " " << file.name;
    }
  }
}

TEST(GradeLeak, ACommentReachesThoseWhoMadeTheMistakeAlone) {
  const auto book = grade_sample("everything");
  for (const char* kind : {"markdown", "zip", "gradescope", "classroom50"}) {
    for (const OutputFile& file : made(kind, book, all_options(book)).files) {
      const bool is_theirs = file.name.starts_with("asa.") || file.name.starts_with("li.");
      EXPECT_EQ(file.bytes.find("numbers.") != std::string::npos, is_theirs)
          << kind << " " << file.name;
    }
  }
}

}  // namespace
}  // namespace arbiter::report
