#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judge/verdict/scoring_parts.hpp"
#include "model/points.hpp"

namespace arbiter::judge::scoring {
namespace {

using model::GroupJudgement;
using model::GroupScoring;
using model::ScoreAggregation;
using model::TestGroup;
using model::TestJudgement;
using model::Verdict;

std::size_t count_of(const TestGroup& group) {
  std::size_t count = group.tests.size();
  for (const TestGroup& inner : group.groups)
    count += count_of(inner);
  return count;
}

double combined(const GroupScoring& scoring, bool is_passed, const std::vector<double>& parts) {
  switch (scoring.aggregation) {
    case ScoreAggregation::pass_fail:
      return is_passed ? scoring.max_score.value_or(0) : 0;
    case ScoreAggregation::min:
      return aggregate_scores({"min"}, parts);
    case ScoreAggregation::sum:
      break;
  }
  return aggregate_scores({"sum"}, parts);
}

class Current {
 public:
  Current(const model::Problem& problem, const RanTests& ran,
          model::SubmissionJudgement& submission)
      : problem_(problem), ran_(ran), submission_(submission) {}

  void judge() {
    // Secret groups may require the sample.
    for (const TestGroup& group : problem_.data.groups) {
      if (group.name != "secret") judge_sample(group);
    }
    for (const TestGroup& group : problem_.data.groups) {
      if (group.name != "secret") continue;
      if (const auto judged = judge_group(group)) {
        submission_.score = judged->score;
        submission_.max_score = judged->max_score;
      }
    }
    const TestJudgement* failing = first_failing(ran_.below(problem_.data));
    submission_.verdict = failing != nullptr ? failing->verdict : Verdict::ac;
    const bool is_fault = std::ranges::any_of(
        submission_.groups, [](const auto& one) { return one.verdict == Verdict::je; });
    if (is_fault) submission_.verdict = Verdict::je;
    if (submission_.verdict == Verdict::je) submission_.score.reset();
  }

 private:
  void judge_sample(const TestGroup& sample) {
    const auto tests = ran_.below(sample);
    if (tests.empty()) return;
    GroupJudgement judged = verdict_of(sample, tests);
    passed_[sample.name] = judged.verdict == Verdict::ac;
    submission_.groups.push_back(std::move(judged));
  }

  /// All secret tests, or a group of them; none where no test of it has run.
  std::optional<GroupJudgement> judge_group(const TestGroup& group) {
    const auto tests = ran_.below(group);
    if (tests.empty()) return std::nullopt;
    const std::size_t place = submission_.groups.size();
    submission_.groups.emplace_back();
    const std::string missing = missing_requirement(group);
    for (TestJudgement* test : tests)
      test->counted = missing.empty();
    const auto parts = missing.empty() ? parts_of(group, tests) : std::vector<double>{0};
    GroupJudgement judged = verdict_of(group, tests);
    const bool is_passed = missing.empty() && judged.verdict == Verdict::ac &&
                           std::ranges::all_of(tests, &TestJudgement::counted);
    set_score(group, is_passed, parts, missing, judged);
    passed_[group.name] = is_passed;
    submission_.groups[place] = judged;
    return judged;
  }

  /// The points of its groups, where these have files of their own, else of its tests.
  std::vector<double> parts_of(const TestGroup& group, const std::vector<TestJudgement*>& tests) {
    const bool is_divided =
        group.name == "secret" && std::ranges::any_of(group.groups, &TestGroup::has_own_file);
    if (!is_divided) return judge_tests(group, tests);
    std::vector<double> parts;
    for (const TestGroup& inner : group.groups) {
      const auto judged = judge_group(inner);
      if (judged && judged->score) parts.push_back(*judged->score);
    }
    return parts;
  }

  std::vector<double> judge_tests(const TestGroup& group,
                                  const std::vector<TestJudgement*>& tests) const {
    std::vector<double> scores;
    const auto& validation = group.static_validation;
    const std::string static_test = validation ? model::static_test_of(group) : std::string();
    std::optional<double> most = group.scoring.max_score;
    if (most && group.scoring.aggregation == ScoreAggregation::sum) {
      const std::size_t count = count_of(group) - (validation ? 1 : 0);
      *most -= validation ? validation->max_score.value_or(0) : 0;
      *most /= static_cast<double>(std::max<std::size_t>(1, count));
    }
    for (TestJudgement* test : tests) {
      const bool is_static = validation && test->name == static_test;
      judge_test(group.scoring.aggregation, is_static ? validation->max_score : most, *test);
      scores.push_back(test->score.value_or(0));
    }
    return scores;
  }

