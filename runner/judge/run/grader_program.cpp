#include "judge/run/grader_program.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/program_run.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"
#include "judge/verdict/score_files.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_most_shown = 200;

std::string end_of(const model::RunRecord& run) {
  if (run.ending == model::Ending::exited) {
    return fmt::format("the grader ended with status {}", run.exit_status);
  }
  return "the grader " + words_of_end(model::CallProtocol::kattis, ProgramRole::checker, run);
}

}  // namespace

std::string grader_input(const std::vector<Grade>& children) {
  std::string text;
  for (const Grade& child : children)
    text += fmt::format("{} {}\n", model::code(child.verdict), child.score);
  return text;
}

Result<Grade> parse_grade(std::string_view output) {
  const Error bad =
      judge_error(fmt::format("the grader printed '{}' instead of a verdict and a score",
                              printable(output.substr(0, k_most_shown))));
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t start = output.find_first_not_of(k_blanks);
  if (start == std::string_view::npos) return bad;
  output.remove_prefix(start);
  const std::size_t gap = output.find_first_of(k_blanks);
  const auto verdict = model::parse_verdict(output.substr(0, gap));
  // A submission that does not compile has no groups.
  if (!verdict || *verdict == model::Verdict::ce || gap == std::string_view::npos) return bad;
  const auto score = parse_score(output.substr(gap));
  if (!score) return bad;
  return Grade{*verdict, *score};
}

Grader program_grader(const Executable& executable, const model::PackageLimits& limits,
                      box::BoxFactory& boxes) {
  return [&executable, &limits, &boxes](const std::vector<std::string>& flags,
                                        const std::vector<Grade>& children) -> Result<Grade> {
    const std::string told = grader_input(children);
    ProgramCall call;
    call.arguments = flags;
    call.input = told;
    call.limits = validation_limits(limits);
    ARBITER_TRY(ended, call_program(boxes, executable, call));
    if (ended.record.ending != model::Ending::exited || ended.record.exit_status != 0) {
      return judge_error(end_of(ended.record) + last_words(ended.error.get()));
    }
    ARBITER_TRY(answer, MappedFile::of_descriptor(ended.output.get()));
    return parse_grade(answer.bytes());
  };
}

}  // namespace arbiter::judge
