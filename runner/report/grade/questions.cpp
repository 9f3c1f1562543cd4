#include <algorithm>
#include <set>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::Question;

void add_files(const Gradebook& book, std::vector<Question>& all) {
  for (const model::Unattributed& one : book.unattributed) {
    all.push_back({"file", joined(one.students.empty() ? one.candidates : one.students, " "), "",
                   "", one.path, one.why, "write whose it is: ID or ID/PROBLEM; or ignore"});
  }
}

void add_strangers(const Gradebook& book, std::vector<Question>& all) {
  const bool has_roster = std::ranges::any_of(book.students, &model::Student::on_roster);
  if (!has_roster) return;
  for (const model::Attempt& attempt : book.attempts) {
    for (const std::string& id : attempt.students) {
      const auto student = std::ranges::find(book.students, id, &model::Student::id);
      if (student == book.students.end() || student->on_roster) continue;
      all.push_back({"stranger", id, attempt.problem, "", attempt.origin, "is not on the roster",
                     "write whose it is: ID; or ok, if they belong to the course"});
    }
  }
}

void add_errors(const Gradebook& book, std::vector<Question>& all) {
  for (const model::Grade& grade : book.grades) {
    if (grade.status != model::GradeStatus::judge_error) continue;
    all.push_back({"judge error", grade.student, grade.problem, "", "", "could not be judged",
                   "run grade again, or give points in overrides.csv"});
  }
}

void add_close_calls(const Gradebook& book, std::vector<Question>& all) {
  for (const CloseCall& call : close_calls(book)) {
    all.push_back({"close call", call.student, call.problem, call.test, "", call.words,
                   "run it again with arbiter repro, and write what you decided"});
  }
}

void add_look_alikes(const Gradebook& book, std::vector<Question>& all) {
  for (const model::LookAlike& group : book.look_alikes) {
    std::set<std::string> students;
    std::vector<std::string> files;
    for (const std::size_t attempt : group.attempts) {
      if (attempt >= book.attempts.size()) continue;
      const model::Attempt& one = book.attempts[attempt];
      students.insert(one.students.begin(), one.students.end());
      files.push_back(one.origin);
    }
    all.push_back({"look-alike", joined(students, " "), group.problem, "", joined(files, " "),
                   likeness_words(group), "look at both, and write what you decided"});
  }
}

}  // namespace

const Question* decision_on(const Gradebook& book, const Question& question) {
  const auto found = std::ranges::find_if(
      book.decisions, [&](const Question& one) { return one.is_about_the_same(question); });
  return found == book.decisions.end() ? nullptr : &*found;
}

std::vector<Question> questions_of(const Gradebook& book) {
  std::vector<Question> all;
  add_files(book, all);
  add_strangers(book, all);
  add_errors(book, all);
  add_close_calls(book, all);
  add_look_alikes(book, all);
  for (Question& one : all) {
    const Question* decided = decision_on(book, one);
    if (decided != nullptr) one.decision = decided->decision;
  }
  // What is no question any more, since it was decided, stays.
  std::vector<Question> settled = book.decisions;
  std::erase_if(settled, [&](const Question& one) {
    return std::ranges::any_of(all,
                               [&](const Question& open) { return open.is_about_the_same(one); });
  });
  all.insert(all.end(), settled.begin(), settled.end());
  return all;
}

Result<GradeOutput> grade_questions_csv(const Gradebook& book,
                                        const GradeOutputOptions& /*options*/) {
  std::string text = "kind,student,name,problem,test,file,what,todo,decision\n";
  for (const Question& one : questions_of(book)) {
    const std::string names = names_of(book, words_of(one.student, " "));
    std::vector<std::string> cells;
    for (const std::string& cell : {one.kind, one.student, names, one.problem, one.test, one.file,
                                    one.what, one.todo, one.decision})
      cells.push_back(sheet_text(tidy_text(cell)));
    text += csv_row(cells);
  }
  return one_file(std::move(text));
}

}  // namespace arbiter::report
