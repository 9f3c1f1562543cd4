#include "store/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "model/problem.hpp"

namespace arbiter::store {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

std::string archived(const Judgement& judgement) {
  std::string lines = archive_begin(judgement);
  for (std::size_t i = 0; i < judgement.submissions.size(); ++i) {
    SubmissionJudgement compiled = judgement.submissions[i];
    compiled.tests.clear();
    lines += archive_submission(i, compiled);
    const auto& tests = judgement.submissions[i].tests;
    // As parallel jobs finish: not in judging order.
    for (auto it = tests.rbegin(); it != tests.rend(); ++it)
      lines += archive_test(i, *it);
    lines += archive_submission(i, judgement.submissions[i]);
  }
  return lines + archive_end(judgement);
}

/// Fills every field with random values; strings hold any bytes.
class RandomJudgement {
 public:
  explicit RandomJudgement(unsigned seed) : random_(seed) {}

  Judgement make(std::size_t submissions = 3, std::size_t tests = 5) {
    Judgement made;
    for (std::string* text :
         {&made.arbiter_version, &made.problem, &made.problem_root, &made.problem_hash, &made.run,
          &made.started, &made.sandbox_mode, &made.finished, &made.folder})
      *text = bytes();
    if (coin()) made.exit_status = static_cast<int>(up_to(255));
    made.machine = {bytes(), bytes(), static_cast<int>(up_to(255))};
    made.jobs = static_cast<int>(up_to(255));
    made.limits = limits();
    made.unsandboxed = coin();
    made.interrupted = coin();
    made.planned_tests = up_to(1000);
    made.repeat_options = {bytes(), bytes()};
    made.asked_tests = {bytes()};
    made.is_plain_folder = coin();
    made.is_scoring = coin();
    made.scoring_note = bytes();
    if (coin()) {
      made.found_time_limit =
          model::FoundTimeLimit{bytes(), bytes(), Nanoseconds(number()), *real(),
                                *real(), *real(), Nanoseconds(number()), {bytes()}};
    }
    for (std::size_t i = submissions; i > 0; --i)
      made.submissions.push_back(submission(tests));
    return made;
  }

 private:
  std::size_t up_to(std::size_t most) { return random_() % (most + 1); }
  bool coin() { return up_to(1) == 1; }
  std::int64_t number() { return static_cast<std::int64_t>(up_to(1U << 31U)) * 1000003; }
  std::optional<double> real() { return static_cast<double>(up_to(1000)) / 8; }
  std::optional<double> maybe_real() { return coin() ? real() : std::nullopt; }
  model::Verdict verdict() { return static_cast<model::Verdict>(up_to(7)); }
  std::string bytes() {
    std::string made;
    for (std::size_t i = up_to(12); i > 0; --i)
      made += static_cast<char>(coin() ? up_to(255) : 'a' + up_to(25));
    return made;
  }
  model::RunLimits limits() {
    return {Nanoseconds(number()), Nanoseconds(number()), Bytes{number()}, Bytes{number()}};
  }
  TestJudgement test() {
    TestJudgement made;
    made.name = bytes();
    made.verdict = verdict();
    made.run = {static_cast<model::Ending>(up_to(7)),
                static_cast<int>(up_to(255)),
                static_cast<int>(up_to(64)),
                Nanoseconds(number()),
                Nanoseconds(number()),
                Bytes{number()},
                number(),
                coin(),
                coin(),
                bytes()};
    for (std::size_t i = up_to(3); i > 0; --i)
      made.repeats.emplace_back(number());
    made.message = bytes();
    if (coin()) {
      made.first_difference = FirstDifference{random_(), random_(), random_(), random_(),
                                              bytes(),   bytes(),   coin(),    coin()};
    }
    made.hints = {bytes()};
    if (coin()) {
      made.transcript = model::Transcript{{{Nanoseconds(number()), coin(), bytes(), number()},
                                           {Nanoseconds(number()), coin(), bytes(), number()}},
                                          number(),
                                          number(),
                                          number()};
    }
    made.passes = static_cast<int>(up_to(3));
    if (coin()) made.input = model::FileHead{bytes(), Bytes{number()}, up_to(1000), bytes()};
    made.pass_input = bytes();
    made.output_head = bytes();
    made.output_sha256 = bytes();
    made.error_tail = bytes();
    made.cached = coin();
    for (auto* points : {&made.score_file, &made.score_multiplier, &made.score, &made.max_score})
      *points = maybe_real();
    made.counted = coin();
    made.referee_is_silent = coin();
    return made;
  }
  SubmissionJudgement submission(std::size_t tests) {
    SubmissionJudgement made;
    made.path = bytes();
    made.language = bytes();
    for (std::size_t i = up_to(3); i > 0; --i)
      made.expected.push_back(verdict());
    if (coin()) made.label = bytes();
    made.verdict = verdict();
    made.as_expected = coin();
    made.unfinished = coin();
    made.expectation_note = bytes();
    made.limits = limits();
    made.sha256 = bytes();
    made.compile = {
        coin(), coin(), bytes(), {bytes()}, Nanoseconds(number()), bytes(), {bytes(), bytes()},
        bytes()};
    if (coin()) made.compile.took.reset();
    made.score = maybe_real();
    made.max_score = maybe_real();
    made.groups = {{bytes(), verdict(), maybe_real(), maybe_real(), coin(), bytes()}};
    for (std::size_t i = tests; i > 0; --i)
      made.tests.push_back(test());
    // Names are what tells tests apart, and tests come back in judging order.
    const auto before = [](const TestJudgement& a, const TestJudgement& b) {
      return model::judged_before(a.name, b.name);
    };
    std::sort(made.tests.begin(), made.tests.end(), before);
    made.tests.erase(std::unique(made.tests.begin(), made.tests.end(),
                                 [](const auto& a, const auto& b) { return a.name == b.name; }),
                     made.tests.end());
    if (!made.tests.empty() && coin()) made.deciding_test = up_to(made.tests.size() - 1);
    return made;
  }

