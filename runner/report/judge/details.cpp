#include "report/judge/details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.hpp"
#include "report/text/difference.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::RunLimits;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

std::string limits_of(const Judgement& judgement, const SubmissionJudgement* submission) {
  const RunLimits& limits = submission != nullptr ? submission->limits : judgement.limits;
  std::string time = show(limits.time);
  if (limits.time != judgement.limits.time && judgement.limits.time.count() > 0) {
    const double factor = seconds(limits.time) / seconds(judgement.limits.time);
    time +=
        fmt::format(" ({:g} × {})", std::round(factor * 1000) / 1000, show(judgement.limits.time));
  }
  return limits_text(limits, time);
}

/// After a label what somebody said: of several lines each on its own.
std::string said(const Style& style, std::string_view sgr, std::string_view label,
                 std::string_view words) {
  constexpr std::size_t k_most_lines = 20;
  words = trimmed(words);
  if (words.find('\n') == std::string_view::npos) {
    return paragraph(style, sgr, label, one_line(words), 2);
  }
  const std::string title = trimmed(label).empty() ? "" : paragraph(style, sgr, label, "", 2);
  return title + quoted_block(words, k_most_lines, false, style);
}

/// Why, said once.
std::string explanation(const TestJudgement& test, const RunLimits& limits) {
  if (is_drawn(test.first_difference, test.message)) return {};
  return test.message.empty() ? reason(test, limits) : test.message;
}

/// What the submission read when it failed. Who gives an input by hand has seen it, unless it is
/// short enough to stand beside the difference.
std::string input_block(const Judgement& judgement, const TestJudgement& test, std::size_t most,
                        const Style& style) {
  if (!test.pass_input.empty()) {
    return paragraph(style, "1", "  input", fmt::format(" of pass {} (its beginning)", test.passes),
                     2) +
           quoted_block(test.pass_input, most, false, style);
  }
  if (!test.input || (is_by_hand(judgement) && test.input->lines > most)) return {};
  if (test.input->size.count == 0) return "  " + paint(style, "1", "input") + ": empty\n";
  const std::string block = head_block(*test.input, most, style);
  const bool is_whole =
      test.input->size.count == static_cast<std::int64_t>(test.input->head.size());
  const bool is_ended = !is_whole || test.input->head.back() == '\n';
  if (block.empty()) return {};
  return paragraph(style, "1", "  input", is_ended ? "" : ", without a newline at its end", 2) +
         block;
}

/// How much of the judgement was known before, so that nobody takes old figures for new ones.
std::string cached_text(const Judgement& judgement, const SubmissionJudgement* submission) {
  std::size_t cached = 0;
  std::size_t all = 0;
  for (const SubmissionJudgement& one :
       submission != nullptr ? std::span(submission, 1) : std::span(judgement.submissions)) {
    all += one.tests.size();
    cached += static_cast<std::size_t>(std::ranges::count(one.tests, true, &TestJudgement::cached));
  }
  if (cached == 0) return {};
  return fmt::format("{} known from an earlier run; --no-cache runs {} again",
                     cached == all
                         ? (all == 1 ? "1 test case" : fmt::format("all {} test cases", all))
                         : fmt::format("{} of {}", cached, counted(all, "test case")),
                     cached == 1 ? "it" : "them");
}

/// "12 test cases", "5 of 12 test cases".
std::string tests_that_ran(const Judgement& judgement, const SubmissionJudgement& submission) {
  const std::size_t ran = submission.tests.size();
  if (ran >= judgement.planned_tests) return counted(ran, "test case");
  return fmt::format("{} of {}", ran, counted(judgement.planned_tests, "test case"));
}

std::string outcome(const Judgement& judgement, const SubmissionJudgement& submission) {
  const auto peak = model::peak_of(submission);
  std::string text = tests_that_ran(judgement, submission);
  if (submission.verdict != Verdict::ac) {
    text += fmt::format(" ran, {} passed",
                        std::ranges::count(submission.tests, Verdict::ac, &TestJudgement::verdict));
  }
  if (peak) text += fmt::format("; at most {} and {}", show(peak->cpu), show(peak->memory));
  if (const TestJudgement* slowest = slowest_repeated(submission)) {
    text += fmt::format("; slowest {}: {}", one_line(slowest->name), spread(slowest->repeats));
  }
  return text;
}

