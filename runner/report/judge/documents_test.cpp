#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using Json = nlohmann::ordered_json;

std::string rendered(std::string_view format, const std::string& name) {
  return format_named(judge_formats(), format)->render(sample(name), {});
}

Json document(const std::string& name) {
  return Json::parse(rendered("json", name));
}

TEST(Json, HasAllOfARun) {
  std::string all;
  for (const char* name : {"AC", "RTE", "exit", "TLE", "wall", "CE"})
    all += lines_of(document(name));
  expect_golden("judgements.txt", all);
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
                           "expected::✓ AC Accepted: 12 test cases; at most 1.25 ms"))
      << text;
  const std::string wrong = format_named(judge_formats(), "github")->render(sample("WA"), {});
  EXPECT_NE(wrong.find("%0A  differs at line 3, column 4%0A"), std::string::npos) << wrong;
}

// An OLE counts as WA, so secret/04 of the program that crashes is consistent with its label.
TEST(Junit, HasAllOfARun) {
  std::string all;
  for (const char* name : {"CE", "WA", "TLE", "RTE", "OLE", "MLE", "JE", "toolchain", "box",
                           "several", "interrupted"}) {
    auto judgement = sample(name);
    // Many test cases that are AC say nothing new.
    if (judgement.submissions.size() > 1) {
      std::erase_if(judgement.submissions,
                    [](const model::SubmissionJudgement& one) { return one.as_expected; });
    }
    const std::string text = format_named(judge_formats(), "junit")->render(judgement, {});
    EXPECT_TRUE(pugi::xml_document().load_string(text.c_str())) << name;
    all += text;
  }
  expect_golden("junit.txt", all);
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

TEST(Junit, ClassesAreUniqueAndHaveTheProblemForAPackage) {
  auto judgement = sample("AC");
  judgement.submissions.push_back(judgement.submissions[0]);
  judgement.submissions[0].path = "../a.b";
  judgement.submissions[1].path = "../a_b";
  const std::string text = format_named(judge_formats(), "junit")->render(judgement, {});
  EXPECT_NE(text.find("classname=\"twofive.__/a_b\""), std::string::npos) << text;
  EXPECT_NE(text.find("classname=\"twofive.__/a_b-2\""), std::string::npos) << text;
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
