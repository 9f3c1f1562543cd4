#pragma once

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

}  // namespace arbiter::package
