#include "stress/input_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/program/submission.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::stress {
namespace {

using judge::CompileRequest;
using judge::Executable;
using judge::PackagePrograms;
using judge::ProgramFile;
using judge::Submission;

/// One that can be a server is one only when it is told to.
Result<OftenCalled> compile_often(const PackagePrograms& programs, const Submission& program,
                                  const std::string& what, std::vector<ProgramFile> includes) {
  ARBITER_TRY(server, judge::compile_as_server(programs, program, includes));
  if (server) return OftenCalled{what, *server, *server};
  ARBITER_TRY(plain, judge::compile_of_package(programs, program, what, std::move(includes)));
  return OftenCalled{what, std::move(plain), std::nullopt};
}

Result<Submission> find_generator(const PackagePrograms& programs, const std::string& word) {
  const auto& known = programs.problem.generation.programs;
  if (known.count(word) > 0)
    return judge::load_generator(word, programs.problem, programs.languages);
  auto loaded = judge::load_submission(word, programs.languages, {});
  if (loaded) return judge::with_testlib(std::move(loaded).value(), programs.problem);
  std::vector<std::string> names;
  for (const auto& [name, program] : known)
    names.push_back(name);
  Error error = std::move(loaded).error();
  error.kind = ErrorKind::usage;
  error.message = fmt::format("--generator: '{}' is not a generator in the package, and {}", word,
                              error.message);
  const auto near = nearest(word, names);
  if (near) error.help = fmt::format("did you mean '{}'?", *near);
  return error;
}

Result<OftenCalled> compile_generator(const PackagePrograms& programs, const std::string& word) {
  ARBITER_TRY(program, find_generator(programs, word));
  return compile_often(programs, program, "generator " + word, {});
}

Result<Validator> compile_validator(const PackagePrograms& programs,
                                    const model::ProgramSource& source) {
  const std::string what = "input validator " + source.name;
  Validator validator;
  validator.source = &source;
  validator.arguments =
      judge::validator_arguments(programs.problem.input_validator_args, source.name);
  validator.arguments.insert(validator.arguments.end(), programs.problem.args.begin(),
                             programs.problem.args.end());
  if (source.protocol == model::CallProtocol::checktestdata) {
    ARBITER_TRY(grammar, judge::compile_package_program(programs, source, what));
    validator.called = {what, std::move(grammar), std::nullopt};
    return validator;
  }
  ARBITER_TRY(program, judge::load_with_testlib(source, programs.problem, programs.languages));
  ARBITER_SET(validator.called, compile_often(programs, program, what, {}));
  return validator;
}

Result<OftenCalled> compile_solution(const PackagePrograms& programs,
                                     const WantedPrograms& wanted) {
  const Submission& solution = *wanted.solution;
  const std::string what = "solution " + solution.given;
  auto includes = judge::included_files(programs.problem, *solution.language);
  if (wanted.solution_is_of_package) {
    return compile_often(programs, solution, what, std::move(includes));
  }
  CompileRequest request = judge::request_for(programs.problem, solution);
  request.includes = std::move(includes);
  ARBITER_TRY(compiled, programs.compiler.compile(request));
  ARBITER_TRY(program, judge::executable_or_error(std::move(compiled), solution.given));
  return OftenCalled{what, std::move(program), std::nullopt};
}

// What a test may hold at most; larger ones are no help to anybody.
constexpr Bytes k_most_input = mib(64);
// A generator that needs longer is taken to hang; a search would stand still with it.
constexpr Nanoseconds k_most_time = std::chrono::seconds(10);

const std::string k_played = "arbiter-played";
const std::string k_recorded = "arbiter-recorded";
const std::string k_input_file = "testcase.in";

std::unique_ptr<judge::BatchProgram> batch_of(const judge::PackagePrograms& package,
                                              const OftenCalled& called, int core, bool plainly) {
  return std::make_unique<judge::BatchProgram>(
      package.boxes, called.program, called.server && !plainly ? &*called.server : nullptr, core);
}

model::RunLimits generator_limits(const model::PackageLimits& limits) {
  const Nanoseconds time = std::min(limits.validation_time, k_most_time);
  return {time, judge::wall_limit(time), limits.validation_memory, k_most_input};
}

std::optional<ChoiceSequence> choices_in(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  try {
    return read_choices(*text);
  } catch (const ChoiceTextError&) {
    // Another program may write a file of that name.
    return std::nullopt;
  }
}

}  // namespace

