#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/samples.hpp"

namespace arbiter::report {
namespace {

constexpr std::string_view k_found = R"({
  "schema": "arbiter/stress/1", "arbiter": "0.1.0", "problem": "wordduel",
  "problem_hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "started": "2026-11-21T07:45:00Z",
  "submissions": [{
    "path": "wrong.cpp",
    "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}],
  "against": "submissions/accepted/reference.cpp", "game": false, "seed": 7, "iterations": 321,
  "seconds": 1.5, "iterations_per_s": 214.0, "refused": 0, "found": 1,
  "generators": [
    {"generator": "tiny --most 1..20 {seed}", "reached": "--most 14", "inputs": 123416}],
  "exhausted_up_to": [
    {"generator": "tiny --most 4", "inputs": 40, "choices": 3, "bytes": 5, "complete": false}],
  "failures": [{
    "submission": "wrong.cpp", "verdict": "WA",
    "message": "line 2, column 1: expected \"4\", got \"3\"",
    "first_difference": {
      "output_line": 2, "output_column": 1, "answer_line": 2, "answer_column": 1,
      "expected": "4", "got": "3", "expected_end": false, "got_end": false},
    "found_by": "tiny --most 12 --seed 1729", "original_bytes": 120, "shrunk_bytes": 9,
    "original_choices": 31, "shrunk_choices": 4, "choices": "1 in 0..3\n", "shrink_attempts": 43,
    "found_after_seconds": 0.5, "shrink_seconds": 0.2, "shrunk_out": true,
    "input": "2\nabc\nab\n", "expected": "yes\n4\n", "got": "yes\n3\n", "got_left_out": 0,
    "stderr_tail": "", "replay": "arbiter judge wordduel wrong.cpp --input stress-1.in",
    "saved": null, "catches": [],
    "outcomes": [{
      "submission": "wrong.cpp", "verdict": "WA",
      "message": "line 2, column 1: expected \"4\", got \"3\""}]}],
  "faults": [], "command": "arbiter stress wordduel wrong.cpp --for 60s --seed 7",
  "sandbox": {"mode": "root, cgroup v1", "unsandboxed": false}, "interrupted": false})";

nlohmann::json parsed(const model::StressResult& result) {
  return nlohmann::json::parse(stress_document(result, "0.1.0"));
}

TEST(StressDocument, AllOfIt) {
  // Their order included.
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(Json::parse(stress_document(stress_sample("found"), "0.1.0")), Json::parse(k_found));
}

TEST(StressDocument, NothingIsNull) {
  const auto json = parsed(model::StressResult());
  for (const char* name : {"problem", "problem_hash", "started", "against", "exhausted_up_to"})
    EXPECT_TRUE(json[name].is_null()) << name;
  EXPECT_EQ(json["iterations_per_s"], 0);
  EXPECT_EQ(json["found"], 0);
}

TEST(StressDocument, SeveralSubmissions) {
  const auto json = parsed(stress_sample("several"));
  EXPECT_EQ(json["found"], 2);
  EXPECT_EQ(json["failures"][1]["submission"], "folder/crashes.cpp");
  EXPECT_EQ(json["failures"][1]["verdict"], "RTE");
  EXPECT_EQ(json["failures"][1]["shrunk_out"], false);
  EXPECT_TRUE(json["failures"][1]["first_difference"].is_null());
  EXPECT_EQ(json["failures"][0]["saved"], "secret/stress-1");
  EXPECT_EQ(json["failures"][0]["catches"].size(), 2U);
  EXPECT_EQ(json["failures"][0]["outcomes"][2]["message"], "over 2 s");
  EXPECT_EQ(json["submissions"][0]["sha256"], nullptr);
}

TEST(StressDocument, OfTwoNobodyIsRight) {
  auto result = stress_sample("two");
  auto json = parsed(result);
  EXPECT_TRUE(json["failures"][0]["verdict"].is_null());
  EXPECT_TRUE(json["failures"][0]["outcomes"][0]["verdict"].is_null());
  EXPECT_TRUE(json["failures"][0]["outcomes"][1]["verdict"].is_null());
  result.failures[0].verdict = model::Verdict::tle;
  EXPECT_EQ(parsed(result)["failures"][0]["verdict"], "TLE");
  result = stress_sample("two");
  result.submissions.emplace_back("c.cpp");
  EXPECT_EQ(parsed(result)["failures"][0]["verdict"], "WA");
}

TEST(StressDocument, FaultsAndInterruption) {
  const auto json = parsed(stress_sample("faulty"));
  EXPECT_EQ(json["faults"][0]["program"], "generator tiny");
  EXPECT_EQ(json["faults"][0]["times"], 3);
  EXPECT_TRUE(json["faults"][1]["command"].is_null());
  EXPECT_EQ(json["refused"], 17);
  EXPECT_EQ(json["sandbox"]["unsandboxed"], true);
  EXPECT_EQ(json["interrupted"], true);
}

TEST(StressDocument, BytesThatAreNotUtf8AreReplaced) {
  auto result = stress_sample("found");
  result.failures[0].input = "a\xff\x1b`b";
  result.failures[0].outcomes[0].submission = 99;
  const std::string text = stress_document(result, "0.1.0");
  EXPECT_TRUE(is_utf8(text));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["failures"][0]["input"], "a\xEF\xBF\xBD\x1b`b");
  EXPECT_EQ(json["failures"][0]["outcomes"][0]["submission"], "?");
  EXPECT_TRUE(is_utf8(stress_document(stress_sample("hostile"), "\xff")));
}

}  // namespace
}  // namespace arbiter::report
