#include "package/ppf/group_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace arbiter::package {
namespace {

using model::ScoreAggregation;

/// A number as the format writes it, or an infinity, which ranges may end with.
std::optional<double> bound(std::string_view word) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  if (word == "-inf") return -k_infinity;
  if (word == "inf" || word == "+inf") return k_infinity;
  return parse_decimal(word);
}

std::optional<model::ScoreRange> read_range(Reader& reader, const YamlNode& node,
                                            std::string_view what) {
  const auto words = reader.command(node, what);
  if (!words) return std::nullopt;
  const auto low = words->size() == 2 ? bound((*words)[0]) : std::nullopt;
  const auto high = words->size() == 2 ? bound((*words)[1]) : std::nullopt;
  if (low && high && *low <= *high) return model::ScoreRange{*low, *high};
  return reader.refuse(node.mark, "'range' must be two numbers, the lower one first",
                       {"write it as 0 100; -inf and +inf are numbers here"});
}

std::optional<std::optional<double>> read_max_score(Reader& reader, const YamlNode& node,
                                                    std::string_view what) {
  using Found = std::optional<std::optional<double>>;
  if (node.kind == YamlNode::Kind::text && node.text == "unbounded") {
    return Found(std::in_place, std::nullopt);
  }
  const auto value = reader.number(node, what);
  if (!value) return std::nullopt;
  if (*value >= 0) return Found(std::in_place, value);
  return reader.refuse(node.mark, fmt::format("'{}' must not be negative", what));
}

std::optional<std::vector<std::string>> read_require_pass(Reader& reader, const YamlNode& node,
                                                          std::string_view what) {
  if (node.kind == YamlNode::Kind::list) return reader.words(node, what);
  const auto name = reader.text(node, what);
  return name ? std::optional(std::vector{*name}) : std::nullopt;
}

/// Makes each of `keys` set `speaks` where it has a value.
void note(std::vector<Reader::Key>& keys, bool& speaks) {
  for (Reader::Key& key : keys) {
    key = unless_blank({key.name, [read = std::move(key.read), &speaks](const YamlNode& node) {
                          speaks = true;
                          read(node);
                        }});
  }
}

/// The keys of a group in format 2025-09, which drafts call otherwise in a map `around` them.
std::vector<Reader::Key> current_keys(Reader& reader, model::TestGroup& group,
                                      std::string_view score, std::string_view aggregation,
                                      const std::string& around) {
  const auto shown = [&](std::string_view name) { return around + std::string(name); };
  const Reader::Words<ScoreAggregation> words = {{"pass-fail", ScoreAggregation::pass_fail},
                                                 {"sum", ScoreAggregation::sum},
                                                 {"min", ScoreAggregation::min}};
  model::GroupScoring& to = group.scoring;
  std::vector<Reader::Key> keys = {
      reader.key(score, read_max_score, to.max_score, shown(score)),
      reader.choice_key(aggregation, words, to.aggregation, shown(aggregation)),
      reader.key("require_pass", read_require_pass, to.require_pass, shown("require_pass"))};
  note(keys, group.speaks_current);
  return keys;
}

std::vector<Reader::Key> all_legacy_keys(Reader& reader, model::TestGroup& group) {
  std::vector<Reader::Key> all = legacy_score_keys(reader, group.grading);
  const Reader::Words<bool> ends = {{"break", true}, {"continue", false}};
  const Reader::Words<bool> graders = {{"default", false}, {"custom", true}};
  all.push_back(reader.choice_key("on_reject", ends, group.grading.breaks_on_reject));
  all.push_back(reader.choice_key("grading", graders, group.grading.has_custom_grader));
  // The first of them is accept_score, which some rules do not inherit.
  all[0].read = [&group, read = all[0].read](const YamlNode& node) {
    read(node);
    group.own_accept_score = group.grading.accept_score;
  };
  note(all, group.speaks_legacy);
  // Nothing after the key takes the flags of the groups around away.
  all.push_back({"grader_flags", [&](const YamlNode& node) {
                   group.speaks_legacy = true;
                   if (!node.is_blank()) {
                     group.own_grader_flags =
                         reader.command(node, "grader_flags").value_or(std::vector<std::string>{});
                   }
                   group.grading.grader_flags = group.own_grader_flags;
                 }});
  return all;
}

}  // namespace

std::vector<Reader::Key> legacy_score_keys(Reader& reader, model::LegacyGrading& grading) {
  return {unless_blank(reader.key("accept_score", &Reader::number, grading.accept_score)),
          unless_blank(reader.key("reject_score", &Reader::number, grading.reject_score)),
          unless_blank(reader.key("range", read_range, grading.range))};
}

std::vector<Reader::Key> group_keys(Reader& reader, Format format, model::TestGroup& group) {
  if (format == Format::legacy) return all_legacy_keys(reader, group);
  std::vector<Reader::Key> all = current_keys(reader, group, "max_score", "score_aggregation", "");
  for (const std::string_view key :
       {"static_validation_score", "static_validator_args", "static_validation"}) {
    const auto refuse = [&reader, key](const YamlNode& node) {
      reader.error(code::k_unsupported, node.mark,
                   fmt::format("'{}': static validators are not supported yet", key));
    };
    all.push_back(unless_blank({key, refuse}));
  }
  // Packages of the newest format that were begun under a draft still nest these.
  const auto read_nested = [&](const YamlNode& node) {
    reader.map(node, "scoring", current_keys(reader, group, "score", "aggregation", "scoring."));
  };
  all.push_back(unless_blank({"scoring", read_nested}));
  if (format == Format::draft) add_keys(all, all_legacy_keys(reader, group));
  return all;
}

namespace {

using model::GroupRules;
using model::ScoreAggregation;
using model::TestGroup;

template <class Holds>
bool any_group(const TestGroup& group, const Holds& holds) {
  return holds(group) || std::ranges::any_of(group.groups, [&](const TestGroup& inner) {
           return any_group(inner, holds);
         });
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
      fault(group,
            fmt::format("require_pass names '{}', which is not {} group", clipped(name),
                        is_seen ? "a pass-fail" : "an earlier"),
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
  const auto speaks = [&](bool TestGroup::*how) {
    return any_group(problem.data, std::mem_fn(how));
  };
  const bool is_legacy = rules.format == Format::legacy ||
                         (speaks(&TestGroup::speaks_legacy) && !speaks(&TestGroup::speaks_current));
  return is_legacy ? GroupRules::kattis : GroupRules::current;
}

}  // namespace

void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults) {
  problem.group_rules = rules_for(rules, problem);
  // The drafts allow a score where the validator likes to give one.
  if (rules.format != Format::legacy) problem.allows_score_files = problem.is_scoring;
  const std::filesystem::path data = problem.root / "data";
  if (!problem.is_scoring && any_group(problem.data, std::mem_fn(&TestGroup::speaks_current))) {
    faults.warning(code::k_ignored,
                   "max_score, score_aggregation and require_pass are for scoring problems, so "
                   "they are ignored here",
                   place_of(data), {"write 'type: scoring' into problem.yaml"});
  }
  if (problem.group_rules == GroupRules::kattis) warn_of_unknown_flags(problem.data, data, faults);
  if (problem.group_rules != GroupRules::current) return;
  // The tests are not yet in their groups, and these rules speak of them.
  model::assign_tests(problem);
  CurrentGroups(data, faults).check(problem.data);
}

}  // namespace arbiter::package
