#include "judge/grader_program.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/retry.hpp"
#include "judge/checking.hpp"
#include "judge/decide.hpp"
#include "judge/score_files.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_most_shown = 200;

Error bad_grader(std::string why) {
  return Error{ErrorKind::judge, std::move(why), {}, {}};
}

std::string end_of(const box::RunReport& report) {
  if (report.stopped != box::Stopped::no) return "the grader went over its limits";
  if (!report.exited) return fmt::format("the grader was ended by signal {}", report.signal);
  return fmt::format("the grader ended with status {}", report.exit_status);
}

Result<Grade> run_grader(const Executable& executable, const box::RunRequest& run,
                         const std::string& told, box::BoxFactory& boxes) {
  ARBITER_TRY(placed, place(executable));
  box::BoxConfig config;
  config.policy = box::Policy::package;
  config.allow_processes = true;
  config.program_files = std::move(placed.files);
  for (const std::string& bind : executable.binds)
    config.binds.push_back({bind, bind, true});
  ARBITER_TRY(input, sealed_memory_file("grader-input", told));
  ARBITER_TRY(output, memory_file("grader-output"));
  ARBITER_TRY(error, memory_file("grader-error"));
  ARBITER_TRY(box, boxes.make(config));
  ARBITER_TRY(report, box->run(run, {input.get(), output.get(), error.get()}));
  const bool ended = report.stopped == box::Stopped::no && report.exited;
  if (!ended || report.exit_status != 0) {
    ARBITER_TRY(said, MappedFile::of_descriptor(error.get()));
    const std::string text = printable(said.bytes().substr(0, k_most_shown));
    return bad_grader(text.empty() ? end_of(report) : end_of(report) + ": " + text);
  }
  ARBITER_TRY(answer, MappedFile::of_descriptor(output.get()));
  return parse_grade(answer.bytes());
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
      bad_grader(fmt::format("the grader printed '{}' instead of a verdict and a score",
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
    box::RunRequest run;
    run.argv = executable.argv;
    run.argv.insert(run.argv.end(), flags.begin(), flags.end());
    run.cpu_limit = limits.validation_time;
    run.wall_limit = wall_limit(limits.validation_time);
    run.memory_limit = limits.validation_memory;
    run.output_limit = limits.validation_output;
    run.process_limit += executable.runtime_threads;
    const std::string told = grader_input(children);
    return box::try_twice([&] { return run_grader(executable, run, told, boxes); });
  };
}

}  // namespace arbiter::judge
