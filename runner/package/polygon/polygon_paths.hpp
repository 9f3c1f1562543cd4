#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "package/archive/folder_walk.hpp"
#include "package/polygon/xml_file.hpp"

namespace arbiter::package {

/// The file of the package that problem.xml names as `name`, which `node` holds; none if there is
/// none, or the name leads out, which is a fault. Some write "\" for "/".
std::optional<std::filesystem::path> named_file(FolderWalk& walk, const XmlFile& xml,
                                                const pugi::xml_node& node, std::string name);

/// What a pattern as "tests/%02d.in" gives for a number: one %d, with or without a width. None: it
/// is no such pattern.
std::optional<std::string> expand_pattern(std::string_view pattern, std::size_t number);

}  // namespace arbiter::package
