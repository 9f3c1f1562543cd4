#include <gmock/gmock.h>

#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

GradeOutputOptions with_sheet(std::string worksheet) {
  GradeOutputOptions options;
  options.worksheet = std::move(worksheet);
  return options;
}

// A Swedish worksheet as Excel saves it: byte order mark, CRLF, semicolons, decimal comma.
const std::string k_swedish =
    "\xEF\xBB\xBFIdentifikator;\"Fullständigt namn\";E-postadress;Status;Betyg;\"Högsta "
    "betyg\";\"Betyget kan ändras\";\"Senast ändrad (inlämning)\";\"Senast ändrad "
    "(betyg)\";Kommentarer\r\n"
    "Deltagare 101;Ada Lovelace;ada@example.org;\"Inlämnad; i tid\";;40,00;Ja;\"söndag 22 "
    "november 2026, 13.40\";-;\r\n"
    "Deltagare 102;Åsa Öberg;asa@example.org;Inlämnad;3,50;40,00;Ja;-;-;\"gammalt "
    "\"\"svar\"\"\"\r\n"
    "Deltagare 999;Någon Annan;x@example.org;;;40,00;Ja;-;-;behåll\r\n";

TEST(GradeMoodle, FillsTheTeachersOwnFileAndKeepsEveryOtherByte) {
  const auto output = made("moodle", grade_sample("cohort"), with_sheet(k_swedish));
  EXPECT_EQ(file_of(output),
            "\xEF\xBB\xBFIdentifikator;\"Fullständigt namn\";E-postadress;Status;Betyg;\"Högsta "
            "betyg\";\"Betyget kan ändras\";\"Senast ändrad (inlämning)\";\"Senast ändrad "
            "(betyg)\";Kommentarer\r\n"
            "Deltagare 101;Ada Lovelace;ada@example.org;\"Inlämnad; i tid\";20,00;40,00;Ja;"
            "\"söndag 22 november 2026, 13.40\";-;The sorting: 20/20, AC<br>- large 20/20: 2 of 2 "
            "passed<br>The graphs: 0/20<br>- nothing was handed in\r\n"
            "Deltagare 102;Åsa Öberg;asa@example.org;Inlämnad;9,00;40,00;Ja;-;-;\"The sorting: "
            "9/20, WA<br>- large 10/20: 1 of 2 passed; first fails hidden test 2, TLE<br>- late by "
            "2 h 5 min: 1 of 10 points taken<br>The graphs: 0/20, RTE\"\r\n"
            "Deltagare 999;Någon Annan;x@example.org;;;40,00;Ja;-;-;behåll\r\n");
}

TEST(GradeMoodle, SaysWhoFoundNoPlace) {
  const auto output = made("moodle", grade_sample("cohort"), with_sheet(k_swedish));
  std::string all;
  for (const std::string& warning : output.warnings)
    all += warning + "\n";
  EXPECT_THAT(all, HasSubstr("line 4 of the worksheet (Deltagare 999) matches no"));
  for (const char* who : {"li", "bo", "cy"})
    EXPECT_THAT(all, HasSubstr(std::string(who) + " is not in the worksheet"));
  EXPECT_EQ(output.warnings.size(), 4U) << all;
}

TEST(GradeMoodle, ChineseTitlesAndNoFeedbackColumn) {
  const std::string sheet =
      "编号,全名,状态,成绩,最高分,可以更改成绩,最后修改（作业）,最后修改（成绩）\n"
      "参与者103,李 雷,已提交,,20.00,是,-,-\n"
      "参与者105,Cy,已提交,,20.00,是,-,\"2026年11月22日 星期日 13:40\"\n";
  GradeOutputOptions options = with_sheet(sheet);
  options.problem = 0;
  auto book = grade_sample("cohort");
  const auto output = made("moodle", book, options);
  EXPECT_THAT(file_of(output), HasSubstr("参与者103,李 雷,已提交,5.00,20.00,是,-,-\n"));
  EXPECT_THAT(file_of(output), HasSubstr("参与者105,Cy,已提交,0.00,20.00,是,-,\"2026年"));
  EXPECT_THAT(output.warnings.back(), HasSubstr("no column for feedback"));
}

