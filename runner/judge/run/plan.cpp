#include "judge/run/plan.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <variant>

#include "base/text.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr std::chrono::seconds k_default_time_limit{10};

Result<checkers::Options> options_of(const checkers::StandardChecker& checker,
                                     const std::vector<std::string>& words,
                                     const std::string& of_what) {
  auto parsed = checkers::parse_arguments(checker, words);
  if (auto* text = std::get_if<std::string>(&parsed)) {
    return package_error(fmt::format("the arguments of checker '{}': {}", checker.name, *text))
        .within(of_what);
  }
  return std::get<checkers::Options>(parsed);
}

Error unknown_checker(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& checker : checkers::standard_checkers())
    names.emplace_back(checker.name);
  const auto near = nearest(name, names);
  std::string help = near ? fmt::format("did you mean '{}'? ", *near) : std::string();
  help += "there are: " + joined(names, ", ");
  return package_error(fmt::format("arbiter.yaml: no standard checker is called '{}'", name),
                       std::move(help));
}

Error no_referee() {
  return package_error("an interactive problem needs an output validator: it is the referee",
                       "put one into output_validator/");
}

Error no_multi_pass_validator(const model::Problem& problem) {
  const bool has_standard = problem.standard_checker.has_value();
  return package_error(
      has_standard ? "a multi-pass problem cannot be judged by a standard checker, which "
                     "asks for no further pass"
                   : "a multi-pass problem needs an output validator of its own: it asks "
                     "for the passes",
      has_standard ? "remove 'checker' from arbiter.yaml"
                   : "put one into output_validator/; it leaves nextpass.in in the "
                     "feedback folder and ends with status 42");
}

Error no_test(const model::Problem& problem, const std::vector<std::string>& globs) {
  std::vector<std::string> names;
  for (const auto& test : problem.tests)
    names.push_back(test.name);
  std::string help = "patterns match whole names, as 'secret/*'";
  if (const auto near = nearest(globs.front(), names)) {
    help = fmt::format("did you mean '{}'? {}", *near, help);
  } else if (!names.empty()) {
    help = fmt::format("the first test is '{}'; {}", names.front(), help);
  }
  return Error{ErrorKind::nothing_matched,
               fmt::format("no test matches '{}'", fmt::join(globs, "' or '")),
               {},
               std::move(help)};
}

Result<void> check_factors(const model::Languages& languages, const PlanOptions& options) {
  const std::vector<std::string> ids = languages.ids();
  for (const auto& [id, factor] : options.time_factors) {
    if (languages.find(id) != nullptr) continue;
    const auto near = nearest(id, ids);
    return usage_error(fmt::format("--time-factor: no language is called '{}'", id),
                       near ? fmt::format("did you mean '{}'?", *near)
                            : fmt::format("there are: {}", fmt::join(ids, ", ")));
  }
  return {};
}

/// The first failure ends nothing where groups go on after it.
Result<void> check_fail_fast(const model::Problem& problem, const PlanOptions& options) {
  if (!options.fail_fast || problem.group_rules == model::GroupRules::none) return {};
  return usage_error(
      fmt::format("--fail-fast: problem {} is judged by groups, where tests after the "
                  "first failure count as well",
                  problem.id),
      "leave it out; --tests 'secret/GROUP/*' judges one group alone");
}

model::RunLimits with_factor(model::RunLimits limits, double factor) {
  limits.time = from_seconds(seconds(limits.time) * factor);
  limits.wall = wall_limit(limits.time);
  return limits;
}

double factor_of(const model::Language& language, const PlanOptions& options) {
  const auto given = options.time_factors.find(language.id);
  return given == options.time_factors.end() ? language.time_factor : given->second;
}

