#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// What somebody decided about the points of a student.
inline model::Override override_row(const std::string& student, const std::string& problem,
                                    double points, bool is_relative = false) {
  return {student, problem, points, is_relative, "seen by hand", 2};
}

/// Grade books for tests, written as short tables; rows are named by their places.
class BookKit {
 public:
  std::size_t student(const std::string& id, const std::string& group = {}) {
    model::Student student;
    student.id = id;
    student.group = group;
    book.students.push_back(std::move(student));
    return book.students.size() - 1;
  }

  std::size_t problem(const std::string& id, std::vector<std::string> tests) {
    model::GradedProblem problem;
    problem.id = id;
    problem.max_points = 100;
    problem.visibilities.assign(tests.size(), model::Visibility::hidden);
    problem.tests = std::move(tests);
    book.problems.push_back(std::move(problem));
    return book.problems.size() - 1;
  }

  /// A work of the problem whose tests got these verdicts, in their order.
  std::size_t work(std::size_t problem, const std::vector<model::Verdict>& verdicts) {
    model::Work work;
    work.problem = book.problems[problem].id;
    work.sha256 = "w" + std::to_string(book.works.size());
    work.judgement.compile.ok = true;
    work.judgement.verdict = model::Verdict::ac;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      model::TestJudgement test;
      test.name = book.problems[problem].tests[i];
      test.verdict = verdicts[i];
      if (verdicts[i] == model::Verdict::wa) test.output_sha256 = "aa";
      if (work.judgement.verdict == model::Verdict::ac) work.judgement.verdict = verdicts[i];
      work.judgement.tests.push_back(std::move(test));
    }
    book.works.push_back(std::move(work));
    return book.works.size() - 1;
  }

  std::size_t uncompiled(std::size_t problem, const std::string& log) {
    const std::size_t made = work(problem, {});
    book.works[made].judgement.verdict = model::Verdict::ce;
    book.works[made].judgement.compile.ok = false;
    book.works[made].judgement.compile.log = log;
    return made;
  }

  std::size_t attempt(const std::vector<std::size_t>& students, std::size_t work,
                      std::optional<std::int64_t> submitted = std::nullopt, int number = 1) {
    model::Attempt attempt;
    for (const std::size_t student : students)
      attempt.students.push_back(book.students[student].id);
    attempt.problem = book.works[work].problem;
    attempt.sha256 = book.works[work].sha256;
    attempt.submitted = submitted;
    attempt.number = number;
    attempt.origin = "attempt-" + std::to_string(book.attempts.size());
    book.attempts.push_back(std::move(attempt));
    return book.attempts.size() - 1;
  }

  /// These works, each by the next of the students.
  void attempts(std::initializer_list<std::size_t> works) {
    for (std::size_t student = 0; const std::size_t one : works)
      attempt({student++}, one);
  }

  [[nodiscard]] const model::Grade& grade(const std::string& student,
                                          const std::string& problem) const {
    for (const model::Grade& one : book.grades) {
      if (one.student == student && one.problem == problem) return one;
    }
    static const model::Grade k_none;
    return k_none;
  }

  model::Gradebook book;
};

}  // namespace arbiter::grade
