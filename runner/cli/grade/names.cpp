#include "intake/names/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/grade/call.hpp"
#include "package/package.hpp"
#include "report/grade/formats.hpp"
#include "store/run_store.hpp"

// What the words of a call of `grade` name: problems, students, runs.

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_no_students = "there are no students";

Result<std::vector<fs::path>> find_packages(const Session& session,
                                            const std::vector<std::string>& named,
                                            const fs::path& shipped) {
  std::vector<fs::path> all;
  if (named.empty()) {
    const auto here = enclosing_problem();
    if (!here) {
      return usage_error("no problem is named",
                         "name a folder of problems, or one of them: --problems DIR");
    }
    all.push_back(*here);
  }
  for (const std::string& word : named) {
    ARBITER_TRY(found, packages_of(session, word, shipped));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

/// Whether each word of `text` begins a word of the name: "anna b" of "Anna Maria Berg".
bool is_part_of_name(const std::string& text, const std::string& name) {
  const std::vector<std::string> words = intake::parts_of_name(name);
  const std::vector<std::string> asked = intake::parts_of_name(text);
  return !asked.empty() && std::ranges::all_of(asked, [&](const std::string& one) {
    return std::ranges::any_of(words,
                               [&](const std::string& word) { return word.starts_with(one); });
  });
}

/// Their places.
std::vector<std::size_t> students_called(const std::string& word,
                                         const std::vector<model::Student>& students) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < students.size(); ++i) {
    const model::Student& one = students[i];
    if (one.id == word) return {i};
    if (one.username == word || one.email == word || one.lms_id == word || one.name == word)
      found.push_back(i);
  }
  if (!found.empty()) return found;
  for (std::size_t i = 0; i < students.size(); ++i) {
    if (is_part_of_name(word, students[i].name)) found.push_back(i);
  }
  return found;
}

/// Lists some of them, so that nobody has to look them up.
Error is_several(const std::string& word, const std::vector<std::size_t>& found,
                 const std::vector<model::Student>& students) {
  constexpr std::size_t k_most = 8;
  std::vector<std::string> names;
  for (const std::size_t student : std::span(found).first(std::min(found.size(), k_most)))
    names.push_back(printable(model::shown_name(students[student])));
  if (found.size() > k_most) names.push_back(fmt::format("{} more", found.size() - k_most));
  return usage_error(fmt::format("'{}' could be {}", printable(word), fmt::join(names, ", ")),
                     "give the id");
}

}  // namespace

Result<void> load_problems(const Session& session, GradeCall& call) {
  ARBITER_TRY(packages, find_packages(session, call.options.problems,
                                      call.surroundings.paths.share / "problems"));
  std::map<std::string, fs::path> seen;
  const judge::ProblemServices services = services_of(session, call);
  for (const fs::path& path : packages) {
    judge::ProblemRequest request = request_of(call.options.judge, path, path.string());
    request.missing = judge::MissingTests::demanded;
    ARBITER_TRY(problem, judge::open_problem(request, services));
    const auto [other, is_new] = seen.emplace(problem.problem.id, path);
    if (!is_new) {
      return usage_error(fmt::format("{} and {} are problems with the same name",
                                     other->second.string(), path.string()),
                         "leave one of them out, or rename its folder");
    }
    call.problems.push_back(std::move(problem));
  }
  return {};
}

bool Selection::has(const model::Attempt& attempt) const {
  if (is_everything) return true;
  return problems.contains(attempt.problem) &&
         std::ranges::any_of(attempt.students, [&](const std::string& student) {
           return students.contains(student);
         });
}

Result<std::size_t> find_student(const std::string& word,
                                 const std::vector<model::Student>& students) {
  const std::vector<std::size_t> found = students_called(word, students);
  if (found.size() == 1) return found.front();
  if (found.size() > 1) return is_several(word, found, students);
  return no_such(fmt::format("'{}' is no student of this run", printable(word)), word,
                 ids_of(students), k_no_students);
}

Result<Selection> select(const std::vector<std::string>& words,
                         const std::vector<model::Student>& students,
                         const std::vector<judge::OpenProblem>& problems) {
  Selection selection;
  selection.is_everything = words.empty();
  const std::vector<std::string> ids = ids_of(students);
  std::vector<std::string> names;
  for (const judge::OpenProblem& one : problems)
    names.push_back(one.problem.id);
  for (const std::string& word : words) {
    if (std::ranges::find(names, word) != names.end()) {
      selection.problems.insert(word);
      continue;
    }
    const std::vector<std::size_t> found = students_called(word, students);
    if (found.size() > 1) return is_several(word, found, students);
    if (found.empty()) {
      std::vector<std::string> all = ids;
      all.insert(all.end(), names.begin(), names.end());
      return no_such(fmt::format("'{}' is neither a student nor a problem", printable(word)), word,
                     all, k_no_students)
          .within("--only");
    }
    selection.students.insert(students[found.front()].id);
  }
  if (selection.students.empty()) selection.students = {ids.begin(), ids.end()};
  if (selection.problems.empty()) selection.problems = {names.begin(), names.end()};
  return selection;
}

Result<fs::path> find_grade_run(const store::HostPaths& paths, const std::string& run) {
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(run) / "gradebook.json", ignored)) return fs::path(run);
  ARBITER_TRY(store, store::RunStore::open(paths.state));
  ARBITER_TRY(folder, store.find(run));
  if (fs::is_regular_file(folder / "gradebook.json", ignored)) return folder;
  return usage_error(fmt::format("{} has no grade book", folder.string()),
                     "name the --out folder of a finished 'arbiter grade'");
}

Result<model::Gradebook> load_baseline(const store::HostPaths& paths, const std::string& run,
                                       report::GradebookPart part) {
  ARBITER_TRY(folder, find_grade_run(paths, run));
  ARBITER_TRY(bytes, read_file(folder / "gradebook.json", mib(1024)));
  auto book = report::read_gradebook(bytes, part);
  if (book) return std::move(*book);
  return usage_error(fmt::format("{} cannot be read", (folder / "gradebook.json").string()),
                     "grade into that folder again; known results are reused");
}

}  // namespace arbiter::cli
