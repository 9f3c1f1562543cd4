#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "package/polygon/polygon.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_groups = 500;
// Of all groups together: what each requires of the others.
constexpr std::size_t k_most_requirements = 100'000;

struct Group {
  pugi::xml_node node;
  bool counts_each_test = false;
  std::optional<double> points;
  std::vector<std::string> dependencies;
  std::vector<std::string> folders;  ///< below data/secret, that its tests lie in
  bool has_samples = false;
  std::optional<int> depth;  ///< once it is known, or looked for
  bool is_entered = false;
};

/// A name that test names may hold, unlike those that are taken.
std::string folder_name(std::string name, std::set<std::string>& taken) {
  name.resize(std::min<std::size_t>(name.size(), 64));
  std::ranges::replace_if(
      name, [](char c) { return !is_name_char(c); }, '_');
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
  std::string unlike = name;
  for (int i = 2; !taken.insert(unlike).second; ++i)
    unlike = fmt::format("{}_{}", name, i);
  return unlike;
}

class Grouping {
 public:
  Grouping(const XmlFile& xml, std::vector<PolygonTest>& tests, model::Problem& problem)
      : xml_(xml), tests_(tests), problem_(problem) {}

  void run(const pugi::xml_node& testset) {
    has_points_ = std::ranges::any_of(
        tests_, [](const PolygonTest& test) { return test.points.value_or(0) > 0; });
    for (const pugi::xml_node& node : testset.child("groups").children("group")) {
      if (groups_.size() == k_most_groups) return too_many(node);
      read_group(node);
    }
    find_samples();
    for (auto& [name, group] : groups_)
      make_groups(name, group);
    make_rest();
    make_tree();
  }

 private:
  void too_many(const pugi::xml_node& node) {
    xml_.error(code::k_too_many, node, "there are too many groups, or too many dependencies");
  }

  void read_group(const pugi::xml_node& node) {
    const std::string name = node.attribute("name").as_string();
    Group group;
    group.node = node;
    const std::string_view policy = node.attribute("points-policy").as_string("complete-group");
    group.counts_each_test = policy == "each-test";
    if (!group.counts_each_test && policy != "complete-group") {
      xml_.error(code::k_bad_value, node, fmt::format("unknown points-policy '{}'", shown(policy)),
                 {"known: complete-group, each-test"});
    }
    group.points = xml_.points(node);
    has_points_ = has_points_ || group.points.value_or(0) > 0;
    for (const pugi::xml_node& one : node.child("dependencies").children("dependency"))
      group.dependencies.emplace_back(one.attribute("group").as_string());
    if (!groups_.emplace(name, std::move(group)).second) {
      xml_.error(code::k_duplicate_key, node,
                 fmt::format("there are two groups '{}'", shown(name)));
    }
  }

  void find_samples() {
    const auto is_pure = [](const PolygonTest& test) {
      return test.is_sample && test.points.value_or(0) <= 0;
    };
    std::set<std::string> scoring;
    for (const PolygonTest& test : tests_) {
      const auto group = groups_.find(test.group);
      const bool has_points = group != groups_.end() && group->second.points.value_or(0) > 0;
      if (has_points_ && !test.group.empty() && (has_points || !is_pure(test))) {
        scoring.insert(test.group);
      }
    }
    for (PolygonTest& test : tests_) {
      if (!is_pure(test) || scoring.count(test.group) > 0) continue;
      test.folder = "sample";
      const auto group = groups_.find(test.group);
      if (group != groups_.end()) group->second.has_samples = true;
    }
  }

  std::vector<PolygonTest*> tests_of(const std::string& group) {
    std::vector<PolygonTest*> all;
    for (PolygonTest& test : tests_) {
      if (test.folder.empty() && test.group == group) all.push_back(&test);
    }
    return all;
  }

  /// Gives the folder that it has, which is called nearly so.
  std::string add_group(const std::string& name, model::GroupScoring scoring,
                        const std::vector<PolygonTest*>& tests) {
    model::TestGroup made;
    std::string folder = folder_name(name, taken_);
    made.name = "secret/" + folder;
    made.scoring = std::move(scoring);
    made.has_own_file = has_points_;
    for (PolygonTest* test : tests)
      test->folder = made.name;
    index_.emplace(folder, made_.size());
    made_.push_back(std::move(made));
    return folder;
  }

  void make_groups(const std::string& name, Group& group) {
    const auto tests = tests_of(name);
    if (tests.empty()) return;
    double sum = 0;
    for (const PolygonTest* test : tests)
      sum += test->points.value_or(0);
    if (!group.counts_each_test) {
      group.folders = {
          add_group(name, {group.points.value_or(sum), model::ScoreAggregation::min, {}}, tests)};
      return;
    }
    if (group.points && sum > 0 && *group.points != sum) {
      xml_.warning(code::k_form, group.node,
                   fmt::format("the tests of the group have {} points together, not {}; those of "
                               "the tests count",
                               sum, *group.points));
    }
    if (group.points && sum == 0) {
      group.folders = {add_group(name, {group.points, model::ScoreAggregation::sum, {}}, tests)};
    } else {
      group.folders = add_by_points(name, tests);
    }
  }

