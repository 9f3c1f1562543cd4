#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "grade/points/points.hpp"
#include "model/points.hpp"
#include "model/problem.hpp"
#include "model/verdict.hpp"

namespace arbiter::grade {
namespace {

using model::TestJudgement;
using model::Verdict;

// Of fewer programs nothing can be said.
constexpr std::size_t k_least_programs = 3;
constexpr double k_large_share = 1.0 / 3;

/// What became of a test over all counting programs.
struct TestFigures {
  std::size_t judged = 0;
  std::size_t passed = 0;
  double lost = 0;  ///< points
};

class Figures {
 public:
  explicit Figures(const model::GradedProblem& problem) : problem_(problem) {}

  void add(const model::Grade& grade, const model::Work& work) {
    ++programs_;
    most_ += grade.max_points;
    for (const TestJudgement& test : work.judgement.tests) {
      if (test.verdict == Verdict::je) continue;
      ++tests_[test.name].judged;
      if (test.verdict == Verdict::ac) ++tests_[test.name].passed;
    }
    for (const model::GroupPoints& group : grade.groups)
      share_loss(group, work);
  }

  [[nodiscard]] std::vector<std::string> warnings() const {
    std::vector<std::string> all;
    if (programs_ < k_least_programs) return all;
    for (const std::string& name : problem_.tests) {
      const auto found = tests_.find(name);
      if (found == tests_.end()) continue;
      const TestFigures& test = found->second;
      const bool takes_much = test.lost > most_ * k_large_share;
      if (test.passed == 0 && test.judged >= k_least_programs) {
        all.push_back(fmt::format("{}: none of {} programs passes {}; is its answer right?",
                                  problem_.id, test.judged, name));
      } else if (takes_much) {
        all.push_back(fmt::format("{}: {} takes away {} % of the points of the class; is it fair?",
                                  problem_.id, name,
                                  model::show_points(test.lost / most_ * 100, 0)));
      }
    }
    return all;
  }

 private:
  void share_loss(const model::GroupPoints& group, const model::Work& work) {
    std::vector<TestFigures*> failing;
    for (const TestJudgement& test : work.judgement.tests) {
      const bool is_in =
          group.name.empty() ? !model::is_sample(test.name) : lies_in(test.name, group.name);
      if (is_in && test.verdict != Verdict::ac) failing.push_back(&tests_[test.name]);
    }
    for (TestFigures* test : failing)
      test->lost += (group.max_points - group.points) / static_cast<double>(failing.size());
  }

  const model::GradedProblem& problem_;
  std::map<std::string, TestFigures> tests_;  ///< by name
  std::size_t programs_ = 0;
  double most_ = 0;  ///< points that all of them could have
};

}  // namespace

std::vector<std::string> doubtful_tests(const model::Gradebook& book) {
  std::vector<std::string> all;
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    Figures figures(book.problems[p]);
    for (std::size_t at = p; at < book.grades.size(); at += book.problems.size()) {
      const model::Grade& grade = book.grades[at];
      if (grade.attempt && grade.status == model::GradeStatus::graded)
        figures.add(grade, book.works[grade.work]);
    }
    const std::vector<std::string> found = figures.warnings();
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::vector<std::string> failures_of_own(const std::string& problem,
                                         const model::SubmissionJudgement& own) {
  std::vector<std::string> all;
  if (own.path.empty() || own.unfinished) return all;
  const std::string who =
      problem + ": your own accepted solution " + own.path.substr(own.path.rfind('/') + 1);
  if (own.tests.empty() && own.verdict == Verdict::ce) all.push_back(who + " does not compile");
  for (const TestJudgement& test : own.tests) {
    if (test.verdict != Verdict::ac && test.verdict != Verdict::je)
      all.push_back(fmt::format("{} fails {} ({})", who, test.name, model::code(test.verdict)));
  }
  return all;
}

}  // namespace arbiter::grade