Result<MakingPrograms> compile_making(const PackagePrograms& programs, const WantedPrograms& wanted,
                                      const judge::SideBySide& how) {
  const auto& sources = programs.problem.input_validators;
  const std::size_t generators = wanted.generators.size();
  const std::size_t validators = sources.size();
  MakingPrograms made;
  made.validators.resize(validators);
  // Made now, so that no thread changes the map.
  for (const std::string& word : wanted.generators)
    made.generators[word];
  const auto work = [&](std::size_t i) -> Result<void> {
    if (i < generators) {
      ARBITER_SET(made.generators.at(wanted.generators[i]),
                  compile_generator(programs, wanted.generators[i]));
    } else if (i < generators + validators) {
      ARBITER_TRY(validator, compile_validator(programs, sources[i - generators]));
      made.validators[i - generators] = std::move(validator);
    } else {
      ARBITER_SET(made.solution, compile_solution(programs, wanted));
    }
    return {};
  };
  const auto doing = [&](std::size_t i) {
    if (i < generators) return "compiling generator " + wanted.generators[i];
    if (i < generators + validators)
      return "compiling input validator " + sources[i - generators].name;
    return "compiling " + wanted.solution->given;
  };
  const std::size_t count = generators + validators + (wanted.solution != nullptr ? 1 : 0);
  ARBITER_CHECK(judge::side_by_side(count, how, doing, work));
  return made;
}

InputBench::InputBench(const judge::PackagePrograms& package, const MakingPrograms& programs,
                       int core, bool plainly)
    : package_(package), programs_(programs) {
  for (const auto& [word, called] : programs.generators)
    generators_[word] = batch_of(package, called, core, plainly);
  for (const Validator& validator : programs.validators)
    validators_.push_back(batch_of(package, validator.called, core, plainly));
  if (programs.solution) solution_ = batch_of(package, *programs.solution, core, plainly);
}

Result<MadeInput> InputBench::draw(const std::string& generator,
                                   const std::vector<std::string>& arguments, bool wants_choices) {
  judge::ProgramCall call;
  call.arguments = arguments;
  if (wants_choices) call.arguments.push_back("--choices-out=" + k_recorded);
  return make(generator, std::move(call));
}

Result<MadeInput> InputBench::play(const std::string& generator,
                                   const std::vector<std::string>& arguments,
                                   const ChoiceSequence& choices) {
  const std::string text = choice_text(choices);
  judge::ProgramCall call;
  call.arguments = arguments;
  call.arguments.push_back("--choices-in=" + k_played);
  call.arguments.push_back("--choices-out=" + k_recorded);
  call.files = {{k_played, text}};
  return make(generator, std::move(call));
}

Result<MadeInput> InputBench::make(const std::string& generator, judge::ProgramCall call) {
  call.collect = {k_input_file, k_recorded};
  call.limits = generator_limits(package_.problem.limits);
  ARBITER_TRY(answer, generators_.at(generator)->call(call));
  MadeInput made;
  made.cpu = answer.record.cpu;
  if (!judge::may_be_checked(answer.record, call.limits)) {
    made.fault = judge::reason(answer.record, call.limits, {}) + judge::last_line(answer.error);
    return made;
  }
  const bool has_file = !answer.collected.empty() && answer.collected[0].has_value();
  made.input = has_file ? *std::move(answer.collected[0]) : std::move(answer.output);
  if (answer.collected.size() > 1) made.choices = choices_in(answer.collected[1]);
  if (made.input.empty()) {
    made.fault = "it wrote nothing, neither to standard output nor into testcase.in";
  }
  // A task puts the same around each of its inputs.
  const model::Generation& generation = package_.problem.generation;
  if (generation.is_of_task && !generation.tests.empty() && made.fault.empty()) {
    const model::TestRecipe& any = generation.tests.front();
    made.input = any.before + made.input + any.after;
  }
  return made;
}

Result<std::string> InputBench::refusal(std::string_view input) {
  const model::Problem& problem = package_.problem;
  for (std::size_t i = 0; i < validators_.size(); ++i) {
    const Validator& validator = programs_.validators[i];
    judge::ProgramCall call = judge::call_with_input(input, problem.input_files);
    call.arguments = validator.arguments;
    call.limits = judge::validation_limits(problem.limits);
    ARBITER_TRY(answer, validators_[i]->call(call));
    ARBITER_TRY(word, judge::validation_of(*validator.source, validator.called.what, answer.record,
                                           call.limits, answer.error));
    if (!word.fault.empty()) return package_error(word.fault);
    if (!word.valid) return validator.called.what + " refuses it" + word.last_words;
  }
  return std::string();
}

Result<Answer> InputBench::answer(std::string_view input) {
  if (!solution_) return Answer();
  const model::Problem& problem = package_.problem;
  const judge::ProgramCall call = judge::solution_call(problem, input, problem.args);
  ARBITER_TRY(done, solution_->call(call));
  Answer answer;
  answer.fault = judge::failure_of(done.record, call.limits, done.error);
  if (answer.fault.empty()) answer.text = done.take_output();
  return answer;
}

}  // namespace arbiter::stress
