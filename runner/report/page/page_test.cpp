#include "report/page/page.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "base/text.hpp"
#include "report/page/page_test_kit.hpp"
#include "report/samples.hpp"
#include "report/stress/formats.hpp"

namespace arbiter::report {
namespace {

using model::Verdict;

Json judged(const model::Judgement& judgement, const RunFiles& files = {}) {
  return page_json(judge_page(judgement, files, nullptr));
}

/// A judgement of submissions that fail all of so many tests, and write so much.
model::Judgement failing(std::size_t submissions, std::size_t tests, std::size_t bytes) {
  model::Judgement judgement;
  for (std::size_t s = 0; s < submissions; ++s) {
    auto& one = judgement.submissions.emplace_back();
    one.path = "s" + std::to_string(s);
    one.verdict = Verdict::wa;
    one.deciding_test = tests - 1;
    for (std::size_t t = 0; t < tests; ++t) {
      auto& test = one.tests.emplace_back();
      test.name = "secret/" + std::to_string(t);
      test.verdict = Verdict::wa;
      test.run.ending = model::Ending::exited;
      test.output_head = std::string(bytes, 'x');
    }
  }
  return judgement;
}

TEST(Page, SaysWhatTheJudgementSays) {
  for (const auto& [name, judgement] : samples()) {
    const Json page = judged(judgement);
    ASSERT_EQ(page["schema"], "arbiter/page/1") << name;
    ASSERT_EQ(page["programs"].size(), judgement.submissions.size()) << name;
    const Json& tests = page["problems"][0]["tests"];
    for (std::size_t s = 0; s < judgement.submissions.size(); ++s) {
      const auto& submission = judgement.submissions[s];
      const Json& program = page["programs"][s];
      EXPECT_EQ(program["verdict"], submission.unfinished ? "" : model::code(submission.verdict));
      EXPECT_EQ(program["verdicts"].get<std::string>().size(), tests.size());
      EXPECT_EQ(program["cpu"].size(), tests.size());
      for (const auto& test : submission.tests) {
        const auto place = static_cast<std::size_t>(
            std::ranges::find_if(
                tests, [&](const Json& one) { return one["name"] == page_text(test.name); }) -
            tests.begin());
        ASSERT_LT(place, tests.size()) << name;
        const char letter = program["verdicts"].get<std::string>()[place];
        EXPECT_TRUE(letter == model::code(test.verdict).front() || letter == 'P') << name;
      }
    }
  }
}

TEST(Page, TestsThatDidNotRunHaveNoFigures) {
  model::Judgement judgement = failing(2, 2, 0);
  judgement.submissions[0].tests.resize(1);
  judgement.submissions[0].deciding_test = 0;
  judgement.submissions[1].tests[1].run.cpu = std::chrono::milliseconds(12);
  judgement.submissions[1].tests[1].run.memory = mib(3);
  const Json programs = judged(judgement)["programs"];
  EXPECT_EQ(programs[0]["verdicts"], "W.");
  EXPECT_EQ(programs[0]["cpu"], Json::parse("[0,-1]"));
  EXPECT_EQ(programs[1]["cpu"], Json::parse("[0,120]"));
  EXPECT_EQ(programs[1]["memory"], Json::parse("[0,30]"));
}

TEST(Page, TextsAreOnlyText) {
  const std::string evil = "</script><script>alert(1)</script><b>&amp;\x1b[31m ARBITER-DATA";
  model::Judgement judgement = failing(1, 1, 1);
  judgement.problem = judgement.submissions[0].path = evil;
  judgement.submissions[0].tests[0].output_head = judgement.submissions[0].tests[0].message = evil;
  const std::string file = judge_page(judgement, {}, nullptr);
  const Json page = page_json(file);
  EXPECT_EQ(page["title"], evil);
  EXPECT_EQ(page["programs"][0]["details"]["0"]["output"]["text"], evil);
  EXPECT_EQ(file.find("<script>alert"), std::string::npos);
  EXPECT_NE(file.find("&lt;script&gt;alert"), std::string::npos);
  EXPECT_EQ(file.find('\x1b'), std::string::npos);
}

TEST(Page, BytesThatAreNoTextAreNotLost) {
  EXPECT_EQ(page_text("a\xff\x80"
                      "b"),
            "a\xF4\x8F\xBF\xBF\xF4\x8F\xBE\x80"
            "b");
  std::string all;
  for (int byte = 0; byte < 256; ++byte)
    all += static_cast<char>(byte);
  model::Judgement judgement = failing(1, 1, 1);
  judgement.submissions[0].tests[0].output_head = all;
  const Json detail = judged(judgement)["programs"][0]["details"]["0"];
  EXPECT_EQ(detail["output"]["bytes"], 256);
  EXPECT_TRUE(is_utf8(detail["output"]["text"].get<std::string>()));
}

/// The bytes of a text as page_text() wrote it.
std::string bytes_of(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!text.substr(at).starts_with("\xF4\x8F")) {
      bytes += text[at];
      continue;
    }
    const auto high = static_cast<unsigned char>(text[at + 2]);
    const auto low = static_cast<unsigned char>(text[at + 3]);
    bytes += static_cast<char>((high - 0xBCU) << 6U | (low & 0x3FU));
    at += 3;
  }
  return bytes;
}

