#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "judge/verdict/scoring.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Problems and submissions for tests of scoring, written as short tables.
class ScoringKit {
 public:
  explicit ScoringKit(model::GroupRules rules) {
    problem.group_rules = rules;
    problem.is_scoring = true;
  }

  /// The group of that name, made with all groups around it; they inherit grading as packages do.
  model::TestGroup& group(const std::string& name) {
    model::TestGroup* at = &problem.data;
    std::size_t end = 0;
    while (end != std::string::npos && !name.empty()) {
      end = name.find('/', end + 1);
      at = &inner(*at, name.substr(0, end));
    }
    return *at;
  }

  /// A test that ran; its group must have been made.
  model::TestJudgement& test(const std::string& name, model::Verdict verdict,
                             std::optional<double> score_file = std::nullopt) {
    model::TestCase planned;
    planned.name = name;
    problem.tests.push_back(std::move(planned));
    model::TestJudgement ran;
    ran.name = name;
    ran.verdict = verdict;
    ran.score_file = score_file;
    submission.tests.push_back(std::move(ran));
    return submission.tests.back();
  }

  /// Several such.
  struct Ran {
    std::string name;
    model::Verdict verdict;
    std::optional<double> score_file = std::nullopt;
  };
  void tests(const std::vector<Ran>& all) {
    for (const Ran& one : all)
      test(one.name, one.verdict, one.score_file);
  }

  const model::SubmissionJudgement& judged(const Grader& grader = {}) {
    model::assign_tests(problem);
    submission.compile.ok = true;
    apply_groups(problem, grader, submission);
    return submission;
  }

  [[nodiscard]] const model::GroupJudgement& of(const std::string& name) const {
    for (const model::GroupJudgement& one : submission.groups) {
      if (one.name == name) return one;
    }
    static const model::GroupJudgement k_none;
    return k_none;
  }

  model::Problem problem;
  model::SubmissionJudgement submission;

 private:
  static model::TestGroup& inner(model::TestGroup& around, const std::string& name) {
    for (model::TestGroup& one : around.groups) {
      if (one.name == name) return one;
    }
    model::TestGroup made;
    made.name = name;
    made.grading = around.grading;
    around.groups.push_back(std::move(made));
    return around.groups.back();
  }
};

}  // namespace arbiter::judge
