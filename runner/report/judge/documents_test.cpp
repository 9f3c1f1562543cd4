#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"

namespace arbiter::report {
namespace {

using Json = nlohmann::ordered_json;

std::string rendered(std::string_view format, const std::string& name) {
  return format_named(judge_formats(), format)->render(sample(name), {});
}

Json document(const std::string& name) {
  return Json::parse(rendered("json", name));
}

TEST(Json, FiguresAreNumbers) {
  const Json json = document("AC");
  EXPECT_EQ(json["limits"],
            Json::parse(R"({"time_s":2.0,"wall_s":5.0,"memory_mib":256,"output_mib":8})"));
  const Json& submission = json["submissions"][0];
  EXPECT_EQ(submission["max_cpu_s"], 0.00125);
  EXPECT_EQ(submission["max_memory_kib"], 3300);
  EXPECT_EQ(submission["as_expected"], true);
  EXPECT_EQ(submission["tests"][0]["exit_status"], 0);
}

TEST(Json, SaysHowARunEnded) {
  const Json killed = document("RTE")["submissions"][0]["tests"][1];
  EXPECT_EQ(killed["signal"], 11);
  EXPECT_EQ(killed["exit_status"], nullptr);
  const Json exited = document("exit")["submissions"][0]["tests"][1];
  EXPECT_EQ(exited["signal"], nullptr);
  EXPECT_EQ(exited["exit_status"], 1);
  EXPECT_EQ(document("TLE")["submissions"][0]["tests"][1]["ending"], "cpu_limit");
  EXPECT_EQ(document("wall")["submissions"][0]["tests"][1]["ending"], "wall_limit");
}

TEST(Json, CompileErrorHasNoTestsAndNoMaxima) {
  const Json submission = document("CE")["submissions"][0];
  EXPECT_EQ(submission["verdict"], "CE");
  EXPECT_EQ(submission["tests"], Json::array());
  EXPECT_EQ(submission["max_cpu_s"], nullptr);
  EXPECT_EQ(submission["max_memory_kib"], nullptr);
}

TEST(Json, UnfinishedSubmissionsHaveNoVerdict) {
  const Json json = document("interrupted");
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_EQ(json["submissions"][5]["verdict"], nullptr);
  EXPECT_EQ(json["submissions"][5]["as_expected"], false);
}

TEST(Json, BytesThatAreNoTextDoNotBreakIt) {
  for (const char* format : {"json", "jsonl"}) {
    const std::string text = rendered(format, "strange");
    EXPECT_TRUE(is_utf8(text));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\0'), std::string::npos);
  }
  const Json test = document("strange")["submissions"][0]["tests"][1];
  EXPECT_EQ(test["message"].get<std::string>().substr(0, 2), std::string("\0\x01", 2));
  EXPECT_NE(test["message"].get<std::string>().find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(Json, LinesAreEvents) {
  const std::string text = rendered("jsonl", "several");
  std::vector<std::string> events;
  for (const std::string_view line : split_lines(text)) {
    const Json json = Json::parse(line);
    events.push_back(json["event"]);
    EXPECT_EQ(json.contains("submission"), events.back() == "test");
  }
  EXPECT_EQ(events.front(), "judgement");
  EXPECT_EQ(events[1], "test");
  EXPECT_EQ(events[13], "submission");
  EXPECT_EQ(events.back(), "end");
  EXPECT_EQ(text.substr(0, 10), "{\"schema\":");
  EXPECT_EQ(events.size(), 1U + 5 * 13 + 8 + 1);
}

TEST(Json, CountsVerdicts) {
  const Json json = document("interrupted");
  std::size_t judged = 0;
  for (const Json& one : json["submissions"])
    judged += one["verdict"].is_null() ? 0 : 1;
  EXPECT_LT(judged, json["submissions"].size());
  for (const Json& count : json["counts"])
    judged -= count.get<std::size_t>();
  EXPECT_EQ(judged, 0U);
  EXPECT_EQ(document("RTE")["submissions"][0]["counts"]["AC"], 2);
  EXPECT_EQ(document("RTE")["submissions"][0]["counts"]["RTE"], 1);
}

TEST(Registry, FormatsAreFoundByNameAndExtension) {
  EXPECT_EQ(judge_formats().front().name, "human");
  for (const Format& format : judge_formats()) {
    EXPECT_EQ(format_named(judge_formats(), format.name), &format);
    if (format.extension.empty()) continue;
    EXPECT_EQ(format_of_path(judge_formats(), "a/b" + std::string(format.extension)), &format);
  }
  EXPECT_EQ(format_named(judge_formats(), "pdf"), nullptr);
  EXPECT_EQ(format_of_path(judge_formats(), "report.pdf"), nullptr);
  EXPECT_EQ(format_of_path(judge_formats(), ".json"), nullptr);
}

TEST(Github, SubmissionsAreAnnotatedAtTheirFiles) {
  auto judgement = sample("several");
  judgement.folder = "/home/me";
  judgement.submissions.resize(2);
  judgement.submissions[0].path = "/home/me/lab/a,b.cpp";
  judgement.submissions[1] = sample("CE").submissions[0];
  judgement.submissions[1].path = "lab/x/../my solution.cpp";
  const std::string text = format_named(judge_formats(), "github")->render(judgement, {});
  const auto lines = split_lines(text);
  ASSERT_EQ(lines.size(), 2U) << text;
  EXPECT_EQ(
      lines[0],
      "::error file=lab/my solution.cpp,line=3,col=3,title=twofive%3A CE::error: 'cout' was not "
      "declared in this scope; did you mean 'std::cout'?");
  EXPECT_TRUE(
      lines[1].starts_with("::notice file=lab/a%2Cb.cpp,title=twofive%3A AC%2C as "
                           "expected::✓ AC Accepted: 12 tests; at most 1.25 ms"))
      << text;
  const std::string wrong = format_named(judge_formats(), "github")->render(sample("WA"), {});
  EXPECT_NE(wrong.find("%0A  differs at line 3, column 4%0A"), std::string::npos) << wrong;
}

pugi::xml_document junit(const std::string& name) {
  pugi::xml_document parsed;
  const std::string text = rendered("junit", name);
  EXPECT_TRUE(parsed.load_string(text.c_str())) << text;
  return parsed;
}

TEST(Junit, FailuresAreOfTheVerdictsType) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"WA", "Wrong Answer: line 3, column 4: expected \"AB DE\", got \"AB  DF\""},
      {"TLE", "Time Limit Exceeded: CPU time 2.2 s is over the limit of 2 s"},
      {"RTE", "Run-Time Error: ended by signal 11 (SIGSEGV, invalid memory access)"},
      {"OLE", "Output Limit Exceeded: wrote more than the output limit of 8 MiB"},
      {"MLE", "Memory Limit Exceeded: stopped at the memory limit of 256 MiB"}};
  for (const auto& [verdict, message] : rows) {
    const auto xml = junit(verdict);
    const auto suites = xml.child("testsuites");
    EXPECT_STREQ(suites.attribute("failures").value(), "1");
    EXPECT_STREQ(suites.attribute("errors").value(), "0");
    EXPECT_STREQ(suites.child("testsuite").child("testcase").attribute("time").value(), "0.002300");
    const auto test = suites.child("testsuite").child("testcase").next_sibling("testcase");
    EXPECT_EQ(test.child("failure").attribute("type").value(), verdict);
    EXPECT_EQ(test.child("failure").attribute("message").value(), message);
  }
}

TEST(Junit, MessagesKeepTheirLines) {
  auto judgement = sample("WA");
  model::TestJudgement& test = judgement.submissions[0].tests[1];
  test.message = "one\ntwo";
  test.first_difference.reset();
  const std::string text = format_named(judge_formats(), "junit")->render(judgement, {});
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(text.c_str()));
  const auto failure = xml.select_node("//failure").node();
  EXPECT_STREQ(failure.attribute("message").value(), "Wrong Answer: one\ntwo");
  EXPECT_EQ(std::string(failure.text().get()).substr(0, 22), "Wrong Answer: one\ntwo\n");
}

