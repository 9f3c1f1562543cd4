#include "stress/programs.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "base/text.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/compile/package_tools.hpp"
#include "judge/compile/testlib_header.hpp"
#include "judge/program/submission.hpp"

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
  if (compiled.judgement.ok) return OftenCalled{what, std::move(compiled.executable), std::nullopt};
  if (!compiled.judgement.fault.empty()) {
    return judge_error(compiled.judgement.fault);
  }
  return usage_error(
      fmt::format("{} does not compile:\n{}", solution.given, compiled.judgement.log),
      "'arbiter judge' shows more of it");
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

}  // namespace arbiter::stress
