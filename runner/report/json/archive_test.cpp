#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"

namespace arbiter::report {
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

void expect_same(const model::RunLimits& a, const model::RunLimits& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.wall, b.wall);
  EXPECT_EQ(a.memory, b.memory);
  EXPECT_EQ(a.output, b.output);
}

void expect_same(const model::RunRecord& a, const model::RunRecord& b) {
  EXPECT_EQ(a.ending, b.ending);
  EXPECT_EQ(a.exit_status, b.exit_status);
  EXPECT_EQ(a.signal, b.signal);
  EXPECT_EQ(a.cpu, b.cpu);
  EXPECT_EQ(a.wall, b.wall);
  EXPECT_EQ(a.memory, b.memory);
  EXPECT_EQ(a.processes, b.processes);
  EXPECT_EQ(a.approximate, b.approximate);
  EXPECT_EQ(a.was_rerun, b.was_rerun);
  EXPECT_EQ(a.fault, b.fault);
}

void expect_same(const model::FirstDifference& a, const model::FirstDifference& b) {
  EXPECT_EQ(a.output_line, b.output_line);
  EXPECT_EQ(a.output_column, b.output_column);
  EXPECT_EQ(a.answer_line, b.answer_line);
  EXPECT_EQ(a.answer_column, b.answer_column);
  EXPECT_EQ(a.expected, b.expected);
  EXPECT_EQ(a.got, b.got);
  EXPECT_EQ(a.expected_end, b.expected_end);
  EXPECT_EQ(a.got_end, b.got_end);
}

void expect_same(const model::Transcript& a, const model::Transcript& b) {
  EXPECT_EQ(a.left_out_after, b.left_out_after);
  EXPECT_EQ(a.left_out_messages, b.left_out_messages);
  EXPECT_EQ(a.left_out_bytes, b.left_out_bytes);
  ASSERT_EQ(a.messages.size(), b.messages.size());
  for (std::size_t i = 0; i < a.messages.size(); ++i) {
    EXPECT_EQ(a.messages[i].time, b.messages[i].time);
    EXPECT_EQ(a.messages[i].from_submission, b.messages[i].from_submission);
    EXPECT_EQ(a.messages[i].text, b.messages[i].text);
    EXPECT_EQ(a.messages[i].left_out, b.messages[i].left_out);
  }
}

void expect_same(const model::FoundTimeLimit& a, const model::FoundTimeLimit& b) {
  EXPECT_EQ(a.submission, b.submission);
  EXPECT_EQ(a.test, b.test);
  EXPECT_EQ(a.slowest, b.slowest);
  EXPECT_EQ(a.factor, b.factor);
  EXPECT_EQ(a.multiplier, b.multiplier);
  EXPECT_EQ(a.resolution_s, b.resolution_s);
  EXPECT_EQ(a.limit, b.limit);
  EXPECT_EQ(a.warnings, b.warnings);
}

void expect_same(const TestJudgement& a, const TestJudgement& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.verdict, b.verdict);
  expect_same(a.run, b.run);
  EXPECT_EQ(a.repeats, b.repeats);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(a.hints, b.hints);
  EXPECT_EQ(a.passes, b.passes);
  EXPECT_EQ(a.pass_input, b.pass_input);
  EXPECT_EQ(a.output_head, b.output_head);
  EXPECT_EQ(a.output_sha256, b.output_sha256);
  ASSERT_EQ(a.transcript.has_value(), b.transcript.has_value());
  if (a.transcript) expect_same(*a.transcript, *b.transcript);
  EXPECT_EQ(a.error_tail, b.error_tail);
  ASSERT_EQ(a.first_difference.has_value(), b.first_difference.has_value());
  if (a.first_difference) expect_same(*a.first_difference, *b.first_difference);
}

void expect_same(const model::CompileJudgement& a, const model::CompileJudgement& b) {
  EXPECT_EQ(a.ok, b.ok);
  EXPECT_EQ(a.cached, b.cached);
  EXPECT_EQ(a.log, b.log);
  EXPECT_EQ(a.helps, b.helps);
  EXPECT_EQ(a.fault, b.fault);
}

void expect_same(const SubmissionJudgement& a, const SubmissionJudgement& b) {
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(a.language, b.language);
  EXPECT_EQ(a.expected, b.expected);
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.deciding_test, b.deciding_test);
  EXPECT_EQ(a.as_expected, b.as_expected);
  EXPECT_EQ(a.unfinished, b.unfinished);
  EXPECT_EQ(a.expectation_note, b.expectation_note);
  expect_same(a.compile, b.compile);
  expect_same(a.limits, b.limits);
  ASSERT_EQ(a.tests.size(), b.tests.size());
  for (std::size_t i = 0; i < a.tests.size(); ++i)
    expect_same(a.tests[i], b.tests[i]);
}