  /// Tests of the same points make a group, in which each counts the same.
  std::vector<std::string> add_by_points(const std::string& name,
                                         const std::vector<PolygonTest*>& tests) {
    std::map<double, std::vector<PolygonTest*>> by_points;
    for (PolygonTest* test : tests)
      by_points[test->points.value_or(0)].push_back(test);
    std::vector<std::string> folders;
    for (const auto& [points, some] : by_points) {
      const std::string wanted = by_points.size() == 1 ? name : fmt::format("{}-{}", name, points);
      const double sum = points * static_cast<double>(some.size());
      folders.push_back(add_group(wanted, {sum, model::ScoreAggregation::sum, {}}, some));
    }
    return folders;
  }

  /// Tests of no group that problem.xml tells of.
  void make_rest() {
    std::map<std::string, std::vector<PolygonTest*>> rest;
    for (PolygonTest& test : tests_) {
      if (test.folder.empty()) rest[test.group].push_back(&test);
    }
    for (const auto& [name, tests] : rest) {
      if (name.empty() && !has_points_) {
        for (PolygonTest* test : tests)
          test->folder = "secret";
      } else {
        Group& group = groups_[name];
        group.folders = add_by_points(name.empty() ? "points" : name, tests);
      }
    }
  }

  void require(const std::string& name, const Group& group) {
    std::vector<std::string> required;
    for (const std::string& dependency : group.dependencies) {
      if (required.size() > k_most_requirements) return too_many(group.node);
      const auto found = groups_.find(dependency);
      if (found == groups_.end()) {
        xml_.error(code::k_bad_value, group.node,
                   fmt::format("the group '{}' depends on '{}', which does not exist", shown(name),
                               shown(dependency)));
        continue;
      }
      const Group& other = found->second;
      if (other.has_samples) required.emplace_back("sample");
      required.insert(required.end(), other.folders.begin(), other.folders.end());
    }
    std::ranges::sort(required);
    required.erase(std::unique(required.begin(), required.end()), required.end());
    requirements_ += required.size() * group.folders.size();
    if (requirements_ > k_most_requirements) return too_many(group.node);
    for (const std::string& folder : group.folders)
      made_[index_.at(folder)].scoring.require_pass = required;
  }

  void make_tree() {
    for (const auto& [name, group] : groups_) {
      if (requirements_ <= k_most_requirements) require(name, group);
    }
    model::TestGroup secret;
    secret.name = "secret";
    secret.scoring.aggregation = model::ScoreAggregation::sum;
    double total = 0;
    for (const model::TestGroup& made : made_)
      total += made.scoring.max_score.value_or(0);
    if (has_points_) secret.scoring.max_score = total;
    sort_groups();
    secret.groups = std::move(made_);
    model::TestGroup sample;
    sample.name = "sample";
    problem_.data.groups.push_back(std::move(sample));
    problem_.data.groups.push_back(std::move(secret));
    if (!has_points_) return;
    problem_.is_scoring = true;
    problem_.group_rules = model::GroupRules::current;
    const auto unit =
        xml_.root().child("judging").attribute("treat-points-from-checker-as-percent");
    problem_.checker_points =
        unit.as_bool() ? model::CheckerPoints::percent : model::CheckerPoints::points;
  }

  /// How many groups must be judged before it, one after the other.
  int depth_of(const std::string& name) {
    const auto found = groups_.find(name);
    if (found == groups_.end()) return 0;
    Group& group = found->second;
    if (group.depth) return *group.depth;
    group.depth = 0;
    group.is_entered = true;
    int depth = 0;
    for (const std::string& dependency : group.dependencies) {
      const auto other = groups_.find(dependency);
      if (other != groups_.end() && other->second.is_entered) {
        xml_.error(code::k_bad_value, group.node,
                   fmt::format("the groups '{}' and '{}' depend on each other", shown(name),
                               shown(dependency)));
        continue;
      }
      depth = std::max(depth, depth_of(dependency) + 1);
    }
    group.is_entered = false;
    group.depth = depth;
    return depth;
  }

  /// Those that others depend on come first.
  void sort_groups() {
    std::map<std::string, int> depths;
    for (const auto& [name, group] : groups_) {
      const int depth = depth_of(name);
      for (const std::string& folder : group.folders)
        depths["secret/" + folder] = depth;
    }
    std::ranges::sort(made_, model::judged_before, &model::TestGroup::name);
    std::ranges::stable_sort(made_, {}, [&](const auto& group) { return depths.at(group.name); });
  }

  const XmlFile& xml_;
  std::vector<PolygonTest>& tests_;
  model::Problem& problem_;
  std::map<std::string, Group> groups_;
  std::set<std::string> taken_;
  std::vector<model::TestGroup> made_;
  std::map<std::string, std::size_t> index_;  ///< of made_, by folder
  std::size_t requirements_ = 0;
  bool has_points_ = false;
};

}  // namespace

void group_tests(const XmlFile& xml, const pugi::xml_node& testset, std::vector<PolygonTest>& tests,
                 model::Problem& problem) {
  Grouping(xml, tests, problem).run(testset);
}

}  // namespace arbiter::package
