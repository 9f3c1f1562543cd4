#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/polygon/xml_file.hpp"

namespace arbiter::package {

/// Reads `judging` of problem.xml: files, limits, tests, groups and points. Tests are called
/// sample/01 or secret/01, or secret/GROUP/01 where there are groups. Tests that are not in the
/// package are one fault, which says how to get them. With `tells_groups` the checker gets testset
/// and group of every test as arguments.
void read_polygon_tests(FolderWalk& walk, const XmlFile& xml, bool tells_groups,
                        model::Problem& problem);

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