void expect_same(const Judgement& a, const Judgement& b) {
  EXPECT_EQ(a.arbiter_version, b.arbiter_version);
  EXPECT_EQ(a.problem, b.problem);
  EXPECT_EQ(a.problem_root, b.problem_root);
  EXPECT_EQ(a.problem_hash, b.problem_hash);
  EXPECT_EQ(a.run, b.run);
  EXPECT_EQ(a.started, b.started);
  EXPECT_EQ(a.sandbox_mode, b.sandbox_mode);
  EXPECT_EQ(a.unsandboxed, b.unsandboxed);
  EXPECT_EQ(a.interrupted, b.interrupted);
  EXPECT_EQ(a.planned_tests, b.planned_tests);
  EXPECT_EQ(a.repeat_options, b.repeat_options);
  EXPECT_EQ(a.is_plain_folder, b.is_plain_folder);
  expect_same(a.limits, b.limits);
  ASSERT_EQ(a.submissions.size(), b.submissions.size());
  for (std::size_t i = 0; i < a.submissions.size(); ++i)
    expect_same(a.submissions[i], b.submissions[i]);
  ASSERT_EQ(a.found_time_limit.has_value(), b.found_time_limit.has_value());
  if (a.found_time_limit) expect_same(*a.found_time_limit, *b.found_time_limit);
}

/// Fills every field with random values; strings hold any bytes.
class RandomJudgement {
 public:
  explicit RandomJudgement(unsigned seed) : random_(seed) {}

  Judgement make() {
    Judgement made;
    for (std::string* text : {&made.arbiter_version, &made.problem, &made.problem_root,
                              &made.problem_hash, &made.run, &made.started, &made.sandbox_mode})
      *text = bytes();
    made.limits = limits();
    made.unsandboxed = coin();
    made.interrupted = coin();
    made.planned_tests = up_to(1000);
    made.repeat_options = {bytes(), bytes()};
    made.is_plain_folder = true;
    for (std::size_t i = up_to(4); i > 0; --i)
      made.submissions.push_back(submission());
    return made;
  }

 private:
  std::size_t up_to(std::size_t most) { return random_() % (most + 1); }
  bool coin() { return up_to(1) == 1; }
  std::int64_t number() { return static_cast<std::int64_t>(up_to(1U << 31U)) * 1000003; }
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
      made.first_difference = model::FirstDifference{random_(), random_(), random_(), random_(),
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
    made.pass_input = bytes();
    made.output_head = bytes();
    made.output_sha256 = bytes();
    made.error_tail = bytes();
    return made;
  }
  SubmissionJudgement submission() {
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
    made.compile = {coin(), coin(), bytes(), {bytes(), bytes()}, bytes()};
    for (std::size_t i = up_to(5); i > 0; --i)
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

TEST(Archive, SamplesComeBack) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    const auto back = from_archive(archived(sample.judgement));
    ASSERT_TRUE(back);
    expect_same(*back, sample.judgement);
  }
}

TEST(Archive, AnyBytesComeBack) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Judgement judgement = RandomJudgement(seed).make();
    const auto back = from_archive(archived(judgement));
    ASSERT_TRUE(back);
    expect_same(*back, judgement);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Archive, EveryRecordIsOneLine) {
  const Judgement judgement = sample("strange");
  const auto& submission = judgement.submissions[0];
  for (const std::string& line : {archive_begin(judgement), archive_submission(0, submission),
                                  archive_test(0, submission.tests[1]), archive_end(judgement)}) {
    EXPECT_EQ(line.find('\n'), line.size() - 1);
  }
}

TEST(Archive, CutAnywhereKeepsWhatWasFinished) {
  const Judgement judgement = sample("several");
  const std::string whole = archived(judgement);
  std::size_t most = 0;
  for (std::size_t cut = 0; cut < whole.size(); cut += 1009) {
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
  const Judgement judgement = sample("WA");
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
  const std::string whole = archived(sample("strange")) + archived(sample("several"));
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    std::string damaged = whole;
    for (int k = 0; k < 5; ++k)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto back = from_archive(damaged);
    EXPECT_LE(back ? back->submissions.size() : 0, 7U);
  }
}

TEST(Archive, HostileLinesAreLeftOut) {
  const Judgement judgement = sample("AC");
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

TEST(Archive, OtherTextIsNone) {
  EXPECT_FALSE(from_archive(""));
  EXPECT_FALSE(from_archive("hello\n"));
  EXPECT_FALSE(from_archive("{\"schema\":\"arbiter/judge/1\"}\n"));
  EXPECT_FALSE(from_archive(archive_end(sample("AC"))));
  std::string other = archive_begin(sample("AC"));
  other.replace(other.find("archive/1"), 9, "archive/2");
  EXPECT_FALSE(from_archive(other));
}

}  // namespace
}  // namespace arbiter::report
