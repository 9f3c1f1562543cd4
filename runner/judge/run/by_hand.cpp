#include "judge/run/by_hand.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/file.hpp"
#include "box/retry.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/program/included_files.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/program_run.hpp"
#include "judge/run/work_files.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_message_bytes = 2048;
// A reference that needs longer than this many times the time limit is taken to hang.
constexpr int k_patience = 10;

struct ProgramRun {
  model::RunRecord record;
  UniqueFd output;
  UniqueFd error;
};

Result<ProgramRun> try_run(const PackagePrograms& programs, const Executable& executable,
                           const model::RunLimits& limits, const std::filesystem::path& input,
                           const std::vector<std::string>& arguments) {
  ARBITER_TRY(box, package_box(executable, programs.boxes));
  ARBITER_TRY(given, open_read(input));
  ARBITER_TRY(output, memory_file("output"));
  ARBITER_TRY(error, memory_file("error"));
  box::RunRequest run;
  run.argv = executable.argv;
  run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  run.cpu_limit = limits.time;
  run.wall_limit = limits.wall;
  run.memory_limit = limits.memory;
  run.output_limit = limits.output;
  run.process_limit += executable.runtime_threads;
  ARBITER_TRY(work, open_work_files(executable, {}));
  run.files = work.files;
  for (const std::string& name : programs.problem.input_files) {
    run.files.push_back({name, given.get(), false});
  }
  run.collect = programs.problem.output_files;
  ARBITER_TRY(report, box->run(run, {given.get(), output.get(), error.get()}));
  ProgramRun finished{to_record(report), std::move(output), std::move(error)};
  for (UniqueFd& collected : report.collected) {
    if (!collected) continue;
    const auto mapped = MappedFile::of_descriptor(collected.get());
    if (!mapped || mapped->bytes().empty()) continue;
    finished.output = std::move(collected);
    break;
  }
  return finished;
}

Result<ProgramRun> run_once(const PackagePrograms& programs, const Executable& executable,
                            const model::RunLimits& limits, const std::filesystem::path& input,
                            const std::vector<std::string>& arguments) {
  return box::try_twice([&] { return try_run(programs, executable, limits, input, arguments); });
}

std::string text_of(int descriptor) {
  const auto mapped = MappedFile::of_descriptor(descriptor);
  if (!mapped) return {};
  std::string text(mapped->bytes().substr(0, k_message_bytes));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

model::RunLimits validation_limits(const model::PackageLimits& limits) {
  return {limits.validation_time, wall_limit(limits.validation_time), limits.validation_memory,
          limits.validation_output};
}

}  // namespace

std::vector<std::string> validator_arguments(const model::ValidatorArguments& all,
                                             const std::string& program) {
  for (const std::string& name :
       {program, std::filesystem::path(program).stem().string(), std::string()}) {
    const auto found = all.find(name);
    if (found != all.end()) return found->second;
  }
  return {};
}

Result<bool> is_valid(const model::ProgramSource& validator, int status, const std::string& message,
                      std::string_view what) {
  const auto role = ProgramRole::input_validator;
  const StatusMeaning meaning = meaning_of(validator.protocol, role, status);
  if (meaning != StatusMeaning::fault) return meaning == StatusMeaning::accepted;
  std::string why = fmt::format("{} {} {}", what, validator.name,
                                words_of_fault(validator.protocol, role, status));
  if (!message.empty()) why += ": " + message;
  return package_error(std::move(why));
}

Result<std::vector<Validation>> validate_input(const PackagePrograms& programs,
                                               const std::filesystem::path& input) {
  std::vector<Validation> all;
  const model::RunLimits limits = validation_limits(programs.problem.limits);
  for (const model::ProgramSource& source : programs.problem.input_validators) {
    const std::string what = "input validator " + source.name;
    ARBITER_TRY(executable, compile_package_program(programs, source, what));
    auto arguments = validator_arguments(programs.problem.input_validator_args, source.name);
    const auto& of_submission = programs.problem.args;
    arguments.insert(arguments.end(), of_submission.begin(), of_submission.end());
    ARBITER_TRY(run, run_once(programs, executable, limits, input, arguments));
    const bool ended = run.record.ending == model::Ending::exited;
    if (!ended) {
      return package_error(what + ": " + reason(run.record, limits, {}));
    }
    ARBITER_TRY(valid, is_valid(source, run.record.exit_status, text_of(run.error.get())));
    all.push_back({source.name, valid, text_of(run.error.get())});
  }
  return all;
}

Result<void> make_answer(const PackagePrograms& programs, const std::filesystem::path& input,
                         const std::filesystem::path& answer) {
  if (!programs.problem.reference) {
    return package_error("the package has no reference solution",
                         "put one into submissions/accepted");
  }
  ARBITER_TRY(program, load_submission(*programs.problem.reference, programs.languages, {},
                                       {programs.problem.root, programs.problem.links_within}));
  ARBITER_TRY(executable, compile_of_package(programs, program, "the reference solution",
                                             included_files(programs.problem, *program.language)));
  model::RunLimits limits = limits_of(programs.problem, {});
  limits.time *= k_patience;
  limits.wall = wall_limit(limits.time);
  ARBITER_TRY(run, run_once(programs, executable, limits, input, programs.problem.args));
  if (!may_be_checked(run.record, limits)) {
    return package_error("the reference solution fails on this input: " +
                         reason(run.record, limits, {}));
  }
  ARBITER_TRY(output, MappedFile::of_descriptor(run.output.get()));
  return write_file(answer, output.bytes());
}

}  // namespace arbiter::judge
