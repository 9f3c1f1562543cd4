#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "judge/run/replay_run.hpp"
#include "report/replay/replay.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::cli {
namespace {

/// The lines of a text, in one.
std::string joined_lines(std::string_view text) {
  std::string line;
  for (const char one : trimmed(text))
    line += one == '\n' ? " / " : std::string(1, one);
  return line.empty() ? "(nothing)" : report::tidy_line(line);
}

}  // namespace

std::string small_input_line(const SmallInput& small, const model::TestJudgement& judged) {
  if (small.input.size() > k_most_in_line || small.answer.size() > k_most_in_line) return {};
  const std::string line =
      fmt::format("{} → {}", joined_lines(small.input), joined_lines(small.answer));
  if (judged.verdict == model::Verdict::ac) return fmt::format("✓ {}\n", line);
  if (judged.verdict != model::Verdict::wa)
    return fmt::format("✗ {} ≠ {}\n", line, model::code(judged.verdict));
  const std::string own = judge::said_in(judged).value_or(judged.output_head);
  return fmt::format("✗ {} ≠ {}{}\n", line, joined_lines(own.substr(0, k_most_in_line)),
                     own.size() > k_most_in_line ? "…" : "");
}

std::string course_of(const judge::PackagePrograms& package, const model::TestCase& test,
                      const model::TestJudgement& judged) {
  if (!package.problem.replay || judged.transcript) return {};
  // What was printed before a crash would be shown as if it were an answer.
  if (judged.verdict != model::Verdict::wa) return {};
  judge::PackageTools tools(package);
  const auto said = judge::said_in(judged).value_or(judged.output_head);
  const auto lines = judge::run_replay_program(tools, test, said);
  if (!lines) return {};
  const auto replay = report::read_replay(*lines, package.problem.replay->view);
  return replay ? report::draw_course(*replay) : std::string();
}

}  // namespace arbiter::cli
