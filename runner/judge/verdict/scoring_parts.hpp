#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "judge/verdict/scoring.hpp"

namespace arbiter::judge::scoring {

/// Differences of this size come from adding decimal fractions.
inline constexpr double k_rounding = 1e-6;

/// The tests of a submission that have run, by their index in the problem.
class RanTests {
 public:
  RanTests(const model::Problem& problem, std::vector<model::TestJudgement>& tests);

  /// Null where the test has not run.
  [[nodiscard]] model::TestJudgement* find(std::size_t test) const;
  /// Those directly in the group and those below it, in judging order.
  [[nodiscard]] std::vector<model::TestJudgement*> below(const model::TestGroup& group) const;

 private:
  const model::Problem& problem_;
  std::unordered_map<std::string_view, model::TestJudgement*> by_name_;
};

/// A child of a group: a group, or the index of a test.
struct Child {
  const model::TestGroup* group = nullptr;
  std::size_t test = 0;
};
/// All children of a group in judging order.
std::vector<Child> children_of(const model::Problem& problem, const model::TestGroup& group);

/// The judge could not make out the points of a test.
void make_fault(model::TestJudgement& test, std::string why);
/// "fails secret/large/07, TLE".
std::string failure_note(const model::TestJudgement& test);
/// The first of the tests that counts and is not AC; null if all are.
model::TestJudgement* first_failing(const std::vector<model::TestJudgement*>& tests);
/// The sum, mean, least or greatest, as the last of the flags says; the sum without any.
double aggregate_scores(const std::vector<std::string>& flags, const std::vector<double>& scores);
/// The end of a range that counts as all points; none where it has no bound.
std::optional<double> best_of(const model::ScoreRange& range, bool minimizes);

void apply_kattis(const model::Problem& problem, const Grader& grader, const RanTests& ran,
                  model::SubmissionJudgement& submission);
void apply_domjudge(const model::Problem& problem, const RanTests& ran,
                    model::SubmissionJudgement& submission);
void apply_current(const model::Problem& problem, const RanTests& ran,
                   model::SubmissionJudgement& submission);

}  // namespace arbiter::judge::scoring
