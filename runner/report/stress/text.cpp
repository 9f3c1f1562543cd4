#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/judge/details.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/words.hpp"
#include "report/text/difference.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::StressFailure;
using model::StressOutcome;
using model::StressResult;

// Beyond that many nobody reads on; the document for machines has them all.
constexpr std::size_t k_most_failures = 20;
constexpr std::size_t k_most_input_lines = 24;
constexpr std::size_t k_most_error_lines = 10;

std::string ticked(std::string_view bytes) {
  return "`" + one_line(bytes) + "`";
}

/// A command for copying: on a line of its own that is never broken.
std::string own_line(std::string_view command) {
  return "    " + one_line(command) + "\n";
}

/// Foreign text of any length as one sentence.
std::string sentence(const Style& style, std::string_view text) {
  return clip_end(one_line(text), style.width * 8);
}

/// A paragraph without a label; all its lines but the first are indented.
std::string hanging(const Style& style, std::string_view text) {
  const std::size_t word = std::min(text.find(' ') + 1, text.size());
  return paragraph(style, "", text.substr(0, word), text.substr(word), 2);
}

/// A paragraph whose label may be of any length.
std::string labelled(const Style& style, std::string_view sgr, const std::string& label,
                     const std::string& text) {
  // Labels are never broken.
  if (display_width(label) > style.width) return paragraph(style, "", "", label + text, 0);
  return paragraph(style, sgr, label, text, 2);
}

std::string heading(const StressResult& result, const Style& style) {
  std::string what = result.submissions.size() == 1
                         ? one_line(result.submissions.front())
                         : counted(result.submissions.size(), "submission");
  if (result.is_game) {
    what += ", judged by the referee";
  } else if (!result.against.empty()) {
    what += " against " + one_line(result.against);
  } else if (result.submissions.size() > 1) {
    what += " against each other";
  }
  what += fmt::format(", seed {}", result.seed);
  const std::string name = result.problem.empty() ? "stress" : one_line(result.problem);
  return labelled(style, "1", name + ": ", what) +
         sandbox_text(result.sandbox_mode, result.unsandboxed, style);
}

std::string headline(const StressResult& result, const StressFailure& failure, const Style& style) {
  const bool is_difference = says_nothing(result, failure.verdict);
  std::string text = failure_text(result, failure);
  if (const std::string how = shrinking_text(failure); !how.empty()) text += " (" + how + ")";
  const std::string who = failing_text(result, failure, one_line) + (is_difference ? " " : ": ");
  return labelled(style, model::row(failure.verdict).color, who, text);
}

std::string input_block(const StressFailure& failure, const Style& style) {
  const std::string& input = failure.input;
  if (input.empty()) return "  " + paint(style, "1", "input") + ": empty\n";
  const std::size_t lines = split_lines(input).size();
  const bool is_ended = input.back() == '\n';
  return paragraph(style, "1", "  input", is_ended ? "" : ", without a newline at its end", 2) +
         barred(excerpt(input, both_ends(lines, k_most_input_lines)), style);
}

std::string outputs(const StressResult& result, const StressFailure& failure, const Style& style) {
  if (failure.expected.empty() && failure.got.empty() && !failure.first_difference) return {};
  if (result.is_game || (failure.expected.empty() && !failure.first_difference)) {
    const auto lines = split_lines(failure.got).size();
    return "  " + paint(style, "1", "output") + "\n" +
           barred(excerpt(failure.got, both_ends(lines, k_most_input_lines)), style);
  }
  Side expected{"expected", failure.expected, 0};
  Side got{"got", failure.got, failure.got_left_out};
  if (!is_undecided(result)) {
    return side_by_side(expected, got, failure.first_difference, style);
  }
  const auto title = [&](std::string_view which, std::size_t submission) {
    const std::size_t taken = which.size() + 6;
    const std::size_t room = std::max(style.width / 2, taken + 4) - taken;
    const std::string name = one_line(base_name(submission_path(result, submission)));
    return fmt::format("{}: {}", which, clip_front(name, room));
  };
  const std::size_t other = failure.submission == 0 ? 1 : 0;
  expected.title = title("first", other);
  got.title = title("second", failure.submission);
  return side_by_side(expected, got, failure.first_difference, style,
                      {"first", "second", "first output"});
}

std::string verdicts(const StressResult& result, const StressFailure& failure, const Style& style) {
  const auto tells = [&](const StressOutcome& outcome) {
    return !says_nothing(result, outcome.verdict);
  };
  const auto& outcomes = failure.outcomes;
  if (outcomes.size() < 2 || std::none_of(outcomes.begin(), outcomes.end(), tells)) return {};
  TextTable table({{"", Align::left, Clip::front, 10, 100},
                   {"", Align::left, Clip::never, 0, 100},
                   {"", Align::left, Clip::end, 12, 10}});
  for (const StressOutcome& outcome : outcomes) {
    const model::VerdictRow& row = model::row(outcome.verdict);
    const Cell verdict = tells(outcome)
                             ? Cell(fmt::format("{} {}", row.symbol, row.code), row.color)
                             : Cell("ran", "2");
    // The reason of the one that is shown stands above.
    const bool is_shown = outcome.submission == failure.submission;
    table.add({one_line(submission_path(result, outcome.submission)), verdict,
               is_shown ? "" : sentence(style, outcome.message)});
  }
  return table.text(style, 2);
}