  static void judge_test(ScoreAggregation aggregation, std::optional<double> most,
                         TestJudgement& test) {
    if (test.verdict == Verdict::je) return;
    const std::string fault = fault_of(aggregation, most, test);
    if (!fault.empty()) {
      make_fault(test, "the validator broke the rules of scoring: " + fault);
      return;
    }
    if (aggregation == ScoreAggregation::pass_fail) return;
    test.max_score = most;
    if (test.verdict != Verdict::ac) {
      test.score = 0;
    } else if (test.score_file) {
      test.score = test.score_file;
    } else {
      test.score = *most * test.score_multiplier.value_or(1);
    }
  }

  /// What the score files of a test must not be; empty when they may.
  static std::string fault_of(ScoreAggregation aggregation, std::optional<double> most,
                              const TestJudgement& test) {
    const bool has_file = test.score_file || test.score_multiplier;
    if (test.score_file && test.score_multiplier) {
      return "it wrote both score.txt and score_multiplier.txt";
    }
    if (has_file && test.verdict != Verdict::ac) {
      return "it wrote a score for an output that it did not accept";
    }
    if (has_file && aggregation == ScoreAggregation::pass_fail) {
      return "it wrote a score in a group whose aggregation is pass-fail";
    }
    if (test.score_file && *test.score_file < 0) return "the score is negative";
    if (test.score_file && most && *test.score_file > *most + k_rounding) {
      return fmt::format("the score {} is over the test's maximum of {}", *test.score_file, *most);
    }
    if (test.score_multiplier && !most) {
      return "it wrote score_multiplier.txt in a group without maximum score";
    }
    const bool needs_score = !most && aggregation != ScoreAggregation::pass_fail;
    if (needs_score && test.verdict == Verdict::ac && !test.score_file) {
      return "it wrote no score.txt in a group without maximum score";
    }
    return {};
  }

  void set_score(const TestGroup& group, bool is_passed, const std::vector<double>& parts,
                 const std::string& missing, GroupJudgement& judged) const {
    judged.max_score = group.scoring.max_score;
    judged.counted = missing.empty();
    if (!missing.empty()) {
      judged.note = "not counted: requires " + missing;
      judged.score = 0;
      if (judged.verdict == Verdict::ac) judged.verdict = Verdict::wa;
      return;
    }
    if (judged.verdict == Verdict::je) return;
    const double score = combined(group.scoring, is_passed, parts);
    if (judged.max_score && score > *judged.max_score + k_rounding) {
      judged.verdict = Verdict::je;
      judged.note = fmt::format("its parts have {} points, over its max_score of {}",
                                model::show_points(score), model::show_points(*judged.max_score));
      return;
    }
    judged.score = score;
  }

  static GroupJudgement verdict_of(const TestGroup& group,
                                   const std::vector<TestJudgement*>& tests) {
    GroupJudgement judged;
    judged.name = group.name;
    judged.verdict = Verdict::ac;
    if (const TestJudgement* failing = first_failing(tests)) {
      judged.verdict = failing->verdict;
      judged.note = failure_note(*failing);
    }
    // The judge's failure in any test spoils the points, whatever failed before.
    if (std::ranges::any_of(tests, [](const TestJudgement* test) {
          return test->counted && test->verdict == Verdict::je;
        })) {
      judged.verdict = Verdict::je;
    }
    return judged;
  }

  /// The first group that must be passed before and was not; empty if there is none.
  [[nodiscard]] std::string missing_requirement(const TestGroup& group) const {
    for (const std::string& name : group.scoring.require_pass) {
      const auto whole = passed_.find(name);
      const auto found = whole != passed_.end() ? whole : passed_.find("secret/" + name);
      // Where a filter left all its tests out, nothing is known against it.
      if (found != passed_.end() && !found->second) return found->first;
    }
    return {};
  }

  const model::Problem& problem_;
  const RanTests& ran_;
  model::SubmissionJudgement& submission_;
  std::unordered_map<std::string, bool> passed_;
};

}  // namespace

void apply_current(const model::Problem& problem, const RanTests& ran,
                   model::SubmissionJudgement& submission) {
  Current(problem, ran, submission).judge();
}

}  // namespace arbiter::judge::scoring
