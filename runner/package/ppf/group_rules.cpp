#include <fmt/format.h>

#include <array>
#include <functional>
#include <set>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

using model::GroupRules;
using model::ScoreAggregation;
using model::TestGroup;

/// The first key that only format 2025-09 has for groups; null if there is none.
const Place* current_key(const TestGroup& group) {
  if (group.speaks_current) return &*group.speaks_current;
  for (const TestGroup& inner : group.groups) {
    if (const Place* place = current_key(inner)) return place;
  }
  return nullptr;
}

/// Whether the first failing test would not decide the verdict of a pass-fail problem.
bool changes_verdicts(const TestGroup& group) {
  constexpr std::array<std::string_view, 3> k_flags = {"always_accept", "ignore_sample",
                                                       "accept_if_any_accepted"};
  const auto& flags = group.grading.grader_flags;
  return !group.grading.breaks_on_reject || group.grading.has_custom_grader ||
         std::ranges::find_first_of(flags, k_flags) != flags.end();
}

void warn_of_unknown_flags(const TestGroup& group, const std::filesystem::path& data,
                           Faults& faults) {
  constexpr std::array<std::string_view, 10> k_known = {
      "sum",         "avg",       "min",           "max",           "worst_error",
      "first_error", "no_errors", "always_accept", "ignore_sample", "accept_if_any_accepted"};
  for (const std::string& flag : group.own_grader_flags) {
    if (group.grading.has_custom_grader) break;
    if (std::ranges::find(k_known, flag) != k_known.end()) continue;
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
    if (std::ranges::none_of(secret.groups, &TestGroup::has_own_file)) return;
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
      if (passable_.contains(name) || passable_.contains("secret/" + name)) continue;
      const bool is_seen = seen_.contains(name) || seen_.contains("secret/" + name);
      faults_.error(
          code::k_bad_value,
          fmt::format("require_pass names '{}', which is not {} group", clipped(name),
                      is_seen ? "a pass-fail" : "an earlier"),
          group.required_place,
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
  if (!problem.is_scoring) {
    return any_group(problem.data, changes_verdicts) ? GroupRules::kattis : GroupRules::none;
  }
  // Drafts may say it either way.
  const bool is_legacy = rules.format == Format::legacy ||
                         (any_group(problem.data, std::mem_fn(&TestGroup::speaks_legacy)) &&
                          current_key(problem.data) == nullptr);
  return is_legacy ? GroupRules::kattis : GroupRules::current;
}

}  // namespace

void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults) {
  problem.group_rules = rules_for(rules, problem);
  // The drafts allow a score where the validator likes to give one.
  if (rules.format != Format::legacy) problem.allows_score_files = problem.is_scoring;
  const std::filesystem::path data = problem.root / "data";
  const Place* current = current_key(problem.data);
  if (!problem.is_scoring && current != nullptr) {
    faults.warning(code::k_ignored,
                   "max_score, score_aggregation and require_pass are for scoring problems, so "
                   "they are ignored here",
                   *current, {"write 'type: scoring' into problem.yaml"});
  }
  if (problem.group_rules == GroupRules::kattis) warn_of_unknown_flags(problem.data, data, faults);
  if (problem.group_rules != GroupRules::current) return;
  // The tests are not yet in their groups, and these rules speak of them.
  model::assign_tests(problem);
  CurrentGroups(data, faults).check(problem.data);
}

}  // namespace arbiter::package