/// What the figures of repeated tests are.
std::string repeats_text(const Judgement& judgement, bool is_matrix) {
  std::size_t most = 0;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    for (const TestJudgement& test : submission.tests)
      most = std::max(most, test.repeats.size());
  }
  if (most == 0) return {};
  return fmt::format(
      "each test case {} times; CPU and memory are those of its first run, or of the first that "
      "fails; the spread is the least / median / most CPU time{}",
      most, is_matrix ? " of the slowest test case" : "");
}

/// How the time limit came to be, and what is doubtful about it.
std::string found_text(const model::FoundTimeLimit& found, const Style& style) {
  const std::string factor = found.factor == 1 ? "" : fmt::format(" ÷ {:g}", found.factor);
  std::string text =
      paragraph(style, "1", fmt::format("time limit {}: ", show(found.limit)),
                fmt::format("{} is the slowest with {} on {}{}; × {:g}, rounded up to {:g} s steps",
                            one_line(found.submission), show(found.slowest), one_line(found.test),
                            factor, found.multiplier, found.resolution_s),
                2);
  for (const std::string& warning : found.warnings)
    text += paragraph(style, "1;33", "warning: ", one_line(warning), 2);
  return text;
}

}  // namespace

bool is_by_hand(const Judgement& judgement) {
  return has_word(judgement.repeat_options, "--input");
}

std::vector<std::string> repeating_command(const Judgement& judgement,
                                           const SubmissionJudgement& submission,
                                           const TestJudgement& test) {
  const std::string& problem =
      judgement.problem_root.empty() ? judgement.problem : judgement.problem_root;
  std::vector<std::string> words = {"arbiter", "judge"};
  // A path that begins with a dash would be read as a flag.
  const auto as_path = [](const std::string& path) {
    return path.size() > 1 && path.front() == '-' ? "./" + path : path;
  };
  words.push_back(as_path(problem));
  words.push_back(as_path(submission.path));
  if (submission.path == "-") words.insert(words.end(), {"--language", submission.language});
  words.insert(words.end(), judgement.repeat_options.begin(), judgement.repeat_options.end());
  // An input by hand is the only test, and named by its flag.
  if (!is_by_hand(judgement)) words.insert(words.end(), {"--tests", test.name});
  return words;
}

std::string sandbox_text(const std::string& mode, bool unsandboxed, const Style& style) {
  if (unsandboxed) {
    return paragraph(style, "1;31", "sandbox  ", "none: programs run without isolation", 9);
  }
  return mode.empty() ? "" : paragraph(style, "2", "sandbox  ", one_line(mode), 9);
}

std::string limits_text(const RunLimits& limits, const std::string& time) {
  return fmt::format("{} CPU, {} wall, {} memory, {} output", time, show(limits.wall),
                     show(limits.memory), show(limits.output));
}

std::string heading(const Judgement& judgement, const SubmissionJudgement* submission,
                    const Style& style) {
  std::string what;
  if (submission != nullptr) {
    what = one_line(submission->path);
    if (!submission->language.empty()) what += fmt::format(" ({})", one_line(submission->language));
  } else {
    what = fmt::format("{}, {}", counted(judgement.submissions.size(), "submission"),
                       counted(judgement.planned_tests, "test case"));
  }
  std::string text;
  if (!judgement.scoring_note.empty()) {
    text = paragraph(style, "1;33", one_line(judgement.problem) + ": ",
                     one_line(judgement.scoring_note), 2);
  }
  if (judgement.is_plain_folder) {
    text = paragraph(style, "1;33", one_line(judgement.problem) + ": ",
                     "a folder of test cases without problem.yaml, judged with default limits", 2);
  }
  const auto add = [&](std::string_view label, const std::string& words) {
    if (!words.empty()) text += paragraph(style, "2", label, words, 9);
  };
  text += paragraph(style, "1", one_line(judgement.problem) + ": ", what, 2);
  add("limits   ", limits_of(judgement, submission));
  if (judgement.found_time_limit) text += found_text(*judgement.found_time_limit, style);
  text += sandbox_text(judgement.sandbox_mode, judgement.unsandboxed, style);
  add("repeat   ", repeats_text(judgement, submission == nullptr));
  add("cached   ", cached_text(judgement, submission));
  return text;
}

