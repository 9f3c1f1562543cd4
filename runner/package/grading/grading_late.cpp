#include <fmt/format.h>

#include <algorithm>

#include "base/instant.hpp"
#include "package/grading/grading_parts.hpp"

namespace arbiter::package::grading {
namespace {

using model::LatePolicy;
using model::LateStep;

std::string key_of(std::string_view what, std::string_view key) {
  return fmt::format("{}.{}", what, key);
}

/// `24h: 20%`, a row of the steps.
void read_step(Reader& reader, const MapEntry& entry, std::string_view what,
               std::vector<LateStep>& steps) {
  const auto until = parse_span(clipped(entry.key));
  const auto percent = read_percent(reader, *entry.value, key_of(what, clipped(entry.key)));
  if (!until) {
    reader.refuse(entry.mark, fmt::format("'{}': {}", what, until.error().message),
                  {until.error().help});
    return;
  }
  if (std::ranges::find(steps, *until, &LateStep::until) != steps.end()) {
    reader.refuse(entry.mark, fmt::format("'{}' has two steps until {}", what, clipped(entry.key)),
                  {"remove one of them"});
  } else if (percent) {
    steps.push_back({*until, *percent});
  }
}

std::vector<LateStep> read_steps(Reader& reader, const YamlNode& node, std::string_view what) {
  std::vector<LateStep> steps;
  if (node.kind != YamlNode::Kind::map || node.entries.empty()) {
    reader.wrong_type(node, what, "a map of spans and percentages",
                      {"write it as {24h: 20%, 48h: 50%}"});
    return steps;
  }
  for (const MapEntry& entry : node.entries)
    read_step(reader, entry, what, steps);
  std::ranges::sort(steps, {}, &LateStep::until);
  if (!std::ranges::is_sorted(steps, {}, &LateStep::percent)) {
    reader.warning(code::k_bad_value, node.mark,
                   fmt::format("'{}' takes less for handing in later", what));
  }
  return steps;
}

/// Reports rules that exclude each other.
void check_rules(Reader& reader, const YamlNode& node, std::string_view what) {
  std::vector<std::string_view> rules;
  for (const std::string_view key : {"steps", "per_day", "per_hour"}) {
    if (node.find(key) != nullptr) rules.push_back(key);
  }
  if (rules.size() > 1) {
    reader.refuse(node.find(rules[1])->mark,
                  fmt::format("'{}' has both '{}' and '{}'", what, rules[0], rules[1]),
                  {"what lateness costs follows one rule: keep one of them"});
  }
  const YamlNode* most = node.find("at_most");
  if (most != nullptr && node.find("steps") != nullptr) {
    reader.refuse(most->mark,
                  fmt::format("'{}' has 'at_most', which goes with per_day and per_hour", what),
                  {"let the last of the steps say it"});
  }
}

}  // namespace

LatePolicy read_late(Reader& reader, const YamlNode& node, std::string_view what,
                     const LatePolicy& around) {
  LatePolicy late = around;
  const bool has_rule = node.find("steps") != nullptr || node.find("per_day") != nullptr ||
                        node.find("per_hour") != nullptr;
  if (has_rule) {
    late.steps.clear();
    late.percent_per_day.reset();
    late.percent_per_hour.reset();
    late.most_percent.reset();
  }
  const auto key = [&](std::string_view name, auto read, auto& to) {
    return reader.key(name, read, to, key_of(what, name));
  };
  reader.map(node, what,
             {key("due", read_parsed<std::int64_t, parse_instant>, late.due),
              key("grace", read_parsed<Nanoseconds, parse_span>, late.grace),
              {"steps",
               [&](const YamlNode& value) {
                 late.steps = read_steps(reader, value, key_of(what, "steps"));
               }},
              key("per_day", read_percent, late.percent_per_day),
              key("per_hour", read_percent, late.percent_per_hour),
              key("at_most", read_percent, late.most_percent),
              key("closes", read_parsed<Nanoseconds, parse_span>, late.closes)});
  check_rules(reader, node, what);
  return late;
}

}  // namespace arbiter::package::grading
