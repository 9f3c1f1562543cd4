#include "package/ppf/group_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace arbiter::package {
namespace {

using model::GroupRules;
using model::ScoreAggregation;
using model::TestGroup;

template <class Holds>
bool any_group(const TestGroup& group, const Holds& holds) {
  return holds(group) ||
         std::any_of(group.groups.begin(), group.groups.end(),
                     [&](const TestGroup& inner) { return any_group(inner, holds); });
}

/// Whether the first failing test would not decide the verdict of a pass-fail problem.
bool changes_verdicts(const TestGroup& group) {
  constexpr std::array<std::string_view, 3> k_flags = {"always_accept", "ignore_sample",
                                                       "accept_if_any_accepted"};
  const auto& flags = group.grading.grader_flags;
  return !group.grading.breaks_on_reject || group.grading.has_custom_grader ||
         std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) {
           return std::find(k_flags.begin(), k_flags.end(), flag) != k_flags.end();
         });
}

void warn_of_unknown_flags(const TestGroup& group, const std::filesystem::path& data,
                           Faults& faults) {
  constexpr std::array<std::string_view, 10> k_known = {
      "sum",         "avg",       "min",           "max",           "worst_error",
      "first_error", "no_errors", "always_accept", "ignore_sample", "accept_if_any_accepted"};
  for (const std::string& flag : group.own_grader_flags) {
    if (group.grading.has_custom_grader) break;
    if (std::find(k_known.begin(), k_known.end(), flag) != k_known.end()) continue;
    faults.warning(
        code::k_bad_value,
        fmt::format("the default grader has no flag '{}', so it is ignored", clipped(flag)),
        place_of(data / group.name), {fmt::format("known: {}", fmt::join(k_known, ", "))});
  }
  for (const TestGroup& inner : group.groups)
    warn_of_unknown_flags(inner, data, faults);
}

/// A group of format 2025-09 that says what its own rules do not allow.
class CurrentGroups {
 public:
  CurrentGroups(const std::filesystem::path& data, Faults& faults) : data_(data), faults_(faults) {}

  void check(const TestGroup& all) {
    for (const TestGroup& group : all.groups) {
      if (group.name == "secret") {
        check_secret(group);
      } else {
        passable_.insert(group.name);
      }
    }
  }

 private:
  void fault(const TestGroup& group, std::string message, std::vector<std::string> helps = {}) {
    faults_.error(code::k_bad_value, std::move(message), place_of(data_ / group.name),
                  std::move(helps));
  }

  void check_secret(const TestGroup& secret) {
    check_required(secret);
    const bool has_groups = std::any_of(secret.groups.begin(), secret.groups.end(),
                                        [](const TestGroup& group) { return group.has_own_file; });
    if (!has_groups) return;
    if (!secret.tests.empty()) {
      fault(secret, "there are groups with a file of their own here, and tests beside them",
            {"move the tests into a group"});
    }
    for (const TestGroup& group : secret.groups)
      check_group(secret, group);
  }

  void check_group(const TestGroup& secret, const TestGroup& group) {
    const bool is_bounded = group.scoring.max_score.has_value();
    const bool is_pass_fail = group.scoring.aggregation == ScoreAggregation::pass_fail;
    if (!is_bounded && secret.scoring.max_score) {
      fault(group, "this group has no max_score, though all secret tests together have one",
            {"write 'max_score: POINTS' into its test_group.yaml"});
    } else if (!is_bounded && is_pass_fail) {
      fault(group, "a group of pass-fail aggregation needs a max_score");
    }
    check_required(group);
    if (is_pass_fail) passable_.insert(group.name);
    seen_.insert(group.name);
  }

  void check_required(const TestGroup& group) {
    for (const std::string& name : group.scoring.require_pass) {
      const bool is_known = passable_.count(name) + passable_.count("secret/" + name) > 0;
      if (is_known) continue;
      const bool is_seen = seen_.count(name) + seen_.count("secret/" + name) > 0;
      fault(group,
            is_seen
                ? fmt::format("require_pass names '{}', which is no pass-fail group", clipped(name))
                : fmt::format("require_pass names '{}', which is no earlier group", clipped(name)),
            {"it names sample, or groups of pass-fail aggregation that come before this one"});
    }
  }

  std::filesystem::path data_;
  Faults& faults_;
  std::set<std::string> passable_;
  std::set<std::string> seen_;
};

GroupRules rules_for(const PackageRules& rules, const model::Problem& problem) {
  if (rules.format == Format::current) {
    return problem.is_scoring ? GroupRules::current : GroupRules::none;
  }
  const bool is_legacy = rules.format == Format::legacy;
  if (problem.is_scoring) {
    // Drafts may say it either way.
    const bool says_current =
        any_group(problem.data, [](const TestGroup& group) { return group.speaks_current; });
    const bool says_legacy =
        any_group(problem.data, [](const TestGroup& group) { return group.speaks_legacy; });
    return is_legacy || (says_legacy && !says_current) ? GroupRules::kattis : GroupRules::current;
  }
  return any_group(problem.data, changes_verdicts) ? GroupRules::kattis : GroupRules::none;
}

}  // namespace

void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults) {
  problem.group_rules = rules_for(rules, problem);
  // The drafts allow a score where the validator likes to give one.
  if (rules.format != Format::legacy) problem.allows_score_files = problem.is_scoring;
  const std::filesystem::path data = problem.root / "data";
  if (!problem.is_scoring &&
      any_group(problem.data, [](const TestGroup& group) { return group.speaks_current; })) {
    faults.warning(code::k_ignored,
                   "max_score, score_aggregation and require_pass are for scoring problems, and "
                   "this is none, so they are ignored",
                   place_of(data), {"write 'type: scoring' into problem.yaml"});
  }
  if (problem.group_rules == GroupRules::kattis) warn_of_unknown_flags(problem.data, data, faults);
  if (problem.group_rules != GroupRules::current) return;
  // The tests are not yet in their groups, and these rules speak of them.
  model::assign_tests(problem);
  CurrentGroups(data, faults).check(problem.data);
}

}  // namespace arbiter::package
