#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/generate/generation_plan.hpp"
#include "package/archive/folder_walk.hpp"
#include "store/hash.hpp"
#include "verify/verify.hpp"

namespace arbiter::verify {

namespace fs = std::filesystem;

namespace {

/// The programs that answer the test cases that are made.
std::set<fs::path> solutions_of(const model::Problem& problem) {
  std::set<fs::path> solutions;
  const auto plan = judge::plan_generation(problem, [](const model::TestRecipe&) { return true; });
  for (const judge::PlannedTest& test : plan.tests)
    solutions.insert(test.solution);
  return solutions;
}

}  // namespace

Diagnostic finding(Severity severity, std::string_view code, std::string message,
                   const fs::path& place, std::string help) {
  Diagnostic made;
  made.severity = severity;
  made.code = code;
  made.message = std::move(message);
  if (!place.empty()) {
    made.place.emplace();
    made.place->path = shown_path(place);
  }
  made.helps.push_back(std::move(help));
  return made;
}

Result<Diagnostic> why_it_cannot_run(const Error& error, std::string_view code,
                                     const fs::path& program) {
  if (error.kind != ErrorKind::invalid_package && error.kind != ErrorKind::judge) return error;
  const bool is_of_package = error.kind == ErrorKind::invalid_package;
  const std::string text = error.text();
  const std::size_t end = std::min(text.find('\n'), text.size());
  Diagnostic why = finding(is_of_package ? Severity::error : Severity::warning,
                           is_of_package ? code : code::k_cannot_run, text.substr(0, end), program,
                           error.help.empty() ? "correct the program" : error.help);
  // What the compiler says.
  if (end < text.size()) why.notes.push_back(text.substr(end + 1));
  return why;
}

std::string shown_path(const fs::path& path) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed || !is_below(path, here)) return path.string();
  return path.lexically_relative(here).string();
}

Result<std::string> hash_package(const model::Problem& problem, bool with_submissions) {
  package::Faults ignored;
  package::FolderWalk walk(problem.root, ignored);
  walk.allow(problem.links_within);
  store::Sha256 hash;
  // Files whose names begin with a dot are no others'.
  const auto limit = read_file(problem.root / ".timelimit");
  hash.add_words({limit ? *limit : std::string(), judge::testlib_setting()});
  const std::set<fs::path> solutions = solutions_of(problem);
  for (const fs::path& file : walk.files_below(problem.root)) {
    const std::string name = file.lexically_relative(problem.root).string();
    const bool is_solution = solutions.contains(file) || solutions.contains(file.parent_path());
    if (!with_submissions && name.starts_with("submissions/") && !is_solution) continue;
    ARBITER_TRY(bytes, MappedFile::open(file));
    hash.add_words({name, store::sha256(bytes.bytes())});
  }
  return hash.hex();
}

}  // namespace arbiter::verify
