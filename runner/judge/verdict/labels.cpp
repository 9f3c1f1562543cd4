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

/// What folders say by the formats, or by custom, and tags of Polygon.
struct LabelRow {
  std::vector<std::string_view> labels;
  model::LabelRule rule;
};

const std::vector<LabelRow>& rows() {
  static const Verdicts slow = {Verdict::ac, Verdict::tle};
  static const std::vector<LabelRow> k_rows = {
      {{"accepted", "main"}, {{Verdict::ac}, {Verdict::ac}}},
      {{"wrong_answer", "no_output", "wrong-answer", "presentation-error"},
       {{Verdict::ac, Verdict::wa}, {Verdict::wa}}},
      {{"time_limit_exceeded", "time-limit-exceeded"}, {slow, {Verdict::tle}}},
      {{"slow", "slow_accepted", "time-limit-exceeded-or-accepted"}, {slow, slow}},
      {{"run_time_error", "runtime_error", "memory_limit", "run-time-error", "runtime-error"},
       {{Verdict::ac, Verdict::rte}, {Verdict::rte}}},
      {{"rejected", "failed"},
       {{Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte},
        {Verdict::wa, Verdict::tle, Verdict::rte}}},
      {{"brute_force"}, {{Verdict::ac, Verdict::tle, Verdict::rte}, {Verdict::tle, Verdict::rte}}},
      {{"output_limit"}, {{Verdict::ac, Verdict::ole}, {Verdict::ole}}},
      {{"compiler_error"}, {{Verdict::ce}, {Verdict::ce}}},
      {{"memory-limit-exceeded"},
       {{Verdict::ac, Verdict::mle, Verdict::rte}, {Verdict::mle, Verdict::rte}}},
      {{"time-limit-exceeded-or-memory-limit-exceeded"},
       {{Verdict::ac, Verdict::tle, Verdict::mle, Verdict::rte},
        {Verdict::tle, Verdict::mle, Verdict::rte}}},
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

std::string against_verdict(const model::LabelRule& rule,
                            const model::SubmissionJudgement& submission, bool all_ran) {
  if (rule.required.empty() || fits(submission.verdict, rule.required)) return {};
  if (submission.verdict == Verdict::ac && !all_ran) return {};
  return fmt::format("{} instead of {}, as {} requires", code(submission.verdict),
                     list(rule.required), name_of(rule, submission));
}

/// Whether the rule speaks of the test: its glob is empty, or names the test or a folder around it.
bool is_about(const model::LabelRule& rule, std::string_view test) {
  return rule.group.empty() || matches_path_glob(rule.group, test, PathGlob::or_parent);
}

std::vector<const model::TestJudgement*> tests_of(const model::LabelRule& rule,
                                                  const model::SubmissionJudgement& submission) {
  std::vector<const model::TestJudgement*> tests;
  for (const model::TestJudgement& test : submission.tests) {
    if (test.counted && is_about(rule, test.name)) tests.push_back(&test);
  }
  return tests;
}

std::string against_tests(const model::LabelRule& rule,
                          const model::SubmissionJudgement& submission, bool all_ran,
                          bool is_full) {
  const auto tests = tests_of(rule, submission);
  for (const model::TestJudgement* test : tests) {
    if (rule.permitted.empty() || fits(test->verdict, rule.permitted)) continue;
    return fmt::format("{} on {}, but {} permits only {} on every test", code(test->verdict),
                       test->name, name_of(rule, submission), list(rule.permitted));
  }
  // A rule about a group whose tests do not count has nothing to be held against.
  if (!all_ran || (!rule.group.empty() && tests.empty())) return {};
  const bool lacks_points = rule.points == model::LabelRule::Points::partial_meets && !is_full;
  const bool met = lacks_points || std::ranges::any_of(tests, [&](const auto* test) {
                     return fits(test->verdict, rule.required);
                   });
  if (!met && !rule.required.empty()) {
    return fmt::format("no test{} ends with {}, as {} requires",
                       rule.group.empty() ? "" : " of " + rule.group, list(rule.required),
                       name_of(rule, submission));
  }
  const bool is_said = std::ranges::any_of(tests, [&](const auto* test) {
    return test->message.find(rule.message) != std::string::npos;
  });
  if (rule.message.empty() || is_said) return {};
  return fmt::format("no message of the validator holds \"{}\", as {} requires", rule.message,
                     name_of(rule, submission));
}

std::string describe(const model::ScoreRange& range) {
  if (range.high <= range.low) return model::show_points(range.low);
  return fmt::format("{} to {}", model::show_points(range.low), model::show_points(range.high));
}

std::string score_within(const model::LabelRule& rule, std::optional<double> score,
                         const std::string& whose, const std::string& name) {
  if (score && *score >= rule.score->low - k_tolerance &&
      *score <= rule.score->high + k_tolerance) {
    return {};
  }
  return fmt::format("{} is {} instead of {}, as {} requires", whose,
                     score ? model::show_points(*score) : "not known", describe(*rule.score), name);
}

std::string against_scores(const model::LabelRule& rule,
                           const model::SubmissionJudgement& submission) {
  const std::string name = name_of(rule, submission);
  if (rule.group.empty()) return score_within(rule, submission.score, "the score", name);
  for (const model::GroupJudgement& group : submission.groups) {
    if (!matches_path_glob(rule.group, group.name, PathGlob::whole)) continue;
    std::string why = score_within(rule, group.score, "the score of " + group.name, name);
    if (!why.empty()) return why;
  }
  return {};
}

std::string against_points(const model::LabelRule& rule,
                           const model::SubmissionJudgement& submission, bool is_full) {
  using Points = model::LabelRule::Points;
  const std::string score = model::show_points(submission.score.value_or(0));
  if (rule.points == Points::full && !is_full && submission.verdict == Verdict::ac) {
    return fmt::format("{} of {} points, but {} requires all of them", score,
                       model::show_points(submission.max_score.value_or(0)),
                       submission.label.value_or("accepted"));
  }
  if (rule.points == Points::partial && is_full) {
    return fmt::format("{} points are all there are, but {} requires fewer", score,
                       name_of(rule, submission));
  }
  return {};
}

std::string against_rule(const model::LabelRule& rule, const model::SubmissionJudgement& submission,
                         bool all_ran, bool is_full) {
  std::string why = rule.of_final_verdict ? against_verdict(rule, submission, all_ran)
                                          : against_tests(rule, submission, all_ran, is_full);
  if (why.empty() && all_ran && submission.score) why = against_points(rule, submission, is_full);
  if (why.empty() && all_ran && rule.score) why = against_scores(rule, submission);
  return why;
}

bool is_verdict_folder(std::string_view label) {
  return label == "accepted" || label == "wrong_answer" || label == "time_limit_exceeded" ||
         label == "run_time_error";
}

model::LabelRule further_rule(const model::SubmissionRule& from) {
  static const Verdicts any = {Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte};
  model::LabelRule rule{from.permitted.value_or(any), from.required.value_or(any)};
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
  for (const LabelRow& row : rows()) {
    if (std::ranges::find(row.labels, label) != row.labels.end()) return row.rule;
  }
  return std::nullopt;
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

std::string check_expectation(const model::SubmissionJudgement& submission, bool all_ran,
                              bool is_full) {
  if (submission.verdict == Verdict::je) return "the judge failed";
  if (submission.verdict == Verdict::ce) {
    if (submission.rule && fits(Verdict::ce, submission.rule->required)) return {};
    return "it does not compile";
  }
  if (!submission.label && submission.rule && submission.verdict != Verdict::ac) {
    return fmt::format("{} instead of AC", code(submission.verdict));
  }
  std::string why;
  if (submission.rule) why = against_rule(*submission.rule, submission, all_ran, is_full);
  for (const model::LabelRule& rule : submission.more_rules) {
    if (!why.empty()) break;
    why = against_rule(rule, submission, all_ran, is_full);
  }
  return why;
}

}  // namespace arbiter::judge
