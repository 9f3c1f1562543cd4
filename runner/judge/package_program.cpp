#include "judge/package_program.hpp"

#include <utility>

#include "judge/kept_constants.hpp"

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
    return Error{
        ErrorKind::invalid_package, what + " does not compile:\n" + compiled.judgement.log, {}, {}};
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

}  // namespace arbiter::judge