// Pieces that mean something to a browser, a terminal or a decoder, between bytes of all kinds.
std::string random_bytes(std::mt19937& random) {
  constexpr std::array<std::string_view, 12> k_pieces{
      "</script>", "<!--",         "ARBITER-DATA", "\x1b]0;x\a", "\xe2\x80\xae", "\r\n",
      "\xff",      "\xed\xa0\x80", "\xc0\xaf",     "&lt;",       "\xef\xbb\xbf", "\"'"};
  std::string bytes;
  for (auto count = random() % 60; count > 0; --count) {
    if (random() % 3 == 0) {
      bytes += k_pieces.at(random() % k_pieces.size());
    } else {
      bytes += static_cast<char>(random() % 256);
    }
  }
  return bytes;
}

TEST(Page, AnyBytesAreTextAndComeBack) {
  std::mt19937 random(20261126);
  const std::string empty = judge_page(failing(1, 1, 0), {}, nullptr);
  const std::string_view k_scripts = "<script";
  const auto scripts = [&](std::string_view file) {
    std::size_t count = 0;
    for (auto at = file.find(k_scripts); at != file.npos; at = file.find(k_scripts, at + 1))
      ++count;
    return count;
  };
  for (int round = 0; round < 500; ++round) {
    const std::string bytes = random_bytes(random);
    model::Judgement judgement = failing(1, 1, 0);
    model::SubmissionJudgement& submission = judgement.submissions[0];
    judgement.problem = submission.path = submission.compile.log = bytes;
    model::TestJudgement& test = submission.tests[0];
    test.output_head = test.error_tail = test.message = test.name = bytes;
    const std::string file = judge_page(judgement, {}, nullptr);
    ASSERT_TRUE(is_utf8(file)) << round;
    ASSERT_EQ(scripts(file), scripts(empty)) << round;
    ASSERT_EQ(file.find('\x1b'), std::string::npos) << round;
    const Json program = page_json(file)["programs"][0];
    ASSERT_EQ(bytes_of(program["name"].get<std::string>()), bytes) << round;
    if (bytes.empty()) continue;
    const Json& output = program["details"]["0"]["output"];
    ASSERT_EQ(bytes_of(output["text"].get<std::string>()), bytes) << round;
  }
}

TEST(Page, DetailsAreOfTheFirstFailedTestsAndTheOneThatDecides) {
  const Json program = judged(failing(1, 20, 10))["programs"][0];
  EXPECT_EQ(program["details"].size(), 8U);
  EXPECT_TRUE(program["details"].contains("19"));
  EXPECT_TRUE(program["details"].contains("6"));
  EXPECT_FALSE(program["details"].contains("7"));
  EXPECT_EQ(program["left_out"], 12);
}