TEST(Junit, JudgesFaultsAreErrors) {
  for (const char* name : {"JE", "toolchain", "box"}) {
    const auto xml = junit(name);
    const auto suite = xml.child("testsuites").child("testsuite");
    EXPECT_STREQ(suite.attribute("errors").value(), "1");
    EXPECT_STREQ(suite.attribute("failures").value(), "0");
  }
}

TEST(Junit, CompileErrorIsOneCase) {
  const auto xml = junit("CE");
  const auto suite = xml.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.attribute("tests").value(), "1");
  EXPECT_STREQ(suite.child("testcase").attribute("name").value(), "compile");
  EXPECT_STREQ(suite.child("testcase").child("failure").attribute("type").value(), "CE");
}

TEST(Junit, WrongSolutionsThatFailAsTheyShouldAreGreen) {
  const auto xml = junit("several");
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
            "twofive.problems/twofive/submissions/wrong_answer/off_by_one_cpp as expected\n"
            "twofive.problems/twofive/submissions/wrong_answer/"
            "crashes_and_has_a_name_that_is_long_cpp secret/02\n"
            "twofive.problems/twofive/submissions/wrong_answer/"
            "crashes_and_has_a_name_that_is_long_cpp as expected\n");
}

TEST(Junit, ClassesAreUniqueAndHaveTheProblemForAPackage) {
  auto judgement = sample("AC");
  judgement.submissions.push_back(judgement.submissions[0]);
  judgement.submissions[0].path = "../a.b";
  judgement.submissions[1].path = "../a_b";
  const std::string text = format_named(judge_formats(), "junit")->render(judgement, {});
  EXPECT_NE(text.find("classname=\"twofive.__/a_b\""), std::string::npos) << text;
  EXPECT_NE(text.find("classname=\"twofive.__/a_b-2\""), std::string::npos) << text;
}

TEST(Junit, InterruptedSubmissionsAreSkipped) {
  const auto xml = junit("interrupted");
  const auto suites = xml.child("testsuites");
  EXPECT_STREQ(suites.attribute("skipped").value(), "2");
  EXPECT_TRUE(suites.last_child().child("testcase").child("skipped"));
}

TEST(Junit, HoldsOnlyCharactersOfXml) {
  const std::string text = rendered("junit", "strange");
  EXPECT_TRUE(is_utf8(text));
  for (const char c : text)
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  EXPECT_EQ(text.find("\xEF\xBF\xBF"), std::string::npos);
  EXPECT_NE(text.find("\\x1b[2J"), std::string::npos);
}

}  // namespace
}  // namespace arbiter::report
