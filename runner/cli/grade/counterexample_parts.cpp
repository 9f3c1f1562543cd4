#include "cli/grade/counterexample_parts.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/grow/measure.hpp"
#include "judge/run/replay_run.hpp"
#include "judge/run/test_keys.hpp"
#include "report/replay/replay.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

Result<void> add_files_to(store::Sha256& hash, const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    hash.add_field(file.filename().string());
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) continue;
    ARBITER_TRY(bytes, read_file(file, mib(256)));
    hash.add_field(bytes);
  }
  return {};
}

std::optional<model::Slowness> slowness_of(const model::ProgramGrowth& own,
                                           const model::ProgramGrowth* reference,
                                           const model::GrowthResult& grown) {
  if (own.points.empty()) return std::nullopt;
  model::Slowness slow;
  slow.size = own.points.back().size;
  slow.time = own.points.back().time;
  slow.law = model::short_law(own.time);
  slow.largest = grown.most;
  slow.at_largest = own.time.at(static_cast<double>(grown.most));
  if (reference != nullptr) slow.reference = model::short_law(reference->time);
  const bool is_too_slow = slow.at_largest > seconds(grown.time_limit);
  return slow.law.empty() || !is_too_slow ? std::nullopt : std::optional(slow);
}

/// The lines of a text, in one.
std::string joined_lines(std::string_view text) {
  std::string line;
  for (const char one : trimmed(text))
    line += one == '\n' ? " / " : std::string(1, one);
  return line.empty() ? "(nothing)" : report::tidy_line(line);
}

}  // namespace

Result<std::string> hash_of_generation(const model::Problem& problem) {
  store::Sha256 hash;
  ARBITER_TRY(judged, judge::hash_problem(problem));
  hash.add_field(judged);
  ARBITER_CHECK(add_files_to(hash, {problem.generation.file}));
  for (const auto& [word, program] : problem.generation.programs)
    ARBITER_CHECK(add_files_to(hash, program.files));
  for (const model::ProgramSource& validator : problem.input_validators)
    ARBITER_CHECK(add_files_to(hash, validator.files));
  if (problem.replay) ARBITER_CHECK(add_files_to(hash, problem.replay->program.files));
  if (problem.reference) ARBITER_CHECK(add_files_to(hash, {*problem.reference}));
  return hash.hex();
}

Result<std::vector<std::optional<model::Slowness>>> measure_slowness(const Session& session,
                                                                     StressRequest request,
                                                                     Nanoseconds time,
                                                                     StressCall& prepared) {
  const std::size_t count = request.given.size();
  std::vector<std::optional<model::Slowness>> all(count);
  if (prepared.judge.problem.grow.empty()) return all;
  StressCall call;
  call.request = std::move(request);
  call.request.generators = {prepared.judge.problem.grow.front()};
  const LentWorkshop lent(prepared.judge, call.judge);
  const auto grown = measure_growth_of(session, prepared.solution, time, call);
  if (call.judge.is_interrupted()) return interrupted_error();
  // That nothing can be said of it fails no grade.
  if (!grown) return all;
  const std::size_t first = grown->programs.size() - count;
  for (std::size_t i = 0; i < count; ++i) {
    all[i] =
        slowness_of(grown->programs[first + i], first == 0 ? nullptr : &grown->programs[0], *grown);
  }
  return all;
}

std::string small_input_line(const SmallInput& small, const model::TestJudgement& judged) {
  if (small.input.size() > k_most_in_line || small.answer.size() > k_most_in_line) return {};
  const std::string line =
      fmt::format("{} → {}", joined_lines(small.input), joined_lines(small.answer));
  if (judged.verdict == model::Verdict::ac) return fmt::format("✓ {}\n", line);
  if (judged.verdict != model::Verdict::wa)
    return fmt::format("✗ {} ≠ {}\n", line, model::code(judged.verdict));
  const std::string own = judge::said_in(judged).value_or(judged.output_head);
  return fmt::format("✗ {} ≠ {}\n", line, report::clip_end(joined_lines(own), 2 * k_most_in_line));
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