  std::mt19937_64 random_;
};

/// One submission with tests, whose compilation went well.
Judgement usual() {
  Judgement made = RandomJudgement(5).make(1);
  made.submissions[0].compile.ok = true;
  made.submissions[0].unfinished = false;
  made.interrupted = false;
  return made;
}

TEST(Archive, AnyBytesComeBack) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const Judgement judgement = RandomJudgement(seed).make(seed % 5, seed % 6);
    const auto back = from_archive(archived(judgement));
    ASSERT_TRUE(back);
    ASSERT_TRUE(*back == judgement);
  }
}

TEST(Archive, CutAnywhereKeepsWhatWasFinished) {
  const Judgement judgement = RandomJudgement(7).make(3, 40);
  const std::string whole = archived(judgement);
  std::size_t most = 0;
  for (std::size_t cut = 0; cut < whole.size(); cut += 4001) {
    const std::string_view kept = std::string_view(whole).substr(0, cut);
    const auto back = from_archive(kept);
    const std::size_t first_line = whole.find('\n');
    ASSERT_EQ(back.has_value(), cut >= first_line) << cut;
    if (!back) continue;
    EXPECT_TRUE(back->interrupted);
    std::size_t written = 0;
    for (std::size_t at = kept.find(R"("event":"test")"); at != std::string_view::npos;
         at = kept.find(R"("event":"test")", at + 1)) {
      written += kept.find('\n', at) != std::string_view::npos ? 1 : 0;
    }
    std::size_t found = 0;
    for (const auto& submission : back->submissions)
      found += submission.tests.size();
    EXPECT_GE(found, written) << cut;
    EXPECT_LE(found, written + 1) << cut;
    most = std::max(most, found);
  }
  EXPECT_GT(most, 60U);
}

TEST(Archive, ASubmissionWhoseTestsStillRanIsUnfinished) {
  const Judgement judgement = usual();
  SubmissionJudgement compiled = judgement.submissions[0];
  compiled.tests.clear();
  const std::string lines = archive_begin(judgement) + archive_submission(0, compiled) +
                            archive_test(0, judgement.submissions[0].tests[0]);
  const auto back = from_archive(lines);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->submissions.size(), 1U);
  EXPECT_TRUE(back->submissions[0].unfinished);
  EXPECT_EQ(back->submissions[0].tests.size(), 1U);
  const auto judged = from_archive(lines + archive_submission(0, judgement.submissions[0]));
  EXPECT_FALSE(judged->submissions[0].unfinished);
}

TEST(Archive, DamageNeverBreaksTheRest) {
  const std::string whole = archived(usual()) + archived(RandomJudgement(7).make());
  std::mt19937_64 random(1);
  for (int i = 0; i < 50; ++i) {
    std::string damaged = whole;
    for (int k = 0; k < 5; ++k)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto back = from_archive(damaged);
    EXPECT_LE(back ? back->submissions.size() : 0, 7U);
  }
}

TEST(Archive, HostileLinesAreLeftOut) {
  const Judgement judgement = usual();
  const std::string deep(100000, '[');
  const std::string lines = archive_begin(judgement) + deep + "\n" +
                            R"({"event":"submission","index":18446744073709551615})" + "\n" +
                            R"({"event":"test","submission":-1})" + "\nnull\n7\n{}\n\n" +
                            archive_test(4, judgement.submissions[0].tests[0]) +
                            archive_end(judgement);
  const auto back = from_archive(lines);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->submissions.empty());
  EXPECT_FALSE(back->interrupted);
}

TEST(Archive, CounterexamplesComeBackWhole) {
  model::Counterexample found;
  found.test = usual().submissions[0].tests[0];
  // What groups make of a test case is not kept: a counterexample is in none.
  found.test.score = found.test.max_score = std::nullopt;
  found.test.counted = true;
  found.input = std::string("1\n\0\xff", 4);
  found.answer = "2\n";
  found.pattern = model::Pattern{
      {{"number", {"1", "2"}, "at_least", "5"}, {"line_words", {"3"}, "has_equal", ""}}, 31, 89};
  found.slowness =
      model::Slowness{20000, std::chrono::milliseconds(1980), "n^2.0", 100000, 49.5, "n^1.0"};
  EXPECT_EQ(from_archive_line<model::Counterexample>(archive_counterexample(found)), found);
  model::Counterexample none;
  none.none = "there is no generator";
  EXPECT_EQ(from_archive_line<model::Counterexample>(archive_counterexample(none)), none);
  EXPECT_FALSE(from_archive_line<model::Counterexample>(archive_end(usual())));
}

TEST(Archive, OtherTextIsNone) {
  EXPECT_FALSE(from_archive(""));
  EXPECT_FALSE(from_archive("hello\n"));
  EXPECT_FALSE(from_archive("{\"schema\":\"arbiter/judge/1\"}\n"));
  EXPECT_FALSE(from_archive(archive_end(usual())));
  std::string other = archive_begin(usual());
  other.replace(other.find("archive/1"), 9, "archive/2");
  EXPECT_FALSE(from_archive(other));
}

}  // namespace
}  // namespace arbiter::store
