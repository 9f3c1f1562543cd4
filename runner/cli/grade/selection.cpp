#include "cli/grade/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace arbiter::cli {
namespace {

std::vector<std::size_t> students_called(const std::string& word,
                                         const std::vector<model::Student>& students) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < students.size(); ++i) {
    if (students[i].id == word) return {i};
    const model::Student& one = students[i];
    if (one.username == word || one.email == word || one.lms_id == word || one.name == word)
      found.push_back(i);
  }
  return found;
}

Error names_nothing(const std::string& word, std::vector<std::string> names,
                    const std::string& what) {
  const auto near = nearest(word, names);
  return Error{ErrorKind::nothing_matched,
               fmt::format("'{}' is {}", printable(word), what),
               {},
               near            ? fmt::format("did you mean '{}'?", printable(*near))
               : names.empty() ? std::string("there are no students")
                               : fmt::format("the first is '{}'", printable(names.front()))};
}

Error is_several(const std::string& word, std::size_t count) {
  return usage_error(fmt::format("'{}' means {} students", printable(word), count), "give the id");
}

std::vector<std::string> ids_of(const std::vector<model::Student>& students) {
  std::vector<std::string> ids;
  for (const model::Student& student : students)
    ids.push_back(student.id);
  return ids;
}

}  // namespace

bool Selection::has(const model::Attempt& attempt) const {
  if (is_everything) return true;
  return problems[attempt.problem] &&
         std::any_of(attempt.students.begin(), attempt.students.end(),
                     [&](std::size_t student) { return students[student]; });
}

Result<std::size_t> find_student(const std::string& word,
                                 const std::vector<model::Student>& students) {
  const std::vector<std::size_t> found = students_called(word, students);
  if (found.size() == 1) return found.front();
  if (found.size() > 1) return is_several(word, found.size());
  return names_nothing(word, ids_of(students), "no student of this run");
}

Result<Selection> select(const std::vector<std::string>& words,
                         const std::vector<model::Student>& students,
                         const std::vector<judge::OpenProblem>& problems) {
  Selection selection;
  selection.is_everything = words.empty();
  selection.students.resize(students.size());
  selection.problems.resize(problems.size());
  std::vector<std::string> names;
  for (const judge::OpenProblem& one : problems)
    names.push_back(one.problem.id);
  bool names_student = false;
  bool names_problem = false;
  for (const std::string& word : words) {
    const auto problem = std::find(names.begin(), names.end(), word);
    if (problem != names.end()) {
      selection.problems[static_cast<std::size_t>(problem - names.begin())] = true;
      names_problem = true;
      continue;
    }
    const std::vector<std::size_t> found = students_called(word, students);
    if (found.size() > 1) return is_several(word, found.size());
    if (found.empty()) {
      std::vector<std::string> all = ids_of(students);
      all.insert(all.end(), names.begin(), names.end());
      return names_nothing(word, std::move(all), "neither a student nor a problem")
          .within("--only");
    }
    selection.students[found.front()] = true;
    names_student = true;
  }
  if (!names_student) selection.students.assign(students.size(), true);
  if (!names_problem) selection.problems.assign(problems.size(), true);
  return selection;
}

}  // namespace arbiter::cli
