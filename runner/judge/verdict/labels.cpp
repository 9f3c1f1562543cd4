#include "judge/verdict/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/path_glob.hpp"
#include "model/points.hpp"

namespace arbiter::judge {
namespace {

/// Scores in labels are written with two decimals.
constexpr double k_tolerance = 0.005;

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
  static const model::LabelRule failing = {{Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte},
                                           {Verdict::wa, Verdict::tle, Verdict::rte}};
  static const std::vector<LabelRow> k_rows = {
      {"accepted", {{Verdict::ac}, {Verdict::ac}}},
      {"wrong_answer", {wrong, {Verdict::wa}}},
      {"time_limit_exceeded", {slow, {Verdict::tle}}},
      {"run_time_error", {crash, {Verdict::rte}}},
      {"rejected", failing},
      {"brute_force", {{Verdict::ac, Verdict::tle, Verdict::rte}, {Verdict::tle, Verdict::rte}}},
      // No format has these, but packages do.
      {"slow", {slow, slow}},
      {"slow_accepted", {slow, slow}},
      {"runtime_error", {crash, {Verdict::rte}}},
      {"no_output", {wrong, {Verdict::wa}}},
      {"output_limit", {{Verdict::ac, Verdict::ole}, {Verdict::ole}}},
      {"memory_limit", {crash, {Verdict::rte}}},
      {"compiler_error", {{Verdict::ce}, {Verdict::ce}}},
      // The tags of Polygon.
      {"main", {{Verdict::ac}, {Verdict::ac}}},
      {"failed", failing},
      {"wrong-answer", {wrong, {Verdict::wa}}},
      {"presentation-error", {wrong, {Verdict::wa}}},
      {"time-limit-exceeded", {slow, {Verdict::tle}}},
      {"time-limit-exceeded-or-accepted", {slow, slow}},
      {"time-limit-exceeded-or-memory-limit-exceeded",
       {{Verdict::ac, Verdict::tle, Verdict::mle, Verdict::rte},
        {Verdict::tle, Verdict::mle, Verdict::rte}}},
      {"memory-limit-exceeded",
       {{Verdict::ac, Verdict::mle, Verdict::rte}, {Verdict::mle, Verdict::rte}}},
      {"run-time-error", {crash, {Verdict::rte}}},
      {"runtime-error", {crash, {Verdict::rte}}},
  };
  return k_rows;
}

bool fits(Verdict verdict, const std::vector<Verdict>& allowed) {
  const auto meanings = model::counts_as(verdict);
  return std::ranges::any_of(meanings, [&](Verdict meaning) {
    return std::ranges::find(allowed, meaning) != allowed.end();
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

/// What says so, for notes: an entry of submissions.yaml, or the folder's name.
std::string name_of(const model::LabelRule& rule, const model::SubmissionJudgement& submission) {
  return rule.name.empty() ? submission.label.value_or("accepted") : rule.name;
}

Expectation against_verdict(const model::LabelRule& rule,
                            const model::SubmissionJudgement& submission, bool all_ran) {
  if (rule.required.empty() || fits(submission.verdict, rule.required)) return {true, {}};
  if (submission.verdict == Verdict::ac && !all_ran) return {true, {}};
  return {false, fmt::format("{} instead of {}, as {} requires", code(submission.verdict),
                             list(rule.required), name_of(rule, submission))};
}

/// Whether the rule speaks of the test: its glob is empty, or names the test or a folder around it.
bool is_about(const model::LabelRule& rule, std::string_view test) {
  return rule.group.empty() || matches_path_glob(rule.group, test, PathGlob::or_parent);
}

/// The tests that a rule is about, as far as they count.
std::vector<const model::TestJudgement*> tests_of(const model::LabelRule& rule,
                                                  const model::SubmissionJudgement& submission) {
  std::vector<const model::TestJudgement*> tests;
  for (const model::TestJudgement& test : submission.tests) {
    if (test.counted && is_about(rule, test.name)) tests.push_back(&test);
  }
  return tests;
}

Expectation against_tests(const model::LabelRule& rule,
                          const model::SubmissionJudgement& submission, bool all_ran,
                          bool is_full) {
  const auto tests = tests_of(rule, submission);
  for (const model::TestJudgement* test : tests) {
    if (rule.permitted.empty() || fits(test->verdict, rule.permitted)) continue;
    return {false,
            fmt::format("{} on {}, but {} permits only {} on every test", code(test->verdict),
                        test->name, name_of(rule, submission), list(rule.permitted))};
  }
  // A rule about a group whose tests do not count has nothing to be held against.
  if (!all_ran || (!rule.group.empty() && tests.empty())) return {true, {}};
  const bool lacks_points = rule.points == model::LabelRule::Points::partial_meets && !is_full;
  const bool met = lacks_points || std::ranges::any_of(tests, [&](const auto* test) {
                     return fits(test->verdict, rule.required);
                   });
  if (!met && !rule.required.empty()) {
    return {false, fmt::format("no test{} ends with {}, as {} requires",
                               rule.group.empty() ? "" : " of " + rule.group, list(rule.required),
                               name_of(rule, submission))};
  }
  const bool is_said = std::ranges::any_of(tests, [&](const auto* test) {
    return test->message.find(rule.message) != std::string::npos;
  });
  if (rule.message.empty() || is_said) return {true, {}};
  return {false, fmt::format("no message of the validator holds \"{}\", as {} requires",
                             rule.message, name_of(rule, submission))};
}

std::string describe(const model::ScoreRange& range) {
  if (range.high <= range.low) return model::show_points(range.low);
  return fmt::format("{} to {}", model::show_points(range.low), model::show_points(range.high));
}

Expectation score_within(const model::LabelRule& rule, std::optional<double> score,
                         const std::string& whose, const std::string& name) {
  if (score && *score >= rule.score->low - k_tolerance &&
      *score <= rule.score->high + k_tolerance) {
    return {true, {}};
  }
  return {false, fmt::format("{} is {} instead of {}, as {} requires", whose,
                             score ? model::show_points(*score) : "not known",
                             describe(*rule.score), name)};
}

Expectation against_scores(const model::LabelRule& rule,
                           const model::SubmissionJudgement& submission) {
  const std::string name = name_of(rule, submission);
  if (rule.group.empty()) return score_within(rule, submission.score, "the score", name);
  for (const model::GroupJudgement& group : submission.groups) {
    if (!matches_path_glob(rule.group, group.name, PathGlob::whole)) continue;
    Expectation held = score_within(rule, group.score, "the score of " + group.name, name);
    if (!held.holds) return held;
  }
  return {true, {}};
}

Expectation against_points(const model::LabelRule& rule,
                           const model::SubmissionJudgement& submission, bool is_full) {
  using Points = model::LabelRule::Points;
  const std::string score = model::show_points(submission.score.value_or(0));
  if (rule.points == Points::full && !is_full && submission.verdict == Verdict::ac) {
    return {false, fmt::format("{} of {} points, but {} requires all of them", score,
                               model::show_points(submission.max_score.value_or(0)),
                               submission.label.value_or("accepted"))};
  }
  if (rule.points == Points::partial && is_full) {
    return {false, fmt::format("{} points are all there are, but {} requires fewer", score,
                               name_of(rule, submission))};
  }
  return {true, {}};
}

Expectation against_rule(const model::LabelRule& rule, const model::SubmissionJudgement& submission,
                         bool all_ran, bool is_full) {
  Expectation held = rule.of_final_verdict ? against_verdict(rule, submission, all_ran)
                                           : against_tests(rule, submission, all_ran, is_full);
  if (held.holds && all_ran && submission.score) held = against_points(rule, submission, is_full);
  if (held.holds && all_ran && rule.score) held = against_scores(rule, submission);
  return held;
}

bool is_verdict_folder(std::string_view label) {
  return label == "accepted" || label == "wrong_answer" || label == "time_limit_exceeded" ||
         label == "run_time_error";
}

model::LabelRule further_rule(const model::SubmissionRule& from) {
  static const Verdicts any = {Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte};
  model::LabelRule rule;
  rule.permitted = from.permitted.value_or(any);
  rule.required = from.required.value_or(any);
  rule.score = from.score;
  rule.message = from.message;
  rule.group = from.group;
  rule.time_limit = from.time_limit.value_or(model::TimeLimitUse::by_verdicts);
  rule.name = from.group.empty() ? fmt::format("{} ({})", from.said_in, from.entry)
                                 : fmt::format("{} ({}, {})", from.said_in, from.entry, from.group);
  return rule;
}

/// An entry with the folder's own name changes what the folder says, key by key.
void change(model::LabelRule& rule, const model::SubmissionRule& by) {
  if (by.permitted) rule.permitted = *by.permitted;
  if (by.required) rule.required = *by.required;
  if (by.permitted || by.required) rule.points = model::LabelRule::Points::any;
  if (by.score) rule.score = by.score;
  if (!by.message.empty()) rule.message = by.message;
  if (by.time_limit) rule.time_limit = *by.time_limit;
}

void add_points(const model::Problem& problem, const std::optional<std::string>& label,
                model::LabelRule& rule) {
  using Points = model::LabelRule::Points;
  if (!problem.is_scoring) return;
  const std::string folder = label.value_or("accepted");
  if (folder == "accepted" || folder == "main") rule.points = Points::full;
  if (folder == "partially_accepted" || folder == "partial") rule.points = Points::partial;
  // Polygon takes an output with some of its points for a wrong one.
  if (problem.checker_points != model::CheckerPoints::none && fits(Verdict::wa, rule.required)) {
    rule.points = Points::partial_meets;
  }
}

}  // namespace

std::optional<model::LabelRule> label_rule(std::string_view label) {
  const auto& all = rows();
  const auto found = std::ranges::find(all, label, &LabelRow::label);
  if (found == all.end()) return std::nullopt;
  return found->rule;
}

void set_rules(const model::Problem& problem, const std::optional<std::string>& label,
               const model::LabelledSubmission* own, Submission& submission) {
  submission.label = label;
  submission.more_rules.clear();
  auto rule = label_rule(label.value_or("accepted"));
  if (!rule && problem.is_scoring && (label == "partially_accepted" || label == "partial")) {
    rule = model::LabelRule{};
    // By the rules of Kattis what has some of the points is accepted; by others it fails a test.
    const bool is_accepted = problem.group_rules == model::GroupRules::kattis;
    if (is_accepted) rule->required = {Verdict::ac};
  }
  if (own != nullptr && !own->tag.empty() && !is_verdict_folder(own->label)) {
    const auto points = rule ? rule->points : model::LabelRule::Points::any;
    rule = model::LabelRule{own->tag, own->tag};
    rule->permitted.push_back(Verdict::ac);
    rule->points = points;
  }
  if (rule) {
    rule->of_final_verdict = problem.labels_by_final_verdict;
    add_points(problem, label, *rule);
  }
  if (own != nullptr && own->expected_score && problem.is_scoring) {
    model::LabelRule score;
    score.of_final_verdict = true;
    score.score = model::ScoreRange{*own->expected_score, *own->expected_score};
    score.name = "@EXPECTED_SCORE@";
    submission.more_rules.push_back(std::move(score));
    // What the source says of its score stands above what its folder does.
    if (rule) rule->points = model::LabelRule::Points::any;
  }
  if (own != nullptr) {
    for (const model::SubmissionRule& one : own->rules) {
      if (one.is_of_whole_label && one.group.empty() && rule) {
        change(*rule, one);
      } else {
        submission.more_rules.push_back(further_rule(one));
      }
    }
  }
  submission.rule = std::move(rule);
}

void set_unlabelled_rule(const model::Problem& problem, Submission& submission) {
  if (!submission.rule) return;
  // Legacy groups may accept a submission that fails some test.
  submission.rule->of_final_verdict = problem.labels_by_final_verdict;
  add_points(problem, std::nullopt, *submission.rule);
}

void set_expectation(model::SubmissionJudgement& judgement, const Submission& submission) {
  judgement.label = submission.label;
  judgement.rule = submission.rule;
  judgement.more_rules = submission.more_rules;
  judgement.expected = submission.rule ? submission.rule->required : Verdicts{};
}

Expectation check_expectation(const model::SubmissionJudgement& submission, bool all_ran,
                              bool is_full) {
  if (submission.verdict == Verdict::je) return {false, "the judge failed"};
  if (submission.verdict == Verdict::ce) {
    if (submission.rule && fits(Verdict::ce, submission.rule->required)) return {true, {}};
    return {false, "it does not compile"};
  }
  if (!submission.label && submission.rule && submission.verdict != Verdict::ac) {
    return {false, fmt::format("{} instead of AC", code(submission.verdict))};
  }
  Expectation held{true, {}};
  if (submission.rule) held = against_rule(*submission.rule, submission, all_ran, is_full);
  for (const model::LabelRule& rule : submission.more_rules) {
    if (!held.holds) break;
    held = against_rule(rule, submission, all_ran, is_full);
  }
  return held;
}

}  // namespace arbiter::judge
