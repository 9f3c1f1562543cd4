#include "judge/compile/package_program.hpp"

#include <utility>

#include "judge/compile/grammar.hpp"
#include "judge/compile/testlib_header.hpp"
#include "judge/program/kept_constants.hpp"

namespace arbiter::judge {

CompileRequest request_for(const model::Problem& problem, const Submission& program) {
  CompileRequest request;
  request.submission = &program;
  request.constants = &problem.constants;
  request.keeps_constants = keeps_constants(problem, program);
  request.limits = &problem.limits;
  return request;
}

Result<Executable> compile_of_package(const PackagePrograms& programs, const Submission& program,
                                      const std::string& what, std::vector<ProgramFile> includes) {
  CompileRequest request = request_for(programs.problem, program);
  request.includes = std::move(includes);
  request.of_package = true;
  ARBITER_TRY(compiled, programs.compiler.compile(request));
  if (!compiled.judgement.fault.empty()) {
    return Error{ErrorKind::judge, compiled.judgement.fault, {what}, {}};
  }
  if (!compiled.judgement.ok) {
    return package_error(what + " does not compile:\n" + compiled.judgement.log);
  }
  return std::move(compiled.executable);
}

Result<std::optional<Executable>> compile_as_server(const PackagePrograms& programs,
                                                    const Submission& program,
                                                    std::vector<ProgramFile> includes) {
  CompileRequest request = request_for(programs.problem, program);
  request.includes = std::move(includes);
  request.of_package = true;
  request.as_server = true;
  ARBITER_TRY(compiled, programs.compiler.compile(request));
  if (!compiled.judgement.ok) return std::optional<Executable>();
  return std::optional<Executable>(std::move(compiled.executable));
}

Result<Executable> compile_package_program(const PackagePrograms& programs,
                                           const model::ProgramSource& source,
                                           const std::string& what) {
  if (source.protocol == model::CallProtocol::checktestdata) {
    return grammar_executable(source, what, programs.problem.constants, programs.compiler);
  }
  ARBITER_TRY(program, load_program(source, programs.languages));
  ARBITER_TRY(testlib, find_testlib(program, programs.problem, testlib_setting()));
  std::vector<ProgramFile> includes;
  if (testlib) includes.push_back(*std::move(testlib));
  return compile_of_package(programs, program, what, std::move(includes));
}

Result<Executable> compile_referee(const PackagePrograms& programs) {
  const model::Problem& problem = programs.problem;
  const bool has_own = problem.interactor.has_value();
  return compile_package_program(programs,
                                 has_own ? *problem.interactor : *problem.output_validator,
                                 has_own ? "the interactor" : "the output validator");
}

}  // namespace arbiter::judge