/// The options of a standard checker for every test of the problem; those with arguments of
/// their own have their own.
Result<void> fill_options(const model::Problem& problem, PlannedChecker& checker) {
  ARBITER_TRY(common, options_of(*checker.standard, checker.arguments, "arbiter.yaml"));
  checker.options.assign(problem.tests.size(), common);
  for (std::size_t i = 0; i < problem.tests.size(); ++i) {
    const model::TestCase& test = problem.tests[i];
    if (test.output_validator_args.empty()) continue;
    ARBITER_TRY(own, options_of(*checker.standard, test.output_validator_args, test.name));
    checker.options[i] = own;
  }
  return {};
}

std::string describe_standard(const PlannedChecker& checker) {
  return fmt::format("the standard checker '{}'", checker.standard->name);
}

std::string describe_referee(const PlannedChecker& checker) {
  if (!checker.judges_log) {
    return checker.standard != nullptr ? "the package's manager"
                                       : "the package's output validator as the referee";
  }
  return "the package's interactor, whose log is judged by " +
         (checker.standard != nullptr ? describe_standard(checker) : "its checker");
}

/// The checker that a problem names: `checker` of arbiter.yaml, else its output validator, else
/// the default one; in interactive problems the referee before it. Error{invalid_package}: no
/// checker of that name, a bad argument.
Result<PlannedChecker> choose_checker(const model::Problem& problem) {
  PlannedChecker checker;
  checker.arguments = problem.output_validator_args;
  if (problem.is_interactive && !problem.interactor) {
    if (!problem.output_validator) return no_referee();
    checker.kind = PlannedChecker::Kind::referee;
    return checker;
  }
  if (problem.is_multi_pass && (!problem.output_validator || problem.standard_checker)) {
    return no_multi_pass_validator(problem);
  }
  if (problem.output_validator) checker.kind = PlannedChecker::Kind::program;
  if (problem.standard_checker) {
    checker.kind = PlannedChecker::Kind::standard;
    checker.standard = checkers::find_checker(*problem.standard_checker);
    if (checker.standard == nullptr) return unknown_checker(*problem.standard_checker);
  } else if (!problem.output_validator) {
    checker.standard = checkers::find_checker("default");
  }
  if (checker.standard != nullptr) ARBITER_CHECK(fill_options(problem, checker));
  if (problem.interactor) {
    checker.kind = PlannedChecker::Kind::referee;
    // A manager of CMS gives the outcome itself, unless there is a checker.
    checker.judges_log =
        problem.interactor->protocol != model::CallProtocol::cms || problem.output_validator;
  }
  return checker;
}

}  // namespace

model::RunLimits limits_of(const model::Problem& problem, const PlanOptions& options) {
  model::RunLimits limits;
  limits.time = options.time_limit.value_or(problem.limits.time.value_or(k_default_time_limit));
  limits.wall = wall_limit(limits.time);
  limits.memory = options.memory_limit.value_or(problem.limits.memory);
  limits.output = problem.limits.output;
  return limits;
}

Result<Plan> make_plan(const model::Problem& problem, const std::vector<Submission>& submissions,
                       const model::Languages& languages, const PlanOptions& options) {
  ARBITER_CHECK(check_factors(languages, options));
  ARBITER_CHECK(check_fail_fast(problem, options));
  Plan plan;
  plan.problem = &problem;
  plan.limits = limits_of(problem, options);
  static_cast<RunManner&>(plan) = options;
  plan.transcript = options.transcript && problem.is_interactive && !options.unjudged;
  std::size_t selected = 0;
  for (std::size_t i = 0; i < problem.tests.size(); ++i) {
    if (!is_selected(options.tests, problem.tests[i].name)) continue;
    if (selected++ % options.pieces == options.piece) plan.tests.push_back(i);
  }
  if (plan.tests.empty()) return no_test(problem, options.tests);
  // What a label requires of some test need not hold on an input of one's own.
  plan.all_tests = !options.by_hand && plan.tests.size() == problem.tests.size();
  for (const Submission& submission : submissions) {
    const double factor = factor_of(*submission.language, options);
    plan.submissions.push_back({&submission, with_factor(plan.limits, factor)});
  }
  plan.keep_outputs = options.by_hand;
  if (options.unjudged) {
    plan.checker.kind = PlannedChecker::Kind::none;
    return plan;
  }
  ARBITER_SET(plan.checker, choose_checker(problem));
  // A log can be compared with an answer only.
  if (options.by_hand) plan.checker.judges_log = false;
  plan.checker.policy = options.policy.value_or(problem.game_policy);
  return plan;
}

