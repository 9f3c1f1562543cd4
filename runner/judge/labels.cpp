#include "judge/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace arbiter::judge {
namespace {

using model::Verdict;

const std::vector<LabelRule>& rules() {
  static const std::vector<LabelRule> k_rules = {
      {"accepted", {Verdict::ac}, {Verdict::ac}},
      {"wrong_answer", {Verdict::ac, Verdict::wa}, {Verdict::wa}},
      {"time_limit_exceeded", {Verdict::ac, Verdict::tle}, {Verdict::tle}},
      {"run_time_error", {Verdict::ac, Verdict::rte}, {Verdict::rte}},
      {"rejected",
       {Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte},
       {Verdict::wa, Verdict::tle, Verdict::rte}},
      {"brute_force", {Verdict::ac, Verdict::tle, Verdict::rte}, {Verdict::tle, Verdict::rte}},
  };
  return k_rules;
}

/// The verdicts of the format that one of ours may stand for.
std::vector<Verdict> counts_as(Verdict verdict) {
  if (verdict == Verdict::mle) return {Verdict::rte};
  if (verdict == Verdict::ole) return {Verdict::rte, Verdict::wa};
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

Expectation against(const LabelRule& rule, const model::SubmissionJudgement& submission,
                    bool all_ran) {
  for (const model::TestJudgement& test : submission.tests) {
    if (!fits(test.verdict, rule.permitted)) {
      return {false, fmt::format("{} on {}, but {} permits only {} on every test",
                                 code(test.verdict), test.name, rule.label, list(rule.permitted))};
    }
  }
  const bool met = std::any_of(
      submission.tests.begin(), submission.tests.end(),
      [&](const model::TestJudgement& test) { return fits(test.verdict, rule.required); });
  if (!met && all_ran) {
    return {false,
            fmt::format("no test ends with {}, as {} requires", list(rule.required), rule.label)};
  }
  return {true, {}};
}

}  // namespace

std::optional<LabelRule> label_rule(std::string_view label) {
  const auto& all = rules();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const LabelRule& rule) { return rule.label == label; });
  if (found == all.end()) return std::nullopt;
  return *found;
}

std::vector<Verdict> expected_verdicts(const std::optional<std::string>& label) {
  if (!label) return {Verdict::ac};
  const auto rule = label_rule(*label);
  return rule ? rule->required : std::vector<Verdict>{};
}

Expectation check_expectation(const model::SubmissionJudgement& submission, bool all_ran) {
  if (submission.verdict == Verdict::ce) return {false, "it does not compile"};
  if (submission.verdict == Verdict::je) return {false, "the judge failed"};
  const auto rule = label_rule(submission.label.value_or("accepted"));
  if (!rule) return {true, {}};
  if (!submission.label && submission.verdict != Verdict::ac) {
    return {false, fmt::format("{} instead of AC", code(submission.verdict))};
  }
  return against(*rule, submission, all_ran);
}

}  // namespace arbiter::judge
