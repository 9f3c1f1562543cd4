#include "judge/run/by_hand.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/file.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_message_bytes = 2048;
// A reference that needs longer than this many times the time limit is taken to hang.
constexpr int k_patience = 10;

std::string clipped(std::string_view said) {
  said = said.substr(0, k_message_bytes);
  return std::string(said.substr(0, said.find_last_not_of(" \n") + 1));
}

/// Whether an input is valid, from the exit status of a validator and what it wrote to standard
/// error. Error{invalid_package}: the status means nothing in the validator's protocol.
Result<bool> is_valid(const model::ProgramSource& validator, int status, const std::string& message,
                      std::string_view what) {
  const auto role = ProgramRole::input_validator;
  const StatusMeaning meaning = meaning_of(validator.protocol, role, status);
  if (meaning != StatusMeaning::fault) return meaning == StatusMeaning::accepted;
  std::string why = fmt::format("{} {}", what, words_of_fault(validator.protocol, role, status));
  if (!message.empty()) why += ": " + message;
  return package_error(std::move(why));
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

Result<Validation> validation_of(const model::ProgramSource& validator, std::string_view what,
                                 const model::RunRecord& record, const model::RunLimits& limits,
                                 std::string_view said) {
  Validation word{validator.name, false, clipped(said), {}, {}};
  if (record.ending != model::Ending::exited) {
    word.fault = fmt::format("{}: {}", what, reason(record, limits, {}));
    return word;
  }
  ARBITER_SET(word.valid, is_valid(validator, record.exit_status, word.message, what));
  if (!word.valid) word.last_words = last_line(said);
  return word;
}

Result<Validation> ask_validator(box::BoxFactory& boxes, const model::PackageLimits& limits,
                                 const model::ProgramSource& validator,
                                 const Executable& executable, std::string_view what,
                                 ProgramCall call) {
  call.limits = validation_limits(limits);
  ARBITER_TRY(answer, call_program(boxes, executable, call));
  ARBITER_TRY(said, MappedFile::of_descriptor(answer.error.get()));
  return validation_of(validator, what, answer.record, call.limits, said.bytes());
}

Result<std::vector<Validation>> validate_input(const PackagePrograms& programs,
                                               const model::TestCase& test) {
  std::vector<Validation> all;
  const model::Problem& problem = programs.problem;
  ARBITER_TRY(bytes, MappedFile::open(test.input));
  for (const model::ProgramSource& source : problem.input_validators) {
    const std::string what = "input validator " + source.name;
    ARBITER_TRY(executable, compile_package_program(programs, source, what));
    ProgramCall call = call_with_input(bytes.bytes(), problem.input_files);
    call.arguments = validator_arguments(test.input_validator_args, source.name);
    call.arguments.insert(call.arguments.end(), test.args.begin(), test.args.end());
    ARBITER_TRY(word, ask_validator(programs.boxes, problem.limits, source, executable, what,
                                    std::move(call)));
    if (!word.fault.empty()) return package_error(word.fault);
    all.push_back(std::move(word));
  }
  return all;
}

ProgramCall solution_call(const model::Problem& problem, std::string_view input,
                          const std::vector<std::string>& arguments) {
  ProgramCall call = call_with_input(input, problem.input_files);
  call.arguments = arguments;
  call.collect = problem.output_files;
  call.limits = limits_of(problem, {});
  call.limits.time *= k_patience;
  call.limits.wall = wall_limit(call.limits.time);
  return call;
}

std::string failure_of(const model::RunRecord& record, const model::RunLimits& limits,
                       std::string_view said) {
  return may_be_checked(record, limits) ? std::string()
                                        : reason(record, limits, {}) + last_line(said);
}

Result<SolutionRun> run_solution(const PackagePrograms& programs, const Executable& solution,
                                 std::string_view input, const model::TestCase& test) {
  const ProgramCall call = solution_call(programs.problem, input, test.args);
  ARBITER_TRY(ended, call_program(programs.boxes, solution, call, -1, test));
  ARBITER_TRY(said, MappedFile::of_descriptor(ended.error.get()));
  return SolutionRun{choose_output(ended.collected, std::move(ended.output)),
                     failure_of(ended.record, call.limits, said.bytes())};
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
  ARBITER_TRY(bytes, MappedFile::open(input));
  model::TestCase test;
  test.args = programs.problem.args;
  ARBITER_TRY(run, run_solution(programs, executable, bytes.bytes(), test));
  if (!run.failure.empty()) {
    return package_error("the reference solution fails on this input: " + run.failure);
  }
  ARBITER_TRY(output, MappedFile::of_descriptor(run.answer.get()));
  return write_file(answer, output.bytes());
}

}  // namespace arbiter::judge
