#include "judge/run/replay_run.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "base/file.hpp"
#include "judge/run/program_run.hpp"
#include "judge/verdict/decide.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

constexpr std::chrono::seconds k_most_time(10);
constexpr Bytes k_most_output = mib(8);

model::RunLimits limits_of_replays(const model::PackageLimits& limits) {
  const Nanoseconds time = std::min<Nanoseconds>(limits.validation_time, k_most_time);
  return {time, wall_limit(time), limits.validation_memory, k_most_output};
}

}  // namespace

std::string interaction_lines(const model::Transcript& transcript) {
  // Who floods the judge after the game, as it may, leaves a gap as well.
  const bool has_gap = transcript.left_out_messages > 0;
  const std::span messages(transcript.messages);
  std::string lines;
  const auto is_open = [&] { return !lines.empty() && lines.back() != '\n'; };
  bool was_submission = false;
  for (const model::Message& message :
       has_gap ? messages.first(static_cast<std::size_t>(transcript.left_out_after)) : messages) {
    if (is_open() && message.from_submission != was_submission) lines += '\n';
    was_submission = message.from_submission;
    for (const char c : message.text) {
      if (!is_open()) lines += was_submission ? '>' : '<';
      lines += c;
    }
    if (is_open() && message.left_out > 0) lines += '\n';
  }
  return is_open() ? lines + '\n' : lines;
}

std::optional<std::string> said_in(const model::TestJudgement& test) {
  if (test.transcript) return interaction_lines(*test.transcript);
  // Empty is also what was not kept.
  const bool is_whole =
      !test.output_head.empty() && store::sha256(test.output_head) == test.output_sha256;
  return is_whole ? std::optional(test.output_head) : std::nullopt;
}

Result<std::string> run_replay_program(PackageTools& tools, const model::TestCase& test,
                                       std::string_view said) {
  const model::Problem& problem = tools.programs().problem;
  const std::string what = "the replay program " + problem.replay->program.name;
  ARBITER_TRY(executable, tools.validator(problem.replay->program, what));
  ARBITER_TRY(input, MappedFile::open(test.input));
  std::string answer;
  if (test.answer && !test.answer->empty()) {
    ARBITER_SET(answer, read_file(*test.answer));
  }
  ProgramCall call;
  call.arguments = {"input", "answer"};
  call.files = {{"input", input.bytes()}, {"answer", answer}};
  call.input = said;
  call.limits = limits_of_replays(problem.limits);
  ARBITER_TRY(ended, call_program(tools.programs().boxes, *executable, call));
  const bool is_done = may_be_checked(ended.record, call.limits);
  if (is_done) return bytes_of(ended.output);
  return package_error(
      what + " failed: " + reason(ended.record, call.limits, {}) + last_words(ended.error.get()),
      "verdicts do not depend on it");
}

}  // namespace arbiter::judge
