#include "judge/compile/package_program.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/testlib_header.hpp"
#include "judge/program/submission_warnings.hpp"

namespace arbiter::judge {

CompileRequest request_for(const model::Problem& problem, const Submission& program) {
  CompileRequest request;
  request.submission = &program;
  request.constants = &problem.constants;
  request.keeps_constants = keeps_constants(problem, program);
  request.limits = &problem.limits;
  return request;
}

namespace {

Result<Compiled> compile(const PackagePrograms& programs, const Submission& program,
                         std::vector<ProgramFile> includes, bool as_server) {
  CompileRequest request = request_for(programs.problem, program);
  request.includes = std::move(includes);
  request.of_package = true;
  request.as_server = as_server;
  return programs.compiler.compile(request);
}

}  // namespace

Result<Executable> compile_of_package(const PackagePrograms& programs, const Submission& program,
                                      const std::string& what, std::vector<ProgramFile> includes) {
  ARBITER_TRY(compiled, compile(programs, program, std::move(includes), false));
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
  ARBITER_TRY(compiled, compile(programs, program, std::move(includes), true));
  if (!compiled.judgement.ok) return std::optional<Executable>();
  return std::optional<Executable>(std::move(compiled.executable));
}

Result<Executable> compile_package_program(const PackagePrograms& programs,
                                           const model::ProgramSource& source,
                                           const std::string& what) {
  if (source.protocol == model::CallProtocol::checktestdata) {
    return grammar_executable(source, what, programs.problem.constants, programs.compiler);
  }
  ARBITER_TRY(program, load_with_testlib(source, programs.problem, programs.languages));
  return compile_of_package(programs, program, what);
}

Result<Executable> compile_referee(const PackagePrograms& programs) {
  const model::Problem& problem = programs.problem;
  const bool has_own = problem.interactor.has_value();
  return compile_package_program(programs,
                                 has_own ? *problem.interactor : *problem.output_validator,
                                 has_own ? "the interactor" : "the output validator");
}

namespace {

namespace fs = std::filesystem;

constexpr const char* k_program = "checktestdata";
constexpr const char* k_grammar = "grammar.ctd";
constexpr Bytes k_most_of_a_grammar = mib(16);

}  // namespace

std::optional<fs::path> find_checktestdata(const std::string& path) {
  const std::string folders = path + ":/usr/local/bin:/usr/bin:/bin";
  std::string_view rest = folders;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    fs::path file = fs::path(folder) / k_program;
    std::error_code failed;
    if (!file.is_absolute() || !fs::is_regular_file(file, failed)) continue;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

std::optional<fs::path> find_checktestdata() {
  const char* path = std::getenv("PATH");
  return find_checktestdata(path == nullptr ? std::string() : std::string(path));
}

Error missing_checktestdata(const std::string& what) {
  return judge_error(
      what +
          " is a Checktestdata grammar, and the program checktestdata, which reads "
          "these, is not installed",
      "install checktestdata (github.com/DOMjudge/checktestdata) where PATH finds it");
}

Result<Executable> grammar_executable(const model::ProgramSource& grammar, const std::string& what,
                                      const model::Constants& constants, Compiler& compiler) {
  const auto program = find_checktestdata();
  if (!program) return missing_checktestdata(what);
  if (grammar.files.size() != 1) {
    return package_error(what + " is not one file");
  }
  ARBITER_TRY(text, read_file(grammar.files.front(), k_most_of_a_grammar));
  ARBITER_TRY(file, compiler.keep_in_memory(model::with_constants(text, constants)));
  Executable executable;
  executable.files = {{k_program, *program}, {k_grammar, std::move(file)}};
  executable.entry = k_program;
  executable.argv = {std::string("/program/") + k_program, std::string("/program/") + k_grammar};
  return executable;
}

}  // namespace arbiter::judge
