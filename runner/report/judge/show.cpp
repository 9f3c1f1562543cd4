#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.hpp"
#include "model/reason.hpp"
#include "report/judge/details.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

constexpr std::size_t k_most_lines = 200;

std::string fact(const Style& style, std::string_view name, const std::string& value) {
  return paragraph(style, "2", fmt::format("  {:<12}", name), value, 14);
}

std::string run_facts(const TestJudgement& test, const model::RunLimits& limits,
                      const Style& style) {
  const model::RunRecord& run = test.run;
  std::string text = fact(style, "ended with", how_it_ended(run));
  if (test.score) text += fact(style, "score", points_text(test.score, test.max_score));
  if (!test.counted) text += fact(style, "note", "not counted, by the rules of its group");
  text += fact(style, "CPU time", fmt::format("{} of {}", cpu_text(run), show(limits.time)));
  text += fact(style, "wall time", fmt::format("{} of {}", show(run.wall), show(limits.wall)));
  text += fact(style, "memory", fmt::format("{} of {}", memory_text(run), show(limits.memory)));
  if (test.passes > 0) text += fact(style, "passes", std::to_string(test.passes));
  if (run.processes > 0) text += fact(style, "processes", std::to_string(run.processes));
  if (run.approximate) text += fact(style, "note", "~ marks sampled figures");
  if (run.was_rerun) {
    text += fact(style, "note", "near the time limit, so run twice; the smaller time counts");
  }
  if (!test.repeats.empty()) {
    const auto shown = [](Nanoseconds time) { return show(time); };
    text += fact(style, "repeats", joined(test.repeats, ", ", shown));
  }
  return text;
}

constexpr std::size_t k_time_width = 13;
constexpr std::size_t k_side_gap = 2;

/// The lines of a message, each as many as it takes.
std::vector<std::string> message_lines(const model::Message& message, std::size_t column) {
  std::string words = message.text;
  if (message.left_out > 0) words += fmt::format(" … and {} bytes more", message.left_out);
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(words)) {
    for (std::string& part : chop(one_line(line), column))
      lines.push_back(std::move(part));
  }
  return lines;
}

std::string message_text(const model::Message& message, std::size_t column, const Style& style) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(message.time).count();
  const std::string time =
      fmt::format("{:>{}}", fmt::format("{}.{:03} ms", us / 1000, us % 1000), k_time_width);
  const std::size_t indent = message.from_submission ? 0 : column + k_side_gap;
  std::string text;
  for (const std::string& part : message_lines(message, column)) {
    text +=
        text.empty() ? paint(style, "2", time) : std::string(part.empty() ? 0 : k_time_width, ' ');
    text += part.empty() ? "\n" : std::string(k_side_gap + indent, ' ') + part + "\n";
  }
  return text;
}

/// A game for people: a line for each message with its time, the submission's on the left and the
/// referee's on the right.
std::string dialogue(const model::Transcript& transcript, const Style& style) {
  const std::size_t width = std::max<std::size_t>(style.width, 40);
  const std::size_t column = (width - k_time_width - 2 * k_side_gap) / 2;
  std::string text = paint(
      style, "1",
      fmt::format("{:>{}}  {:<{}}  {}", "game", k_time_width, "submission", column, "referee"));
  text += "\n";
  for (std::size_t i = 0; i < transcript.messages.size(); ++i) {
    if (transcript.left_out_messages > 0 &&
        i == static_cast<std::size_t>(transcript.left_out_after)) {
      text += fmt::format("{:>{}}  {} messages of {} bytes are not shown\n", "…", k_time_width + 2,
                          transcript.left_out_messages, transcript.left_out_bytes);
    }
    text += message_text(transcript.messages[i], column, style);
  }
  return text;
}

}  // namespace

std::string show_submission(const Judgement& judgement, std::size_t submission,
                            const Style& style) {
  const SubmissionJudgement& shown = judgement.submissions.at(submission);
  std::string text = heading(judgement, &shown, style);
  if (!shown.compile.log.empty() || (!shown.compile.ok && !shown.unfinished)) {
    text += "\n" + explain_compile(shown.compile, style);
  }
  if (!shown.tests.empty()) text += "\n" + test_table(shown, style, true);
  if (!shown.groups.empty()) text += "\n" + group_table(shown, style);
  if (shown.compile.ok) {
    const std::string why = explain_submission(judgement, shown, style);
    if (!why.empty()) text += "\n" + why;
  }
  return text + "\n" + verdict_line(judgement, shown, style);
}

std::string show_test(const Judgement& judgement, std::size_t submission, std::size_t test,
                      const Style& style) {
  const SubmissionJudgement& of = judgement.submissions.at(submission);
  const TestJudgement& shown = of.tests.at(test);
  std::string text = heading(judgement, &of, style) + "\n";
  text += explain_test(judgement, of, shown, style, k_most_lines) + "\n";
  text += run_facts(shown, of.limits, style);
  if (shown.transcript) text += "\n" + dialogue(*shown.transcript, style);
  if (shown.output_head.empty()) return text;
  return text + "\n" + paint(style, "1", "standard output (its beginning)") + "\n" +
         quoted_block(shown.output_head, k_most_lines, false, style);
}

}  // namespace arbiter::report
