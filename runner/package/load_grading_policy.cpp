#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "package/package.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

using model::AttemptRule;
using model::Disclosure;
using model::FeedbackPolicy;
using model::GroupPolicy;
using model::LatePolicy;
using model::LateStep;
using model::PointRule;
using model::ProblemPolicy;

/// How points become one number, by their words.
const Reader::Words<PointRule> k_rules = {
    {"sum", PointRule::sum}, {"min", PointRule::min}, {"all", PointRule::all}};

/// "20%": a number from 0 to 100 with its sign.
std::optional<double> read_percent(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto text = reader.text(node, what);
  if (!text) return std::nullopt;
  std::string_view digits = *text;
  const bool has_sign = digits.ends_with('%');
  if (has_sign) digits.remove_suffix(1);
  while (digits.ends_with(' '))
    digits.remove_suffix(1);
  const auto value = parse_decimal(digits);
  if (has_sign && value && *value >= 0 && *value <= 100) return value;
  std::string help = "write it as 20%";
  if (value && *value >= 0 && *value <= 100) help = fmt::format("write it as {}%", digits);
  return reader.refuse(
      node.mark,
      fmt::format("'{}' must be a percentage from 0% to 100%, but is '{}'", what, clipped(*text)),
      {std::move(help)});
}

/// Whether `node` is a map with something in it; reports it otherwise.
bool is_filled(Reader& reader, const YamlNode& node, std::string_view what, std::string_view wanted,
               const char* help) {
  if (node.kind == YamlNode::Kind::map && !node.entries.empty()) return true;
  reader.wrong_type(node, what, wanted, {help});
  return false;
}

