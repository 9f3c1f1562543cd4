#include <gmock/gmock.h>

#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

GradeOutputOptions with_gradebook(std::string bytes) {
  GradeOutputOptions options;
  options.worksheet = std::move(bytes);
  return options;
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
  auto output = made("canvas", grade_sample("cohort"), with_gradebook(k_export));
  std::string expected = k_export;
  expected.replace(expected.find("A,9.00,,90"), 10, "A,9.00,20.00,90");
  expected.replace(expected.find("A,-,1.00,"), 9, "A,-,5.00,");
  EXPECT_EQ(file_of(output), expected);
  std::string all;
  for (const std::string& warning : output.warnings)
    all += warning + "\n";
  EXPECT_THAT(all, HasSubstr("line 7 of the grade book (Student, Test) matches no"));
  EXPECT_THAT(all, HasSubstr("bo is not in the grade book"));
  EXPECT_EQ(output.warnings.size(), 3U) << all;
}

TEST(GradeCanvas, ANewAssignmentBecomesTheLastColumn) {
  auto book = grade_sample("cohort");
  book.policy.assignment = "Lab 4";
  EXPECT_EQ(
      file_of(made("canvas", book, with_gradebook(k_export))),
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
  const std::string filled = file_of(made("canvas", book, with_gradebook(sheet)));
  std::string expected = sheet;
  expected.replace(expected.find("ada;A;;2"), 8, "ada;A;20,00;2");
  expected.replace(expected.find("asa;A;;"), 7, "asa;A;9,00;");
  EXPECT_EQ(filled, expected);
}

TEST(GradeCanvas, NamesInTwoColumns) {
  const std::string sheet =
      "LastName,FirstName,ID,SIS Login ID,Section,Lab 3 (4711)\n"
      "Lovelace,Ada,101,,A,\nÖberg,Åsa,9,,A,\n";
  const std::string filled = file_of(made("canvas", grade_sample("cohort"), with_gradebook(sheet)));
  EXPECT_THAT(filled, HasSubstr("Lovelace,Ada,101,,A,20.00\n"));
  EXPECT_THAT(filled, HasSubstr("Öberg,Åsa,9,,A,9.00\n"));
}

TEST(GradeCanvas, WhatCannotBeWrittenIsRefused) {
  auto book = grade_sample("cohort");
  EXPECT_THAT(refusal("canvas", book, with_gradebook("a,b\n1,2\n")), HasSubstr("four columns"));
  EXPECT_THAT(refusal("canvas", book, with_gradebook("a,b,c,d\nx,y,z,w\n")),
              HasSubstr("student's number"));
  GradeOutputOptions options = with_gradebook(k_export);
  options.grade_column = "Current Score";
  EXPECT_THAT(refusal("canvas", book, options), HasSubstr("does not accept"));
  std::string twice = k_export;
  twice.replace(twice.find("Lab 2 (4710)"), 12, "Lab 3 (4710)");
  EXPECT_THAT(refusal("canvas", book, with_gradebook(twice)), HasSubstr("several columns"));
  options = with_gradebook(twice);
  options.grade_column = "Lab 3 (4711)";
  EXPECT_THAT(file_of(made("canvas", book, options)), HasSubstr("9.00,20.00,90"));
  book.policy.assignment.clear();
  EXPECT_THAT(refusal("canvas", book, with_gradebook(k_export)), HasSubstr("Canvas is unknown"));
}

}  // namespace
}  // namespace arbiter::report
