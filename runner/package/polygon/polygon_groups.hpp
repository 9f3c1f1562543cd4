#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "package/polygon/xml_file.hpp"

namespace arbiter::package {

/// A `test` of problem.xml.
struct PolygonTest {
  pugi::xml_node node;
  bool is_sample = false;
  bool is_generated = false;
  std::string group;  ///< may be empty
  std::optional<double> points;
  std::string folder;  ///< of data/, by `group_tests`: "sample", "secret", "secret/GROUP"
};

/// Gives every test its folder and makes the groups of problem.data from `groups` and the points;
/// with points the problem is a scoring one by the rules of format 2025-09. Samples of a group that
/// has nothing else, and no points, are in "sample". A group whose points-policy is complete-group
/// has the least of its tests' points; of one with each-test every test counts by itself: where
/// they have different points, those with the same make a group "GROUP-POINTS" of their own. Groups
/// come after those that they depend on.
void group_tests(const XmlFile& xml, const pugi::xml_node& testset, std::vector<PolygonTest>& tests,
                 model::Problem& problem);

}  // namespace arbiter::package