TEST(Page, ManyTextsShareItsRoom) {
  const model::Judgement judgement = failing(100, 8, 15'000);
  const Json page = judged(judgement);
  std::size_t details = 0;
  std::size_t left_out = 0;
  for (const Json& program : page["programs"]) {
    EXPECT_GE(program["details"].size(), 1U);
    details += program["details"].size();
    left_out += program["left_out"].get<std::size_t>();
  }
  EXPECT_LT(details, 200U);
  EXPECT_EQ(details + left_out, 800U);
}

TEST(Page, LongTextsAreCutBetweenCharacters) {
  model::Judgement judgement = failing(1, 1, 1);
  std::string text = "x";
  while (text.size() < 40'000)
    text += "ö";
  judgement.submissions[0].tests[0].output_head = text;
  const Json output = judged(judgement)["programs"][0]["details"]["0"]["output"];
  EXPECT_EQ(output["bytes"], text.size());
  EXPECT_EQ(output["is_cut"], true);
  EXPECT_TRUE(text.starts_with(output["text"].get<std::string>()));
  EXPECT_LE(output["text"].get<std::string>().size(), 16'384U);
}

TEST(Page, ShowsFilesOfFailedTestsOnly) {
  model::Judgement judgement = failing(1, 2, 1);
  judgement.submissions[0].tests[0].verdict = Verdict::ac;
  RunFiles files;
  files.file = [](std::size_t, const std::string& test, bool answer) {
    const std::string text = (answer ? "answer " : "input ") + test;
    return std::optional(
        model::FileHead{text, Bytes{static_cast<std::int64_t>(text.size())}, 0, {}});
  };
  files.input_size = [](std::size_t, const std::string&) { return std::optional(Bytes{77}); };
  files.sources = [](std::size_t) {
    return Sources{{{"main.cpp", "int main() {}\n", Bytes{14}}}, {}};
  };
  judgement.submissions[0].compile.log = "main.cpp:1:5: warning: odd\nelsewhere.h:2: error: no\n";
  const Json page = judged(judgement, files);
  const Json& problem = page["problems"][0];
  EXPECT_EQ(problem["files"].size(), 1U);
  EXPECT_EQ(problem["files"]["1"]["answer"]["text"], "answer secret/1");
  EXPECT_EQ(problem["tests"][0]["input_bytes"], 77);
  const Json& program = page["programs"][0];
  EXPECT_EQ(program["source"][0]["text"]["text"], "int main() {}\n");
  EXPECT_EQ(program["compile"]["messages"],
            Json::parse(R"([{"file":"main.cpp","line":1,"column":5,"kind":"warning",)"
                        R"("text":"warning: odd"}])"));
}

TEST(Page, ReplaysShareARoomOfTheirOwn) {
  RunFiles files;
  std::size_t asked = 0;
  std::size_t size = 900'000;
  files.replay = [&](const model::TestJudgement& test) {
    ++asked;
    if (test.name == "secret/0") return std::string();
    return R"({"frames":[")" + std::string(size, 'x') + R"("]})";
  };
  const auto count = [&] {
    std::size_t replays = 0;
    const Json page = judged(failing(3, 8, 1), files);
    for (const Json& program : page["programs"])
      for (const Json& detail : program["details"])
        replays += detail.contains("replay") ? 1 : 0;
    return replays;
  };
  EXPECT_EQ(count(), 6U);
  EXPECT_LT(asked, 24U);
  size = 1'100'000;
  EXPECT_EQ(count(), 0U);
}

TEST(Page, SaysWhatHasChangedSinceAnotherRun) {
  model::Judgement before = failing(1, 2, 1);
  model::Judgement now = before;
  now.submissions[0].tests[0].verdict = Verdict::ac;
  before.submissions[0].tests.resize(1);
  before.submissions[0].deciding_test = 0;
  const Json against = page_json(judge_page(now, {}, &before))["against"];
  EXPECT_EQ(against["programs"][0]["verdicts"], "W?");
}

TEST(Page, GamesThatWentWellComeAfterFailedTests) {
  model::Judgement judgement = failing(1, 12, 1);
  for (std::size_t t = 0; t < 6; ++t) {
    judgement.submissions[0].tests[t].verdict = Verdict::ac;
    judgement.submissions[0].tests[t].transcript.emplace();
  }
  const Json program = judged(judgement)["programs"][0];
  EXPECT_EQ(program["details"].size(), 8U);
  EXPECT_TRUE(program["details"].contains("0"));
  EXPECT_FALSE(program["details"].contains("2"));
  EXPECT_TRUE(program["details"].contains("11"));
  EXPECT_EQ(program["left_out"], 0);
}

TEST(Page, LongGamesKeepTheirEnds) {
  model::Judgement judgement = failing(1, 1, 1);
  auto& transcript = judgement.submissions[0].tests[0].transcript.emplace();
  for (int i = 0; i < 1000; ++i)
    transcript.messages.push_back({{}, i % 2 == 1, std::to_string(i), 0});
  const Json shown = judged(judgement)["programs"][0]["details"]["0"]["transcript"];
  EXPECT_EQ(shown["messages"].size(), 100U);
  EXPECT_EQ(shown["messages"][99]["text"], "999");
  EXPECT_EQ(shown["gap_after"], 50);
  EXPECT_EQ(shown["gap_messages"], 900);
}

TEST(Page, OfStressTestsShowsWhatWasFound) {
  for (const auto& [name, result] : stress_samples()) {
    const Json page = page_json(stress_page(result, "0.1.0"));
    ASSERT_EQ(page["kind"], "stress") << name;
    ASSERT_EQ(page["problems"][0]["tests"].size(), result.failures.size()) << name;
    for (std::size_t f = 0; f < result.failures.size(); ++f) {
      const auto& failure = result.failures[f];
      const Json& program = page["programs"][failure.submission];
      EXPECT_EQ(program["verdicts"].get<std::string>()[f], model::code(failure.verdict).front());
      const Json& input = page["problems"][0]["files"][std::to_string(f)]["input"];
      EXPECT_EQ(input["bytes"], failure.input.size());
      EXPECT_TRUE(page_text(failure.input).starts_with(input["text"].get<std::string>()));
    }
  }
}

}  // namespace
}  // namespace arbiter::report