const TestJudgement* slowest_repeated(const SubmissionJudgement& submission) {
  const TestJudgement* slowest = nullptr;
  Nanoseconds most{};
  for (const TestJudgement& test : submission.tests) {
    if (test.repeats.empty()) continue;
    const Nanoseconds longest = std::ranges::max(test.repeats);
    if (slowest == nullptr || longest > most) {
      slowest = &test;
      most = longest;
    }
  }
  return slowest;
}

std::string explain_test(const Judgement& judgement, const SubmissionJudgement& submission,
                         const TestJudgement& test, const Style& style, std::size_t input_lines) {
  std::string text = paragraph(style, "1", one_line(test.name) + ": ",
                               std::string(model::row(test.verdict).name) + in_pass(test), 2);
  if (const std::string why = explanation(test, submission.limits); !why.empty()) {
    text += said(style, "", "  ", why);
  }
  text += input_block(judgement, test, input_lines, style);
  if (test.first_difference) text += render_difference(*test.first_difference, style);
  if (!test.error_tail.empty()) {
    text += paragraph(style, "", "  ", "end of standard error:", 2) +
            quoted_block(test.error_tail, 10, true, style);
  }
  for (const std::string& hint : test.hints)
    text += paragraph(style, "1;36", "  hint: ", one_line(hint), 8);
  text += "  " + paint(style, "2", "repeat it with:") + "\n";
  return text + command_line(style, repeating_command(judgement, submission, test), 4);
}

std::string explain_compile(const model::CompileJudgement& compile, const Style& style) {
  constexpr std::size_t k_most_lines = 30;
  std::string text;
  if (!compile.fault.empty()) {
    text += said(style, "1", "the judge failed: ", compile.fault);
  } else {
    text += paint(style, "1", "the compiler says:") + "\n";
  }
  text += quoted_block(compile.log, k_most_lines, false, style);
  for (const std::string& help : compile.helps)
    text += paragraph(style, "1;36", "  help: ", one_line(help), 8);
  return text;
}

std::string explain_submission(const Judgement& judgement, const SubmissionJudgement& submission,
                               const Style& style) {
  if (!submission.compile.ok || !submission.compile.fault.empty()) {
    return submission.unfinished ? "" : explain_compile(submission.compile, style);
  }
  const TestJudgement* test = deciding_test(submission);
  if (test == nullptr || test->verdict == Verdict::ac) return {};
  return explain_test(judgement, submission, *test, style);
}

std::string verdict_line(const Judgement& judgement, const SubmissionJudgement& submission,
                         const Style& style) {
  if (submission.unfinished) {
    return paragraph(style, "1;33",
                     "interrupted: ", tests_that_ran(judgement, submission) + " ran, no verdict",
                     2);
  }
  const model::VerdictRow& row = model::row(submission.verdict);
  std::string name(row.name);
  const TestJudgement* deciding = deciding_test(submission);
  if (submission.verdict != Verdict::ac && deciding != nullptr)
    name += " on " + one_line(deciding->name) + in_pass(*deciding);
  const std::string label = fmt::format("{} {} ", row.symbol, row.code);
  const std::size_t hang = display_width(label);
  const bool is_short = submission.verdict == Verdict::ac;
  if (submission.compile.ok && is_short) name += ": " + outcome(judgement, submission);
  std::string text;
  if (submission.score) {
    text = paragraph(style, "1", "score ", points_text(submission.score, submission.max_score), 6);
  }
  text += paragraph(style, row.color, label, name, hang);
  // What is said of a failure is long: the verdict and its place have a line of their own.
  if (submission.compile.ok && !is_short) {
    text += paragraph(style, "", std::string(hang, ' '), outcome(judgement, submission), hang);
  }
  if (submission.label && submission.as_expected) {
    text += paragraph(style, "32", "as expected: ", "it is in " + one_line(*submission.label), 2);
  } else if (submission.label && !submission.as_expected) {
    std::string note = one_line(submission.expectation_note);
    if (note.empty()) {
      note = fmt::format("{} expects {}", one_line(*submission.label), either(submission.expected));
    }
    text += paragraph(style, "1;31", "not as expected: ", note, 2);
  }
  return text;
}

}  // namespace arbiter::report
