#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::Question;

/// Collects what a person has to look at, in the order of the kinds.
class Questions {
 public:
  explicit Questions(const Gradebook& book) : book_(book) {}

  std::vector<Question> all() {
    add_files();
    add_strangers();
    add_errors();
    add_close_calls();
    add_look_alikes();
    std::set<std::string> open;
    for (Question& one : all_) {
      const Question* decided = decision_on(book_, one);
      if (decided != nullptr) one.decision = decided->decision;
      open.insert(key_of(one));
    }
    // What is no question any more, since it was decided, stays.
    for (const Question& one : book_.decisions) {
      if (!open.contains(key_of(one))) all_.push_back(one);
    }
    return std::move(all_);
  }

 private:
  void add_files() {
    for (const model::Unattributed& one : book_.unattributed) {
      Question question;
      question.kind = "file";
      question.student = joined(one.students.empty() ? one.candidates : one.students, " ");
      question.file = one.path;
      question.what = one.why;
      question.todo = "write whose it is: ID or ID/PROBLEM; or ignore";
      all_.push_back(std::move(question));
    }
  }

  void add_strangers() {
    const bool has_roster = std::ranges::any_of(book_.students, &model::Student::on_roster);
    if (!has_roster) return;
    for (const model::Attempt& attempt : book_.attempts) {
      for (const std::string& id : attempt.students) {
        const auto student = std::ranges::find(book_.students, id, &model::Student::id);
        if (student == book_.students.end() || student->on_roster) continue;
        Question question;
        question.kind = "stranger";
        question.student = id;
        question.problem = attempt.problem;
        question.file = attempt.origin;
        question.what = "is not on the roster";
        question.todo = "write whose it is: ID; or ok, if they belong to the course";
        all_.push_back(std::move(question));
      }
    }
  }

  void add_errors() {
    for (const model::Grade& grade : book_.grades) {
      if (grade.status != model::GradeStatus::judge_error) continue;
      all_.push_back({"judge error",
                      grade.student,
                      grade.problem,
                      {},
                      {},
                      "could not be judged",
                      "run grade again, or give points in overrides.csv",
                      {},
                      0});
    }
  }

  void add_close_calls() {
    for (const CloseCall& call : close_calls(book_)) {
      all_.push_back({"close call",
                      call.student,
                      call.problem,
                      call.test,
                      {},
                      call.words,
                      "run it again with arbiter repro, and write what you decided",
                      {},
                      0});
    }
  }

  void add_look_alikes() {
    for (const model::LookAlike& group : book_.look_alikes) {
      Question question;
      question.kind = "look-alike";
      question.problem = group.problem;
      std::set<std::string> students;
      std::vector<std::string> files;
      for (const std::size_t attempt : group.attempts) {
        if (attempt >= book_.attempts.size()) continue;
        const model::Attempt& one = book_.attempts[attempt];
        students.insert(one.students.begin(), one.students.end());
        files.push_back(one.origin);
      }
      question.student = joined(students, " ");
      question.file = joined(files, " ");
      question.what = likeness_words(group);
      question.todo = "look at both, and write what you decided";
      all_.push_back(std::move(question));
    }
  }

  static std::string key_of(const Question& one) {
    return joined(std::vector<std::string>{one.kind, one.student, one.problem, one.test, one.file},
                  "\x1f");
  }

  const Gradebook& book_;
  std::vector<Question> all_;
};

}  // namespace

const Question* decision_on(const Gradebook& book, const Question& question) {
  const auto found = std::ranges::find_if(
      book.decisions, [&](const Question& one) { return one.is_about_the_same(question); });
  return found == book.decisions.end() ? nullptr : &*found;
}

std::vector<Question> questions_of(const Gradebook& book) {
  return Questions(book).all();
}

Result<GradeOutput> grade_questions_csv(const Gradebook& book,
                                        const GradeOutputOptions& /*options*/) {
  std::string text = "kind,student,name,problem,test,file,what,todo,decision\n";
  for (const Question& one : questions_of(book)) {
    const std::string names =
        joined(words_of(one.student, " "), " and ", [&](const std::string& id) {
          const auto student = std::ranges::find(book.students, id, &model::Student::id);
          return student == book.students.end() || student->name.empty() ? id : student->name;
        });
    std::vector<std::string> cells;
    for (const std::string& cell : {one.kind, one.student, names, one.problem, one.test, one.file,
                                    one.what, one.todo, one.decision})
      cells.push_back(sheet_text(tidy_text(cell)));
    text += csv_row(cells);
  }
  return one_file(std::move(text));
}

}  // namespace arbiter::report
