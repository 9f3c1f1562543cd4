#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "report/samples.hpp"
#include "report/stress/formats.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

std::string certificate(const std::string& name) {
  return stress_certificate(stress_sample(name), "0.1.0+abc1234");
}

TEST(StressCertificate, SaysWhatWasTriedAndFound) {
  for (const std::string name : {"exhausted", "several", "faulty", "two"})
    expect_golden("certificate_" + name + ".txt", certificate(name));
}

TEST(StressCertificate, CutOff) {
  EXPECT_THAT(
      certificate("cut_off"),
      HasSubstr("- left out: `greedy.cpp` already fails `secret/1`, `late.cpp` `secret/2`\n"));
  EXPECT_THAT(certificate("cut_off"),
              HasSubstr("**Not finished**, cut off: all sequences of up to 40 choices were asked "
                        "for, those of up to 3 were completed.\n"));
}

/// The lines of Markdown that are neither in a fenced block nor begin or end one.
std::string outside_of_blocks(const std::string& markdown) {
  std::string outside;
  std::string fence;
  for (const std::string_view line : split_lines(markdown)) {
    if (!fence.empty()) {
      if (line == fence) fence.clear();
    } else if (line.starts_with("```")) {
      fence = line.substr(0, line.find_first_not_of('`'));
    } else {
      outside.append(line).append("\n");
    }
  }
  EXPECT_EQ(fence, "") << "a block is not ended";
  return outside;
}

/// Without what stands in code spans, by the rules of CommonMark.
std::string outside_of_spans(std::string_view text) {
  std::string outside;
  while (!text.empty()) {
    const std::size_t run = std::min(text.find_first_not_of('`'), text.size());
    if (run == 0) {
      outside += text.front();
      text.remove_prefix(1);
      continue;
    }
    std::size_t end = run;
    while (end < text.size()) {
      const std::size_t begin = std::min(text.find('`', end), text.size());
      end = std::min(text.find_first_not_of('`', begin), text.size());
      if (end - begin == run) break;
      if (begin == text.size()) end = begin;
    }
    EXPECT_LT(end - run, text.size()) << "a span is not ended";
    text.remove_prefix(end);
  }
  return outside;
}

TEST(StressCertificate, ForeignTextMeansNothing) {
  const std::string text = certificate("hostile");
  EXPECT_TRUE(is_utf8(text));
  EXPECT_LT(text.size(), 60000U);
  for (const char c : text)
    ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  const std::string outside = outside_of_blocks(text);
  for (const std::string_view line : split_lines(outside)) {
    const std::string ours = outside_of_spans(line);
    for (const std::string_view theirs : {"`", "<b>", "|", "\\x", "zz", "mm"})
      EXPECT_EQ(ours.find(theirs), std::string::npos) << line;
  }
  // Nothing but what we begin is a heading.
  for (const std::string_view line : split_lines(outside)) {
    EXPECT_TRUE(!line.starts_with("#") || line.starts_with("# Stress test of ``") ||
                line.starts_with("## ") || line.starts_with("### "))
        << line;
  }
}

nlohmann::json parsed(const model::StressResult& result) {
  return nlohmann::json::parse(stress_document(result, "0.1.0"));
}

TEST(StressDocument, AllOfIt) {
  // Their order included.
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(Json::parse(stress_document(stress_sample("found"), "0.1.0")),
            Json::parse(golden("stress_found.json")));
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
