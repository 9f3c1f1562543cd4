#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <string>

#include "base/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"

namespace arbiter::report {
namespace {

pugi::xml_document document(const std::string& name) {
  pugi::xml_document parsed;
  const std::string text = find_format("junit")->render(sample(name), {});
  EXPECT_TRUE(parsed.load_string(text.c_str())) << text;
  return parsed;
}

TEST(Junit, PassingTestsHaveNoChildrenThatFail) {
  const auto xml = document("AC");
  const auto suite = xml.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.attribute("tests").value(), "3");
  EXPECT_STREQ(suite.attribute("failures").value(), "0");
  const auto test = suite.child("testcase");
  EXPECT_STREQ(test.attribute("name").value(), "sample/1");
  EXPECT_STREQ(test.attribute("classname").value(), "twofive.solution.cpp");
  EXPECT_STREQ(test.attribute("time").value(), "0.002300");
  EXPECT_FALSE(test.child("failure"));
}

TEST(Junit, FailuresAreOfTheVerdictsType) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"WA", "Wrong Answer: line 3, column 4: expected \"AB DE\", got \"AB  DF\""},
      {"TLE", "Time Limit Exceeded: CPU time 2.2 s is over the limit of 2 s"},
      {"RTE", "Run-Time Error: ended by signal 11 (SIGSEGV, invalid memory access)"},
      {"OLE", "Output Limit Exceeded: wrote more than the output limit of 8 MiB"},
      {"MLE", "Memory Limit Exceeded: stopped at the memory limit of 256 MiB"}};
  for (const auto& [verdict, message] : rows) {
    const auto xml = document(verdict);
    const auto suites = xml.child("testsuites");
    EXPECT_STREQ(suites.attribute("failures").value(), "1");
    EXPECT_STREQ(suites.attribute("errors").value(), "0");
    const auto test = suites.child("testsuite").child("testcase").next_sibling("testcase");
    EXPECT_EQ(test.child("failure").attribute("type").value(), verdict);
    EXPECT_EQ(test.child("failure").attribute("message").value(), message);
  }
}

TEST(Junit, JudgesFaultsAreErrors) {
  for (const char* name : {"JE", "toolchain", "box"}) {
    const auto xml = document(name);
    const auto suite = xml.child("testsuites").child("testsuite");
    EXPECT_STREQ(suite.attribute("errors").value(), "1");
    EXPECT_STREQ(suite.attribute("failures").value(), "0");
  }
}

TEST(Junit, CompileErrorIsOneCase) {
  const auto xml = document("CE");
  const auto suite = xml.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.attribute("tests").value(), "1");
  EXPECT_STREQ(suite.child("testcase").attribute("name").value(), "compile");
  EXPECT_STREQ(suite.child("testcase").child("failure").attribute("type").value(), "CE");
}

TEST(Junit, WrongSolutionsThatFailAsTheyShouldAreGreen) {
  const auto xml = document("several");
  std::string failed;
  for (const auto suite : xml.child("testsuites").children("testsuite")) {
    for (const auto test : suite.children("testcase")) {
      if (test.child("failure")) {
        failed += std::string(test.attribute("classname").value()) + " " +
                  test.attribute("name").value() + "\n";
      }
    }
  }
  // An OLE counts as WA, so secret/04 of the program that crashes is consistent with its label.
  EXPECT_EQ(failed,
            "twofive.off_by_one.cpp as expected\n"
            "twofive.crashes_and_has_a_name_that_is_long.cpp secret/02\n"
            "twofive.crashes_and_has_a_name_that_is_long.cpp as expected\n");
}

TEST(Junit, InterruptedSubmissionsAreSkipped) {
  const auto xml = document("interrupted");
  const auto suites = xml.child("testsuites");
  EXPECT_STREQ(suites.attribute("skipped").value(), "2");
  EXPECT_TRUE(suites.last_child().child("testcase").child("skipped"));
}

TEST(Junit, HoldsOnlyCharactersOfXml) {
  const std::string text = find_format("junit")->render(sample("strange"), {});
  EXPECT_TRUE(is_utf8(text));
  for (const char c : text)
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  EXPECT_EQ(text.find("\xEF\xBF\xBF"), std::string::npos);
  EXPECT_NE(text.find("\\x1b[2J"), std::string::npos);
}

}  // namespace
}  // namespace arbiter::report
