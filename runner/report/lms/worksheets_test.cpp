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
  const std::vector<std::pair<std::string, std::string>> filled_in = {
      {"i tid\";;", "i tid\";20,00;"},
      {"-;\r\n",
       "-;The sorting: 20 of 20 points, Accepted<br>- large: 20 of 20 points. 2 of 2 test cases "
       "passed.<br>The graphs: 0 of 20 points<br>- Nothing was handed in.\r\n"},
      {"3,50", "9,00"},
      {"gammalt \"\"svar\"\"",
       "The sorting: 9 of 20 points, Wrong answer<br>- large: 10 of 20 points. 1 of 2 test cases "
       "passed. The first test case that fails: hidden test 3 (Time limit exceeded).<br>- This "
       "costs "
       "you 1 of 10 points; 9 are left.<br>The graphs: 0 of 20 points, Run-time error"}};
  std::string expected = k_swedish;
  for (const auto& [before, after] : filled_in)
    expected.replace(expected.find(before), before.size(), after);
  EXPECT_EQ(file_of(output), expected);
  EXPECT_THAT(output.warnings,
              testing::UnorderedElementsAre(
                  HasSubstr("line 4 of the worksheet (Deltagare 999) matches no"),
                  HasSubstr("li is not in the worksheet"), HasSubstr("bo is not in the worksheet"),
                  HasSubstr("cy is not in the worksheet")));
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
  EXPECT_THAT(file_of(output), HasSubstr("参与者105,Cy,已提交,,20.00,是,-,\"2026年"));
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

const std::string k_export =
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (4710),Lab 3 (4711),Current Score\r\n"
    ",,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,10.00,40.00,(read only)\r\n"
    "\"Lovelace, Ada\",101,S1,ada,A,9.00,,90\r\n"
    "\"Öberg, Åsa\",102,S2,asa,A,,EX,\r\n"
    "\"雷, 李\",777,S3,li,A,-,1.00,\r\n"
    "\"Student, Test\",888,,e3b0c442,A,,,\r\n";

TEST(GradeCanvas, FillsOneColumnAndKeepsEveryOtherByte) {
  auto output = made("canvas", grade_sample("cohort"), with_sheet(k_export));
  std::string expected = k_export;
  expected.replace(expected.find("A,9.00,,90"), 10, "A,9.00,20.00,90");
  expected.replace(expected.find("A,-,1.00,"), 9, "A,-,5.00,");
  EXPECT_EQ(file_of(output), expected);
  EXPECT_THAT(output.warnings,
              testing::UnorderedElementsAre(HasSubstr("bo is not in the grade book"), testing::_));
}

TEST(GradeCanvas, ANewAssignmentBecomesTheLastColumn) {
  auto book = grade_sample("cohort");
  book.policy.assignment = "Lab 4";
  EXPECT_EQ(
      file_of(made("canvas", book, with_sheet(k_export))),
      "Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (4710),Lab 3 (4711),Current Score,Lab "
      "4\r\n"
      ",,,,,Manual Posting,,,\r\n"
      "    Points Possible,,,,,10.00,40.00,(read only),40.00\r\n"
      "\"Lovelace, Ada\",101,S1,ada,A,9.00,,90,20.00\r\n"
      "\"Öberg, Åsa\",102,S2,asa,A,,EX,,9.00\r\n"
      "\"雷, 李\",777,S3,li,A,-,1.00,,5.00\r\n"
      "\"Student, Test\",888,,e3b0c442,A,,,,\r\n");
}

TEST(GradeCanvas, SemicolonsDecimalCommasAndForeignTitlesStay) {
  const std::string sheet =
      "\xEF\xBB\xBF学生;编号;登录;班级;实验 3 (4711);实验 2 (1)\n"
      "    满分;;;;40,00;10,00\n"
      "Ada Lovelace;101;ada;A;;2,50\n"
      "Åsa Öberg;;asa;A;;\n"
      "Bo;104;\"bo\";A;ex;\n";
  auto book = grade_sample("cohort");
  book.policy.assignment = "实验 3";
  const std::string filled = file_of(made("canvas", book, with_sheet(sheet)));
  std::string expected = sheet;
  expected.replace(expected.find("ada;A;;2"), 8, "ada;A;20,00;2");
  expected.replace(expected.find("asa;A;;"), 7, "asa;A;9,00;");
  EXPECT_EQ(filled, expected);
}

TEST(GradeCanvas, NamesInTwoColumns) {
  const std::string sheet =
      "LastName,FirstName,ID,SIS Login ID,Section,Lab 3 (4711)\n"
      "Lovelace,Ada,101,,A,\nÖberg,Åsa,9,,A,\n";
  const std::string filled = file_of(made("canvas", grade_sample("cohort"), with_sheet(sheet)));
  EXPECT_THAT(filled, HasSubstr("Lovelace,Ada,101,,A,20.00\n"));
  EXPECT_THAT(filled, HasSubstr("Öberg,Åsa,9,,A,9.00\n"));
}

TEST(GradeCanvas, WhatCannotBeWrittenIsRefused) {
  auto book = grade_sample("cohort");
  EXPECT_THAT(refusal("canvas", book, with_sheet("a,b\n1,2\n")), HasSubstr("four columns"));
  EXPECT_THAT(refusal("canvas", book, with_sheet("a,b,c,d\nx,y,z,w\n")),
              HasSubstr("student's number"));
  GradeOutputOptions options = with_sheet(k_export);
  options.grade_column = "Current Score";
  EXPECT_THAT(refusal("canvas", book, options), HasSubstr("does not accept"));
  std::string twice = k_export;
  twice.replace(twice.find("Lab 2 (4710)"), 12, "Lab 3 (4710)");
  EXPECT_THAT(refusal("canvas", book, with_sheet(twice)), HasSubstr("several columns"));
  options = with_sheet(twice);
  options.grade_column = "Lab 3 (4711)";
  EXPECT_THAT(file_of(made("canvas", book, options)), HasSubstr("9.00,20.00,90"));
  book.policy.assignment.clear();
  EXPECT_THAT(refusal("canvas", book, with_sheet(k_export)), HasSubstr("Canvas is unknown"));
}

}  // namespace
}  // namespace arbiter::report
