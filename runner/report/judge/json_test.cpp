#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"

namespace arbiter::report {
namespace {

using Json = nlohmann::ordered_json;

Json document(const std::string& name) {
  return Json::parse(find_format("json")->render(sample(name), {}));
}

TEST(Json, BeginsWithItsSchema) {
  const std::string text = find_format("json")->render(sample("AC"), {});
  EXPECT_EQ(text.substr(0, 33), "{\n  \"schema\": \"arbiter/judge/1\",\n");
  EXPECT_EQ(text.back(), '\n');
}

TEST(Json, IsTheDocumentedDocument) {
  const Json json = document("AC");
  EXPECT_EQ(json["limits"],
            Json::parse(R"({"time_s":2.0,"wall_s":5.0,"memory_mib":256,"output_mib":8})"));
  EXPECT_EQ(json["sandbox"]["mode"], "root, cgroup v1");
  EXPECT_EQ(json["submissions"].size(), 1U);
  const Json& submission = json["submissions"][0];
  EXPECT_EQ(submission["path"], "solution.cpp");
  EXPECT_EQ(submission["expected"], Json::array({"AC"}));
  EXPECT_EQ(submission["verdict"], "AC");
  EXPECT_EQ(submission["score"], nullptr);
  EXPECT_EQ(submission["as_expected"], true);
  EXPECT_EQ(submission["max_cpu_s"], 0.00125);
  EXPECT_EQ(submission["max_memory_kib"], 3300);
  EXPECT_EQ(submission["compile"]["ok"], true);
  const Json& test = submission["tests"][0];
  EXPECT_EQ(test["exit_status"], 0);
  EXPECT_EQ(test["signal"], nullptr);
  EXPECT_EQ(test["first_difference"], nullptr);
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
    const std::string text = find_format(format)->render(sample("strange"), {});
    EXPECT_TRUE(is_utf8(text));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\0'), std::string::npos);
  }
  const Json test = document("strange")["submissions"][0]["tests"][1];
  EXPECT_EQ(test["message"].get<std::string>().substr(0, 2), std::string("\0\x01", 2));
  EXPECT_NE(test["message"].get<std::string>().find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(Json, LinesAreEvents) {
  const std::string text = find_format("jsonl")->render(sample("several"), {});
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

TEST(Registry, FormatsAreFoundByNameAndExtension) {
  EXPECT_EQ(judge_formats().front().name, "human");
  for (const Format& format : judge_formats()) {
    EXPECT_EQ(find_format(format.name), &format);
    EXPECT_EQ(format_of_extension("a/b" + std::string(format.extension)), &format);
  }
  EXPECT_EQ(find_format("html"), nullptr);
  EXPECT_EQ(format_of_extension("report.pdf"), nullptr);
  EXPECT_EQ(format_of_extension(".json"), nullptr);
}

}  // namespace
}  // namespace arbiter::report
