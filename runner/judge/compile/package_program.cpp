#include "judge/compile/package_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/compile_sources.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_name = "testlib.h";

bool is_include_of_testlib(std::string_view line) {
  const std::string_view named = included_in(line);
  return !named.empty() && fs::path(named.substr(1, named.size() - 2)).filename() == k_name;
}

bool includes_testlib(const ProgramFile& file) {
  const auto text = read_file(file.path, mib(1), file.links);
  if (!text) return false;
  const auto lines = split_lines(*text);
  return std::ranges::any_of(lines, is_include_of_testlib);
}

bool is_file(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

/// Where a package keeps it by custom.
std::vector<fs::path> places_in(const model::Problem& problem) {
  std::vector<fs::path> all = {problem.root / "files" / k_name, problem.root / k_name,
                               problem.root / "include" / k_name};
  for (const auto& [language, included] : problem.includes) {
    for (const fs::path& file : included.files) {
      if (file.filename() == k_name) all.push_back(file);
    }
  }
  return all;
}

Error missing(const std::string& program) {
  return package_error(
      fmt::format("{} includes testlib.h, which the package lacks", program),
      "put testlib.h beside it, into files/ or into include/ of the package, or set "
      "ARBITER_TESTLIB to that file or its folder");
}

Result<Compiled> compile(const PackagePrograms& programs, const Submission& program,
                         std::vector<ProgramFile> includes, bool as_server) {
  CompileRequest request = request_for(programs.problem, program);
  request.includes = std::move(includes);
  request.of_package = true;
  request.as_server = as_server;
  return programs.compiler.compile(request);
}

constexpr const char* k_program = "checktestdata";
constexpr const char* k_grammar = "grammar.ctd";
constexpr Bytes k_most_of_a_grammar = mib(16);

/// The files of a list lie beside each other, wherever they come from.
void flatten(Submission& program, const std::string& entry) {
  std::set<std::string> names;
  for (const ProgramFile& file : program.files)
    names.insert(fs::path(file.name).filename().string());
  if (names.size() != program.files.size()) return;
  for (ProgramFile& file : program.files) {
    file.name = fs::path(file.name).filename().string();
    if (file.path.filename() == entry) program.main = file.name;
  }
  std::ranges::sort(program.files, {}, &ProgramFile::name);
}

Error missing_checktestdata(const std::string& what) {
  return judge_error(
      what +
          " is a Checktestdata grammar, and the program checktestdata, which reads "
          "these, is not installed",
      "install checktestdata (github.com/DOMjudge/checktestdata) where PATH finds it");
}

/// A grammar with its constants replaced as something to run: the program on the grammar, the input
/// on standard input; see CallProtocol::checktestdata. It can run as long as `compiler` is there.
/// Error{judge}: the program is not installed.
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

}  // namespace

Result<std::optional<ProgramFile>> find_testlib(const Submission& program,
                                                const model::Problem& problem,
                                                const std::string& setting) {
  const auto has_one = [](const ProgramFile& file) {
    return fs::path(file.name).filename() == k_name;
  };
  if (std::ranges::any_of(program.files, has_one) ||
      std::ranges::none_of(program.files, includes_testlib)) {
    return std::optional<ProgramFile>();
  }
  const std::string name = (fs::path(program.main).parent_path() / k_name).string();
  std::error_code failed;
  const fs::path root = fs::canonical(problem.root, failed);
  for (const fs::path& place : places_in(problem)) {
    if (!is_file(place)) continue;
    if (!is_below(fs::canonical(place, failed), root)) {
      return package_error(place.string() + " is a link that leaves the package",
                           "put a copy of the file in its place");
    }
    return std::optional(ProgramFile{name, place});
  }
  if (setting.empty()) return missing(program.given);
  const fs::path given = fs::absolute(setting, failed);
  const fs::path header = is_file(given) ? given : given / k_name;
  if (is_file(header)) return std::optional(ProgramFile{name, header});
  Error error = missing(program.given);
  error.message += fmt::format(", and ARBITER_TESTLIB names '{}', which has none", setting);
  return error;
}

std::string testlib_setting() {
  const char* value = std::getenv("ARBITER_TESTLIB");
  return value == nullptr ? std::string() : std::string(value);
}

Result<Submission> with_testlib(Submission program, const model::Problem& problem) {
  ARBITER_TRY(header, find_testlib(program, problem, testlib_setting()));
  if (header) program.files.push_back(*std::move(header));
  return program;
}

Result<Submission> load_with_testlib(const model::ProgramSource& source,
                                     const model::Problem& problem,
                                     const model::Languages& languages) {
  ARBITER_TRY(program, load_program(source, languages));
  return with_testlib(std::move(program), problem);
}

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

std::optional<fs::path> find_checktestdata() {
  const char* path = std::getenv("PATH");
  const std::string folders =
      (path == nullptr ? std::string() : path) + std::string(":/usr/local/bin:/usr/bin:/bin");
  for (const std::string_view folder : split(folders, ':')) {
    fs::path file = fs::path(folder) / k_program;
    if (!file.is_absolute() || !is_file(file)) continue;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

Result<const Executable*> PackageTools::executable(const Submission& program,
                                                   const std::string& what,
                                                   std::vector<ProgramFile> includes) {
  return once(what,
              [&] { return compile_of_package(programs_, program, what, std::move(includes)); });
}

Result<const Executable*> PackageTools::validator(const model::ProgramSource& source,
                                                  const std::string& what) {
  return once(what, [&] { return compile_package_program(programs_, source, what); });
}

Result<const Executable*> PackageTools::once(const std::string& what,
                                             const std::function<Result<Executable>()>& make) {
  Known* known = nullptr;
  {
    const std::lock_guard lock(mutex_);
    known = &known_[what];
  }
  std::call_once(known->once, [&] { known->made = make(); });
  if (!*known->made) return known->made->error();
  return const_cast<const Executable*>(&**known->made);
}

Result<Submission> load_generator(const std::string& name, const model::Problem& problem,
                                  const model::Languages& languages) {
  model::ProgramSource source = problem.generation.programs.at(name);
  source.name = name;
  const std::string entry = std::exchange(source.entry, {});
  ARBITER_TRY(loaded, load_program(source, languages));
  if (!entry.empty()) flatten(loaded, entry);
  return with_testlib(std::move(loaded), problem);
}

}  // namespace arbiter::judge
