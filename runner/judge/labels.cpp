#include "judge/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace arbiter::judge {
namespace {

using model::Verdict;

using Verdicts = std::vector<Verdict>;

struct LabelRow {
  std::string_view label;
  model::LabelRule rule;
};

const std::vector<LabelRow>& rows() {
  static const Verdicts slow = {Verdict::ac, Verdict::tle};
  static const Verdicts crash = {Verdict::ac, Verdict::rte};
  static const Verdicts wrong = {Verdict::ac, Verdict::wa};
  static const std::vector<LabelRow> k_rows = {
      {"accepted", {{Verdict::ac}, {Verdict::ac}}},
      {"wrong_answer", {wrong, {Verdict::wa}}},
      {"time_limit_exceeded", {slow, {Verdict::tle}}},
      {"run_time_error", {crash, {Verdict::rte}}},
      {"rejected",
       {{Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte},
        {Verdict::wa, Verdict::tle, Verdict::rte}}},
      {"brute_force", {{Verdict::ac, Verdict::tle, Verdict::rte}, {Verdict::tle, Verdict::rte}}},
      // No format has these, but packages do.
      {"slow", {slow, slow}},
      {"slow_accepted", {slow, slow}},
      {"runtime_error", {crash, {Verdict::rte}}},
      {"no_output", {wrong, {Verdict::wa}}},
      {"output_limit", {{Verdict::ac, Verdict::ole}, {Verdict::ole}}},
      {"memory_limit", {crash, {Verdict::rte}}},
      {"compiler_error", {{Verdict::ce}, {Verdict::ce}}},
  };
  return k_rows;
}

/// The verdicts of a rule that one of ours may stand for.
std::vector<Verdict> counts_as(Verdict verdict) {
  if (verdict == Verdict::mle) return {Verdict::mle, Verdict::rte};
  if (verdict == Verdict::ole) return {Verdict::ole, Verdict::rte, Verdict::wa};
  return {verdict};
}

bool fits(Verdict verdict, const std::vector<Verdict>& allowed) {
  const std::vector<Verdict> meanings = counts_as(verdict);
  return std::any_of(meanings.begin(), meanings.end(), [&](Verdict meaning) {
    return std::find(allowed.begin(), allowed.end(), meaning) != allowed.end();
  });
}

std::string list(const std::vector<Verdict>& verdicts) {
  std::string text;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (i > 0) text += i + 1 == verdicts.size() ? " or " : ", ";
    text += code(verdicts[i]);
  }
  return text;
}

/// The folder's name, for notes.
std::string name_of(const model::SubmissionJudgement& submission) {
  return submission.label.value_or("accepted");
}

Expectation against_verdict(const model::LabelRule& rule,
                            const model::SubmissionJudgement& submission, bool all_ran) {
  if (fits(submission.verdict, rule.required)) return {true, {}};
  if (submission.verdict == Verdict::ac && !all_ran) return {true, {}};
  return {false, fmt::format("{} instead of {}, as {} requires", code(submission.verdict),
                             list(rule.required), name_of(submission))};
}

Expectation against_tests(const model::LabelRule& rule,
                          const model::SubmissionJudgement& submission, bool all_ran) {
  for (const model::TestJudgement& test : submission.tests) {
    if (!fits(test.verdict, rule.permitted)) {
      return {false,
              fmt::format("{} on {}, but {} permits only {} on every test", code(test.verdict),
                          test.name, name_of(submission), list(rule.permitted))};
    }
  }
  const bool met = std::any_of(
      submission.tests.begin(), submission.tests.end(),
      [&](const model::TestJudgement& test) { return fits(test.verdict, rule.required); });
  if (!met && all_ran) {
    return {false, fmt::format("no test ends with {}, as {} requires", list(rule.required),
                               name_of(submission))};
  }
  return {true, {}};
}

}  // namespace

std::optional<model::LabelRule> label_rule(std::string_view label) {
  const auto& all = rows();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const LabelRow& row) { return row.label == label; });
  if (found == all.end()) return std::nullopt;
  return found->rule;
}

std::optional<model::LabelRule> label_rule(const model::Problem& problem,
                                           const std::optional<std::string>& label,
                                           const Verdicts& tag) {
  auto rule = label_rule(label.value_or("accepted"));
  if (!tag.empty()) {
    rule = model::LabelRule{tag, tag};
    rule->permitted.push_back(Verdict::ac);
  }
  if (rule) rule->of_final_verdict = problem.labels_by_final_verdict;
  return rule;
}

void set_expectation(model::SubmissionJudgement& judgement, const Submission& submission) {
  judgement.label = submission.label;
  judgement.rule = submission.rule;
  judgement.expected = submission.rule ? submission.rule->required : Verdicts{};
}

Expectation check_expectation(const model::SubmissionJudgement& submission, bool all_ran) {
  if (submission.verdict == Verdict::je) return {false, "the judge failed"};
  if (submission.verdict == Verdict::ce) {
    if (submission.rule && fits(Verdict::ce, submission.rule->required)) return {true, {}};
    return {false, "it does not compile"};
  }
  if (!submission.rule) return {true, {}};
  if (!submission.label && submission.verdict != Verdict::ac) {
    return {false, fmt::format("{} instead of AC", code(submission.verdict))};
  }
  return submission.rule->of_final_verdict ? against_verdict(*submission.rule, submission, all_ran)
                                           : against_tests(*submission.rule, submission, all_ran);
}

}  // namespace arbiter::judge