bool is_selected(const std::vector<std::string>& globs, const std::string& name) {
  return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
           return matches_glob(glob, name);
         });
}

std::string describe(const PlannedChecker& checker) {
  switch (checker.kind) {
    case PlannedChecker::Kind::standard:
      return describe_standard(checker);
    case PlannedChecker::Kind::program:
      return "the package's output validator";
    case PlannedChecker::Kind::referee:
      return fmt::format("{} (blame as {})", describe_referee(checker),
                         policy_word(checker.policy));
    case PlannedChecker::Kind::none:
      break;
  }
  return "outputs are not judged: no answer is known";
}

std::string describe(const Plan& plan) {
  std::string text =
      fmt::format("problem {} ({})\n", plan.problem->id, plan.problem->root.string());
  text += fmt::format("outputs judged by {}\n", describe(plan.checker));
  if (plan.problem->is_multi_pass) {
    text +=
        fmt::format("multi-pass: at most {} runs a test\n", plan.problem->limits.validation_passes);
  }
  for (const PlannedSubmission& planned : plan.submissions) {
    const model::RunLimits& limits = planned.limits;
    text +=
        fmt::format("submission {} ({}): time {}, wall {}, memory {}, output {}\n",
                    planned.submission->given, planned.submission->language->name,
                    show(limits.time), show(limits.wall), show(limits.memory), show(limits.output));
  }
  text += fmt::format("{}{}{}:\n", counted(plan.tests.size(), "test case"),
                      plan.repeat > 1 ? fmt::format(", {} times each", plan.repeat) : "",
                      plan.fail_fast ? ", up to the first failure" : "");
  for (const std::size_t index : plan.tests) {
    text += fmt::format("  {}\n", plan.problem->tests[index].name);
  }
  return text;
}

bool matches_glob(std::string_view pattern, std::string_view name) {
  return ::fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), FNM_NOESCAPE) == 0;
}

void Pace::add(const model::TestJudgement& test) {
  const bool is_slow = test.verdict == model::Verdict::tle;
  was_too_slow |= is_slow;
  // What is known already took no time.
  if (is_slow && !test.cached) ++too_slow;
  took += test.run.wall;
  longest = std::max(longest, test.run.wall);
}

bool ends_after(const Plan& plan, const Pace& pace, std::size_t next) {
  if (pace.was_too_slow && plan.until_too_slow) return true;
  const auto tests = static_cast<std::int64_t>(plan.tests.size() - next);
  return plan.leave_after.count() > 0 && pace.took > plan.leave_after &&
         tests * pace.longest > plan.leave_after;
}

bool is_too_slow(const Plan& plan, const model::SubmissionJudgement& submission) {
  return std::ranges::count(submission.tests, model::Verdict::tle,
                            &model::TestJudgement::verdict) >= plan.stop_after_tle;
}

void stop_when_too_slow(const Plan& plan, model::SubmissionJudgement& submission) {
  std::map<std::string_view, model::TestJudgement*> ran;
  for (model::TestJudgement& test : submission.tests)
    ran[test.name] = &test;
  std::vector<model::TestJudgement> kept;
  int slow = 0;
  for (const std::size_t index : plan.tests) {
    const std::string& name = plan.problem->tests[index].name;
    const auto found = ran.find(name);
    if (slow >= plan.stop_after_tle) {
      kept.emplace_back();
      kept.back().name = name;
      kept.back().verdict = model::Verdict::tle;
      kept.back().run.ending = model::Ending::not_run;
    } else if (found != ran.end()) {
      if (found->second->verdict == model::Verdict::tle) ++slow;
      kept.push_back(std::move(*found->second));
    }
  }
  submission.tests = std::move(kept);
}

}  // namespace arbiter::judge