TEST(GradeMoodle, JudgeErrorsAreLeftToAPerson) {
  const std::string sheet =
      "Identifier,Full name,Grade,Maximum grade,Feedback comments\nParticipant 105,Cy,7,40,x\n";
  const auto output = made("moodle", grade_sample("cohort"), with_sheet(sheet));
  EXPECT_EQ(file_of(output), sheet);
  EXPECT_THAT(output.warnings, testing::Contains(HasSubstr("cy could not be judged")));
}

TEST(GradeMoodle, ARowThatContradictsItselfIsLeft) {
  const std::string sheet =
      "Identifier,Full name,Email address,Grade,Maximum grade,Feedback comments\n"
      "Participant 101,Somebody,asa@example.org,,40,\n";
  const auto output = made("moodle", grade_sample("cohort"), with_sheet(sheet));
  EXPECT_EQ(file_of(output), sheet);
}

TEST(GradeMoodle, FindsByAddressAndByNameWherePlatformNumbersAreUnknown) {
  auto book = grade_sample("cohort");
  for (model::Student& student : book.students)
    student.lms_id.clear();
  book.students[4].name = "Ada Lovelace";
  const std::string sheet =
      "Identifier,Full name,Email address,Grade,Maximum grade,Feedback comments\n"
      "Participant 1,Ada Lovelace,,,40,\n"
      "Participant 2,Åsa  öberg,,,40,\n"
      "Participant 3,?,LI@example.org,,40,\n";
  // Two are called Ada Lovelace, and the folding of letters is of ASCII alone.
  book.students[1].name = "Åsa öBERG";
  const std::string filled = file_of(made("moodle", book, with_sheet(sheet)));
  EXPECT_THAT(filled, HasSubstr("Participant 1,Ada Lovelace,,,40,\n"));
  EXPECT_THAT(filled, HasSubstr("Åsa  öberg,,9.00,40,"));
  EXPECT_THAT(filled, HasSubstr("LI@example.org,5.00,40,"));
}

TEST(GradeMoodle, TellsOfAnotherMaximum) {
  const std::string sheet =
      "Identifier,Full name,Grade,Maximum grade,Feedback comments\nParticipant 101,Ada,,100,\n";
  const auto output = made("moodle", grade_sample("cohort"), with_sheet(sheet));
  EXPECT_THAT(output.warnings.front(), HasSubstr("maximum is 100, but students can get 40 points"));
}

TEST(GradeMoodle, WhatIsNoWorksheetIsRefused) {
  const auto book = grade_sample("cohort");
  EXPECT_THAT(refusal("moodle", book, {}), HasSubstr("needs a file"));
  EXPECT_THAT(refusal("moodle", book, with_sheet("a,b\n")), HasSubstr("it has no rows"));
  EXPECT_THAT(refusal("moodle", book, with_sheet("a,b\n1,2\n")), HasSubstr("names participants"));
  EXPECT_THAT(refusal("moodle", book, with_sheet("a,b\nP 1,2\n")), HasSubstr("column of grades"));
  EXPECT_THAT(refusal("moodle", book, with_sheet("a,b\n1,\"c\n")), HasSubstr("line"));
  GradeOutputOptions named = with_sheet(k_swedish);
  named.grade_column = "Grade";
  EXPECT_THAT(refusal("moodle", book, named), HasSubstr("no column 'Grade'"));
  named.grade_column = "Betyg";
  named.feedback_column = "Kommentarer";
  EXPECT_EQ(file_of(made("moodle", book, named)),
            file_of(made("moodle", book, with_sheet(k_swedish))));
}

TEST(GradeMoodle, FeedbackIsNoMarkup) {
  const std::string sheet =
      "Identifier,Full name,Grade,Maximum grade,Feedback comments\nParticipant 101,Ada,,40,\n";
  const std::string filled = file_of(made("moodle", grade_sample("hostile"), with_sheet(sheet)));
  EXPECT_THAT(filled, HasSubstr("&lt;img src=x"));
  EXPECT_THAT(filled, testing::Not(HasSubstr("<img")));
}

}  // namespace
}  // namespace arbiter::report
