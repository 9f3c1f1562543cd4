#include "store/results.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "store/archive.hpp"

namespace arbiter::store {
namespace {

using model::TestJudgement;

constexpr std::size_t k_most_kept = 1024;
constexpr std::size_t k_failures_shown = 5;
constexpr std::string_view k_plain = "\"ac ";
constexpr std::string_view k_test = "test";
constexpr std::string_view k_compile = "compile";

void keep_head(std::string& text) {
  if (text.size() > k_most_kept) text.resize(k_most_kept);
}

void keep_tail(std::string& text) {
  if (text.size() > k_most_kept) text.erase(0, text.size() - k_most_kept);
}

/// All that is to be said of a test that went well, without surprises: the numbers of its run.
std::string plain_record(const model::RunRecord& run) {
  return fmt::format("{}{} {} {} {} {} {}\"", k_plain, run.cpu.count(), run.wall.count(),
                     run.memory.count, run.processes, static_cast<int>(run.approximate),
                     static_cast<int>(run.was_rerun));
}

/// What plain_record made.
std::optional<TestJudgement> read_plain(std::string_view record, const std::string& name) {
  record.remove_prefix(k_plain.size());
  std::array<std::int64_t, 6> numbers{};
  for (std::int64_t& number : numbers) {
    const auto [stop, code] = std::from_chars(record.data(), record.data() + record.size(), number);
    if (code != std::errc{}) return std::nullopt;
    record.remove_prefix(static_cast<std::size_t>(stop - record.data()));
    if (record.empty()) return std::nullopt;
    record.remove_prefix(1);
  }
  TestJudgement test;
  test.name = name;
  test.verdict = model::Verdict::ac;
  test.run.ending = model::Ending::exited;
  test.run.cpu = Nanoseconds(numbers[0]);
  test.run.wall = Nanoseconds(numbers[1]);
  test.run.memory = Bytes{numbers[2]};
  test.run.processes = numbers[3];
  test.run.approximate = numbers[4] != 0;
  test.run.was_rerun = numbers[5] != 0;
  return test;
}

/// Whether nothing else is known of it.
bool is_plain(const TestJudgement& test) {
  return read_plain(plain_record(test.run), test.name) == test;
}

}  // namespace

void clip(TestJudgement& test) {
  test.transcript.reset();
  test.input.reset();
  if (test.verdict == model::Verdict::ac) {
    test.output_head.clear();
    test.error_tail.clear();
    test.pass_input.clear();
    test.hints.clear();
    return;
  }
  keep_head(test.output_head);
  keep_head(test.pass_input);
  keep_head(test.message);
  keep_tail(test.error_tail);
}

void clip(model::SubmissionJudgement& submission) {
  std::size_t failures = 0;
  for (TestJudgement& test : submission.tests) {
    clip(test);
    if (test.verdict == model::Verdict::ac || ++failures <= k_failures_shown) continue;
    test.output_head = {};
    test.pass_input = {};
    test.error_tail = {};
    test.hints = {};
  }
}

Result<void> keep_test(Journal& journal, const std::string& key, const TestJudgement& test) {
  if (test.verdict == model::Verdict::je) return {};
  return journal.append(k_test, key,
                        is_plain(test) ? plain_record(test.run) : archive_test(0, test));
}

std::optional<TestJudgement> find_test(const Journal& journal, const std::string& key,
                                       const std::string& name) {
  const auto record = journal.find(k_test, key);
  if (!record) return std::nullopt;
  if (record->starts_with(k_plain)) return read_plain(*record, name);
  auto test = from_archive_line<TestJudgement>(*record);
  if (test && test->name != name) test.reset();
  return test;
}

Result<void> keep_compile(Journal& journal, const std::string& key,
                          const model::SubmissionJudgement& submission) {
  if (!submission.compile.fault.empty()) return {};
  model::SubmissionJudgement bare;
  bare.language = submission.language;
  bare.limits = submission.limits;
  bare.compile = submission.compile;
  bare.compile.cached = false;
  return journal.append(k_compile, key, archive_submission(0, bare));
}

std::optional<model::CompileJudgement> find_compile(const Journal& journal,
                                                    const std::string& key) {
  const auto record = journal.find(k_compile, key);
  auto submission = record ? from_archive_line<model::SubmissionJudgement>(*record) : std::nullopt;
  if (!submission) return std::nullopt;
  return std::move(submission->compile);
}

std::string outcome_of(const JournalRecord& record) {
  if (record.kind == k_test) {
    if (record.value.starts_with(k_plain)) return std::string(model::code(model::Verdict::ac));
    const auto test = from_archive_line<TestJudgement>(record.value);
    return test ? std::string(model::code(test->verdict)) : std::string();
  }
  if (record.kind != k_compile) return {};
  const auto submission = from_archive_line<model::SubmissionJudgement>(record.value);
  if (!submission) return {};
  return submission->compile.ok ? "compiled" : std::string(model::code(model::Verdict::ce));
}

}  // namespace arbiter::store