std::string failure_block(const StressResult& result, const StressFailure& failure,
                          const Style& style) {
  std::string text = headline(result, failure, style);
  if (!failure.is_shrunk_out) {
    text += paragraph(style, "", "  ", "the time for shrinking ended; a smaller one may exist", 2);
  }
  if (!failure.found_by.empty()) {
    text += paragraph(style, "2", "  found by ", sentence(style, failure.found_by), 4);
  }
  text += input_block(failure, style);
  text += outputs(result, failure, style);
  if (!failure.message.empty() && !is_drawn(failure.first_difference, failure.message)) {
    const std::string_view whose = says_nothing(result, failure.verdict)
                                       ? "the checker, with the first output as the answer: "
                                       : "";
    text += paragraph(style, "", "  ", std::string(whose) + sentence(style, failure.message), 2);
  }
  if (!failure.error_tail.empty()) {
    text += paragraph(style, "", "  ", "end of standard error:", 2) +
            quoted_block(failure.error_tail, k_most_error_lines, true, style);
  }
  text += verdicts(result, failure, style);
  if (!failure.replay.empty()) {
    text += "  " + paint(style, "2", "repeat:") + "\n" + own_line(failure.replay);
  }
  if (!failure.saved.empty()) {
    const std::string_view label = failure.was_there ? "  nothing to save: " : "  saved as ";
    text += paragraph(style, "32", std::string(label),
                      one_line(failure.saved) + (failure.was_there ? " has this input" : ""), 4);
  }
  if (!failure.catches.empty()) {
    text += paragraph(
        style, "", "  ",
        "which no other test case catches: " + joined(failure.catches, ", ", one_line), 2);
  }
  return text;
}

std::string faults(const StressResult& result, const Style& style) {
  std::string text;
  for (const model::StressFault& fault : result.faults) {
    text += paragraph(style, "1;33",
                      "warning: ", clip_end(fault_text(fault, one_line), style.width * 8), 2);
    if (!fault.command.empty()) text += own_line(fault.command);
  }
  return text;
}

std::string summary(const StressResult& result, const Style& style) {
  const bool found = !result.failures.empty();
  std::string text =
      found
          ? paragraph(style, "1;31",
                      counted(result.failures.size(), "failure") + " found: ", pace_text(result), 2)
          : paragraph(style, "32", "nothing found: ", pace_text(result), 2);
  for (const model::StressExhausted& exhausted : result.exhausted) {
    if (exhausted.inputs == 0) continue;
    const std::string extent = extent_text(exhausted, ticked);
    const std::string claim = found ? "tried " : claim_text(result, one_line) + " on ";
    text += hanging(style, claim + extent);
    const std::string values = found ? "" : values_text(exhausted, one_line);
    if (!values.empty()) text += paragraph(style, "", "  ", values, 2);
  }
  if (const std::string known = known_text(result, one_line); !known.empty())
    text += paragraph(style, "", "left out: ", known, 2);
  if (const std::string cut_off = cut_off_text(result, ticked); !cut_off.empty())
    text += paragraph(style, "1;33", "", cut_off, 2);
  if (const std::string spared = spared_text(result, one_line); !spared.empty()) {
    text += paragraph(style, "", "nothing found in ", spared, 2);
  }
  if (result.refused > 0) {
    text += hanging(style, counted(static_cast<std::size_t>(result.refused), "generated input") +
                               " left out: invalid");
  }
  return text;
}

}  // namespace

std::string stress_text(const StressResult& result, const Style& style) {
  std::string text = heading(result, style);
  const std::size_t shown = std::min(result.failures.size(), k_most_failures);
  for (std::size_t i = 0; i < shown; ++i)
    text += "\n" + failure_block(result, result.failures[i], style);
  if (shown < result.failures.size()) {
    text += "\n" + paragraph(style, "", "… ",
                             fmt::format("and {} more; --format json has them all",
                                         result.failures.size() - shown),
                             2);
  }
  text += "\n" + summary(result, style) + faults(result, style);
  if (result.interrupted) {
    text += paragraph(style, "1;33", "interrupted: ", "not everything was judged", 2);
  }
  if (!result.command.empty()) {
    text += paint(style, "2", "repeat this search:") + "\n" + own_line(result.command);
  }
  return text;
}

}  // namespace arbiter::report
