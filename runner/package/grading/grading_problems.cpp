#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "package/grading/grading_parts.hpp"

namespace arbiter::package::grading {
namespace {

using model::GroupPolicy;
using model::PointRule;
using model::ProblemPolicy;

bool lies_in(std::string_view inner, std::string_view outer) {
  return inner.starts_with(outer) && inner.substr(outer.size()).starts_with('/');
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

class ProblemReader {
 public:
  ProblemReader(Reader& reader, const model::LatePolicy& around)
      : reader_(reader), around_(around) {}

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

  std::vector<ProblemPolicy> take() { return std::move(problems_); }

 private:
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

  void read_groups(const YamlNode& node, std::string_view what, ProblemPolicy& problem) {
    if (node.kind != YamlNode::Kind::map || node.entries.empty()) {
      reader_.wrong_type(node, what, "a map of groups and points",
                         {"write it as {secret/small: 10, secret/large: 20}"});
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
         {"also", [&](const YamlNode& value) { read_names(value, what + ".also", problem); }}});
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
  std::map<std::string, int> lines_;
  std::vector<ProblemPolicy> problems_;
};

}  // namespace

std::vector<ProblemPolicy> read_problems(Reader& reader, const YamlNode& node,
                                         const model::LatePolicy& around) {
  ProblemReader problems(reader, around);
  if (node.kind == YamlNode::Kind::map) {
    for (const MapEntry& entry : node.entries)
      problems.read(entry.key, entry.mark, entry.value.get());
  } else if (const auto names = reader.words(node, "problems")) {
    for (std::size_t i = 0; i < names->size(); ++i)
      problems.read((*names)[i], node.items[i]->mark, nullptr);
  }
  return problems.take();
}

}  // namespace arbiter::package::grading
