#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grade/book.hpp"
#include "store/hash.hpp"

namespace arbiter::grade {
namespace {

using Key = std::vector<std::pair<std::string, model::Student>>;
using NewIds = std::map<std::string, std::string>;

Key numbered(const std::vector<model::Student>& students, const std::string& secret) {
  std::vector<std::pair<std::string, const model::Student*>> by_hash;
  for (const model::Student& one : students)
    by_hash.emplace_back(store::sha256(secret + one.id), &one);
  std::ranges::sort(by_hash);
  Key key;
  for (const auto& [hash, student] : by_hash)
    key.emplace_back(fmt::format("Student {:02}", key.size() + 1), *student);
  return key;
}

void rename(std::vector<std::string>& ids, const NewIds& names) {
  std::erase_if(ids, [&](const std::string& id) { return !names.contains(id); });
  for (std::string& id : ids)
    id = names.at(id);
}

/// Keeps the test cases with their verdicts, and drops what was written.
void forget_texts(model::SubmissionJudgement& judgement) {
  judgement.path.clear();
  judgement.compile.log.clear();
  judgement.compile.command.clear();
  for (model::TestJudgement& test : judgement.tests)
    test.error_tail.clear();
}

}  // namespace

Key make_anonymous(model::Gradebook& book, const std::string& secret) {
  const Key key = numbered(book.students, secret);
  NewIds names;
  for (const auto& [pseudonym, student] : key)
    names.emplace(student.id, pseudonym);
  for (model::Student& student : book.students) {
    model::Student renamed;
    renamed.id = names.at(student.id);
    renamed.on_roster = student.on_roster;
    student = std::move(renamed);
  }
  for (model::Grade& grade : book.grades) {
    grade.student = names.at(grade.student);
    grade.words.clear();
  }
  for (std::size_t a = 0; a < book.attempts.size(); ++a) {
    rename(book.attempts[a].students, names);
    book.attempts[a].origin = fmt::format("submission {}", a + 1);
  }
  for (model::Work& work : book.works)
    forget_texts(work.judgement);
  for (model::MistakeCluster& cluster : book.clusters) {
    rename(cluster.students, names);
    cluster.comment.clear();
  }
  for (model::GradeChange& change : book.changes)
    change.student = names.contains(change.student) ? names.at(change.student) : "";
  book.unattributed.clear();
  book.decisions.clear();
  book.warnings.clear();
  book.layout.clear();
  book.policy_words.clear();
  // The order of a roster tells who is who. Grades stand in the order of the students.
  std::ranges::sort(book.students, {}, &model::Student::id);
  std::ranges::stable_sort(book.grades, {}, &model::Grade::student);
  return key;
}

}  // namespace arbiter::grade
