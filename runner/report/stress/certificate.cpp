#include <fmt/format.h>

#include "report/judge/details.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/words.hpp"
#include "report/text/difference.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::StressFailure;
using model::StressResult;

constexpr std::size_t k_most_bytes = 6000;

std::string item(std::string_view label, const std::string& value) {
  return fmt::format("- {}: {}\n", label, value);
}

/// Foreign text with the SHA-256 of what it names, if that is known.
std::string hashed(std::string_view name, std::string_view hash) {
  if (hash.empty()) return code_span(name);
  return fmt::format("{}, SHA-256 {}", code_span(name), code_span(hash));
}

std::string answers_text(const StressResult& result) {
  if (result.is_game) return "the referee judges the games";
  if (!result.against.empty()) return "by " + hashed(result.against, result.against_hash);
  return is_undecided(result) ? "none: the submissions are only compared with each other"
                              : "of the majority of the submissions";
}

std::string setting(const StressResult& result, const std::string& arbiter_version) {
  std::string text = "## Setting\n\n";
  if (!result.problem.empty()) text += item("problem", hashed(result.problem, result.problem_hash));
  text += item("submissions", std::to_string(result.submissions.size()));
  for (std::size_t i = 0; i < result.submissions.size(); ++i) {
    text += "  - " +
            hashed(result.submissions[i], i < result.hashes.size() ? result.hashes[i] : "") + "\n";
  }
  text += item("answers", answers_text(result));
  text += item("seed", std::to_string(result.seed));
  text += item("Arbiter", code_span(arbiter_version));
  if (result.unsandboxed) {
    text += item("sandbox", "none, programs ran without isolation");
  } else if (!result.sandbox_mode.empty()) {
    text += item("sandbox", code_span(result.sandbox_mode));
  }
  for (const auto& [language, version] : result.compilers)
    text += item("compiler of " + code_span(language), version.empty() ? "?" : code_span(version));
  text += item("limits", limits_text(result.limits, show(result.limits.time)));
  text += item(
      "machine",
      fmt::format("{}, {}, {}",
                  code_span(result.machine.cpu.empty() ? "unknown processor" : result.machine.cpu),
                  counted(static_cast<std::size_t>(result.machine.cores), "core"),
                  code_span(result.machine.kernel)));
  if (!result.started.empty()) text += item("started", code_span(result.started));
  return text;
}

std::string tried(const StressResult& result) {
  std::string text = "\n## Inputs\n\n";
  text += item("submissions run on", pace_text(result));
  if (result.refused > 0) {
    text += item("skipped because a validator refused them", std::to_string(result.refused));
  }
  if (const std::string known = known_text(result, code_span); !known.empty())
    text += item("left out", known);
  for (const model::StressSource& source : result.sources) {
    std::string value = code_span(source.generator);
    if (!source.reached.empty()) value += ", up to " + code_span(source.reached);
    value += ", " + counted(static_cast<std::size_t>(source.inputs), "input");
    text += item("drawn from", value);
  }
  for (const model::StressExhausted& exhausted : result.exhausted) {
    if (exhausted.inputs == 0) continue;
    text += item("enumerated",
                 extent_text(exhausted, code_span) +
                     (exhausted.is_complete
                          ? "; the largest has " +
                                size_text(static_cast<std::int64_t>(exhausted.largest.size()))
                          : ""));
    if (const std::string values = values_text(exhausted, code_span); !values.empty())
      text += "  - " + values + "\n";
  }
  return text;
}

std::string failure_section(const StressResult& result, const StressFailure& failure) {
  std::string text = fmt::format("\n### {}{}{}\n\n", failing_text(result, failure, code_span),
                                 says_nothing(result, failure.verdict) ? " " : ": ",
                                 failure_text(result, failure));
  const auto add = [&](std::string_view label, std::string_view value) {
    if (!value.empty()) text += item(label, code_span(value));
  };
  add("found by", failure.found_by);
  if (const std::string how = shrinking_text(failure); !how.empty()) text += "- " + how + "\n";
  if (!failure.is_shrunk_out) {
    text += "- the time for shrinking ended; a smaller one may exist\n";
  }
  // Of two that only differ, no side is called expected.
  if (!is_undecided(result) || !is_drawn(failure.first_difference, failure.message)) {
    add(says_nothing(result, failure.verdict) ? "the checker, with the first as the answer"
                                              : "message",
        failure.message);
  }
  if (failure.first_difference) {
    text += item("first difference", fmt::format("line {}, column {} of the output",
                                                 failure.first_difference->output_line,
                                                 failure.first_difference->output_column));
  }
  add("saved as", failure.saved);
  for (const std::string& name : failure.catches)
    add("alone catches", name);
  const auto block = [&](const std::string& title, std::string_view bytes) {
    text += fmt::format("\n{}:\n\n{}", title, code_block(bytes, k_most_bytes));
  };
  block("Input", failure.input);
  const bool has_answer =
      !result.is_game && (!failure.expected.empty() || failure.first_difference);
  if (is_undecided(result) && result.submissions.size() == 2) {
    const std::size_t other = failure.submission == 0 ? 1 : 0;
    block("Output of " + code_span(submission_path(result, other)), failure.expected);
    block("Output of " + code_span(submission_path(result, failure.submission)), failure.got);
  } else {
    if (has_answer) block("Expected", failure.expected);
    if (has_answer || !failure.got.empty()) block("Got", failure.got);
  }
  if (failure.got_left_out > 0) {
    text += fmt::format("\n{} more were written.\n",
                        counted(static_cast<std::size_t>(failure.got_left_out), "byte"));
  }
  if (!failure.error_tail.empty()) block("End of standard error", failure.error_tail);
  if (!failure.replay.empty()) {
    text +=
        "\nRepeat it:\n\n" + code_block(one_line(failure.replay), failure.replay.size() * 4, "sh");
  }
  return text;
}

std::string found(const StressResult& result) {
  std::string text = "\n## Found\n\n";
  if (result.failures.empty()) {
    text += "Nothing.\n";
  } else {
    text += counted(result.failures.size(), "failure") + ".\n";
    if (const std::string spared = spared_text(result, code_span); !spared.empty()) {
      text += "\nNothing in " + spared + ".\n";
    }
  }
  for (const model::StressExhausted& exhausted : result.exhausted) {
    if (!result.failures.empty() || exhausted.inputs == 0) continue;
    text += fmt::format("\n**Checked exhaustively**: {} on {}.\n", claim_text(result, code_span),
                        extent_text(exhausted, code_span));
  }
  if (const std::string cut_off = cut_off_text(result, code_span); !cut_off.empty())
    text += "\n**Not finished**, " + cut_off + ".\n";
  if (result.interrupted) text += "\nThe search was interrupted.\n";
  for (const StressFailure& failure : result.failures)
    text += failure_section(result, failure);
  return text;
}

std::string faults(const StressResult& result) {
  if (result.faults.empty()) return {};
  std::string text = "\n## Faults of generators and validators\n\n";
  for (const model::StressFault& fault : result.faults) {
    text += "- " + fault_text(fault, code_span);
    if (!fault.command.empty()) text += ", with " + code_span(fault.command);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string stress_certificate(const StressResult& result, const std::string& arbiter_version) {
  std::string text = "# Stress test";
  if (!result.problem.empty()) text += " of " + code_span(result.problem);
  text += "\n\n" + setting(result, arbiter_version) + tried(result) + found(result);
  text += faults(result);
  if (!result.command.empty()) {
    text += "\n## Repeat it\n\n" +
            code_block(one_line(result.command), result.command.size() * 4, "sh");
  }
  return text;
}

}  // namespace arbiter::report