/// `24h: 20%`, a row of the steps.
void read_step(Reader& reader, const MapEntry& entry, std::string_view what,
               std::vector<LateStep>& steps) {
  const auto until = parse_span(clipped(entry.key));
  const auto percent =
      read_percent(reader, *entry.value, fmt::format("{}.{}", what, clipped(entry.key)));
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

std::optional<std::vector<LateStep>> read_steps(Reader& reader, const YamlNode& node,
                                                std::string_view what) {
  std::vector<LateStep> steps;
  if (!is_filled(reader, node, what, "a map of spans and percentages",
                 "write it as {24h: 20%, 48h: 50%}")) {
    return std::nullopt;
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

/// A rule for lateness; what it leaves out is as in `around`.
LatePolicy read_late(Reader& reader, const YamlNode& node, std::string_view what,
                     const LatePolicy& around) {
  LatePolicy late = around;
  std::vector<std::string_view> rules;
  for (const std::string_view rule : {"steps", "per_day", "per_hour"}) {
    if (node.find(rule) != nullptr) rules.push_back(rule);
  }
  if (!rules.empty()) {
    late.steps.clear();
    late.percent_per_day.reset();
    late.percent_per_hour.reset();
    late.most_percent.reset();
  }
  const auto key = [&](std::string_view name, auto read, auto& to) {
    return reader.key(name, read, to, fmt::format("{}.{}", what, name));
  };
  reader.map(
      node, what,
      {key(
           "due",
           [&](Reader& same, const YamlNode& value, std::string_view name) {
             late.zone = zone_of_instant(value.text);
             return read_parsed<std::int64_t, parse_instant>(same, value, name);
           },
           late.due),
       key("grace", read_parsed<Nanoseconds, parse_span>, late.grace),
       key("steps", read_steps, late.steps), key("per_day", read_percent, late.percent_per_day),
       key("per_hour", read_percent, late.percent_per_hour),
       key("at_most", read_percent, late.most_percent),
       key("closes", read_parsed<Nanoseconds, parse_span>, late.closes)});
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
  return late;
}

/// One row of `groups`: points, or points with a rule.
void read_group(Reader& reader, const MapEntry& entry, std::string_view what,
                std::vector<GroupPolicy>& groups) {
  GroupPolicy group;
  group.group = entry.key;
  group.line = entry.mark.line;
  if (entry.key.empty() || entry.key.starts_with('/') || entry.key.ends_with('/')) {
    reader.refuse(entry.mark, fmt::format("'{}' names no group: '{}'", what, clipped(entry.key)),
                  {"groups are folders below data/, as secret/large"});
    return;
  }
  const std::string name = fmt::format("{}.{}", what, clipped(entry.key));
  const auto points_of = [&](const YamlNode& node) {
    if (const auto points = read_points(reader, node, name)) group.points = *points;
  };
  if (entry.value->kind == YamlNode::Kind::map) {
    reader.map(*entry.value, name,
               {{"points", points_of, true},
                reader.choice_key("rule", k_rules, group.rule, name + ".rule")});
  } else {
    points_of(*entry.value);
  }
  // A test must not give points twice.
  for (const GroupPolicy& other : groups) {
    const bool is_inner = lies_in(group.group, other.group);
    if (!is_inner && !lies_in(other.group, group.group)) continue;
    reader.refuse(entry.mark,
                  fmt::format("the group '{}' is in '{}', whose test cases have points already",
                              clipped(is_inner ? group.group : other.group),
                              clipped(is_inner ? other.group : group.group)),
                  {"name the groups in it, each with its points"});
    return;
  }
  groups.push_back(std::move(group));
}

/// Reads what problems are worth.
class ProblemReader {
 public:
  /// Templates are named as they are seen from `folder`.
  ProblemReader(Reader& reader, const model::LatePolicy& around, std::filesystem::path folder)
      : reader_(reader), around_(around), folder_(std::move(folder)) {}

  /// A list of names, or a map of them.
  std::vector<ProblemPolicy> read_all(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::map) {
      for (const MapEntry& entry : node.entries)
        read(entry.key, entry.mark, entry.value.get());
    } else if (const auto names = reader_.words(node, "problems")) {
      for (std::size_t i = 0; i < names->size(); ++i)
        read((*names)[i], node.items[i]->mark, nullptr);
    }
    return std::move(problems_);
  }

 private:
  void read(const std::string& name, const Mark& mark, const YamlNode* value) {
    ProblemPolicy problem;
    problem.problem = name;
    problem.line = mark.line;
    if (name.empty() || name.find('/') != std::string::npos) {
      reader_.refuse(mark, fmt::format("'{}' is not the name of a problem", clipped(name)),
                     {"problems have the names of their folders"});
      return;
    }
    add_name(name, mark);
    const std::string what = "problems." + clipped(name);
    if (value != nullptr && value->kind == YamlNode::Kind::map) {
      read_map(*value, what, problem);
    } else if (value != nullptr && !(value->kind == YamlNode::Kind::null && value->text.empty())) {
      if (const auto points = read_points(reader_, *value, what)) problem.points = *points;
    }
    problems_.push_back(std::move(problem));
  }

  /// Every name must lead to one problem.
  void add_name(const std::string& name, const Mark& mark) {
    const auto [place, is_new] = lines_.emplace(name, mark.line);
    if (is_new) return;
    reader_.refuse(mark,
                   fmt::format("the name '{}' already means a problem, in line {}", clipped(name),
                               place->second),
                   {"each name must stand for one problem"});
  }

  void read_names(const YamlNode& node, std::string_view what, ProblemPolicy& problem) {
    const auto names = reader_.words(node, what);
    if (!names) return;
    for (std::size_t i = 0; i < names->size(); ++i)
      add_name((*names)[i], node.items[i]->mark);
    problem.other_names = *names;
  }

  void read_templates(const YamlNode& node, std::string_view what, ProblemPolicy& problem) {
    const auto names = reader_.words(node, what);
    if (!names) return;
    for (std::size_t i = 0; i < names->size(); ++i) {
      problem.templates.push_back(folder_ / (*names)[i]);
      std::error_code ignored;
      if (std::filesystem::is_regular_file(problem.templates.back(), ignored)) continue;
      reader_.refuse(node.items[i]->mark,
                     fmt::format("'{}' names no file: '{}'", what, clipped((*names)[i])),
                     {"write it as it is seen from the folder of this file"});
    }
  }

  void read_groups(const YamlNode& node, std::string_view what, ProblemPolicy& problem) {
    if (!is_filled(reader_, node, what, "a map of groups and points",
                   "write it as {secret/small: 10, secret/large: 20}")) {
      return;
    }
    for (const MapEntry& entry : node.entries)
      read_group(reader_, entry, what, problem.groups);
  }

  void read_map(const YamlNode& node, const std::string& what, ProblemPolicy& problem) {
    std::optional<double> points;
    reader_.map(
        node, what,
        {reader_.key("points", read_points, points, what + ".points"),
         reader_.key("title", &Reader::text, problem.title, what + ".title"),
         reader_.choice_key("rule", k_rules, problem.rule, what + ".rule"),
         {"groups", [&](const YamlNode& value) { read_groups(value, what + ".groups", problem); }},
         {"late",
          [&](const YamlNode& value) {
            problem.late = read_late(reader_, value, what + ".late", around_);
          }},
         {"also", [&](const YamlNode& value) { read_names(value, what + ".also", problem); }},
         {"template",
          [&](const YamlNode& value) { read_templates(value, what + ".template", problem); }}});
    set_points(node, what, points, problem);
  }

  void set_points(const YamlNode& node, const std::string& what, std::optional<double> points,
                  ProblemPolicy& problem) {
    double sum = 0;
    for (const GroupPolicy& group : problem.groups)
      sum += group.points;
    if (!problem.groups.empty()) problem.points = sum;
    if (!points) return;
    problem.points = *points;
    const bool differs = sum < *points - 1e-9 || sum > *points + 1e-9;
    if (!problem.groups.empty() && problem.rule == PointRule::sum && differs) {
      reader_.refuse(
          node.find("points")->mark,
          fmt::format("'{}' has {} points, but its groups have {} together", what, *points, sum),
          {"leave 'points' out: it is the sum of the groups"});
    }
  }

  Reader& reader_;
  const model::LatePolicy& around_;
  std::filesystem::path folder_;
  std::map<std::string, int> lines_;
  std::vector<ProblemPolicy> problems_;
};

void read_feedback(Reader& reader, const YamlNode& node, FeedbackPolicy& feedback) {
  const Reader::Words<Disclosure> words = {{"verdict", Disclosure::verdict},
                                           {"first-difference", Disclosure::first_difference},
                                           {"full", Disclosure::full}};
  reader.map(
      node, "feedback",
      {reader.choice_key("sample", words, feedback.sample, "feedback.sample"),
       reader.choice_key("public", words, feedback.open, "feedback.public"),
       reader.choice_key("hidden", words, feedback.hidden, "feedback.hidden"),
       reader.key("public_tests", &Reader::words, feedback.open_tests, "feedback.public_tests")});
}

/// A word, or a map with it.
void read_counterexamples(Reader& reader, const YamlNode& node,
                          model::CounterexamplePolicy& policy) {
  using model::Audience;
  const Reader::Words<Audience> words = {
      {"off", Audience::none}, {"teacher", Audience::teacher}, {"student", Audience::student}};
  const std::string name = "counterexamples";
  if (node.kind != YamlNode::Kind::map) {
    if (const auto audience = reader.choice(node, name, words)) policy.audience = *audience;
    return;
  }
  reader.map(node, name,
             {reader.choice_key("for", words, policy.audience, name + ".for"),
              reader.key("time", read_parsed<Nanoseconds, parse_span>, policy.time, name + ".time"),
              reader.key("at_most", read_parsed<Nanoseconds, parse_span>, policy.at_most,
                         name + ".at_most")});
}

void read_factors(Reader& reader, const YamlNode& node, std::map<std::string, double>& factors) {
  for (const MapEntry& entry : reader.entries(
           node, "time_factors", "a map of languages and factors", {"write it as {python3: 5}"})) {
    const auto factor = read_factor(reader, *entry.value, "time_factors." + clipped(entry.key));
    if (factor) factors[entry.key] = *factor;
  }
}

void read_policy(Reader& reader, const YamlNode& root, const std::filesystem::path& folder,
                 model::GradingPolicy& policy) {
  const Reader::Words<AttemptRule> attempts = {
      {"last", AttemptRule::last}, {"best", AttemptRule::best}, {"all", AttemptRule::all}};
  // Problems go by the lateness of all where they do not say otherwise, in whatever order.
  const YamlNode* late = root.find("late");
  if (late != nullptr) policy.late = read_late(reader, *late, "late", {});
  Reader::Words<model::FeedbackLanguage> languages;
  for (std::size_t i = 0; i < model::k_feedback_languages.size(); ++i)
    languages.emplace_back(model::k_feedback_languages.at(i),
                           static_cast<model::FeedbackLanguage>(i));
  reader.map(
      root, "",
      {reader.choice_key("language", languages, policy.language),
       reader.key("assignment", &Reader::text, policy.assignment),
       {"problems",
        [&](const YamlNode& node) {
          policy.problems = ProblemReader(reader, policy.late, folder).read_all(node);
        }},
       reader.choice_key("attempts", attempts, policy.attempts),
       Reader::ignored("late"),
       {"feedback", [&](const YamlNode& node) { read_feedback(reader, node, policy.feedback); }},
       {"counterexamples",
        [&](const YamlNode& node) { read_counterexamples(reader, node, policy.counterexamples); }},
       {"time_factors",
        [&](const YamlNode& node) { read_factors(reader, node, policy.time_factors); }},
       reader.key("stop_after_tle", read_whole<0, 1000>, policy.stop_after_tle),
       reader.key("decimals", read_whole<0, 6>, policy.decimals)});
}

}  // namespace

LoadedPolicy load_grading_policy(const std::filesystem::path& file) {
  LoadedPolicy loaded;
  Faults faults;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) {
    read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
      read_policy(reader, root, file.parent_path(), loaded.policy);
    });
  } else {
    faults.error(code::k_unreadable, "the file does not exist", place_of(file));
  }
  loaded.diagnostics = faults.take();
  return loaded;
}

}  // namespace arbiter::package
