#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace arbiter::package {

/// The text of a YAML file with these keys of the map `outer` set to these scalars; comments, order
/// and everything else stay. A key that is missing becomes the first of its map, and a map that is
/// missing the last thing of the file. Error{invalid_package}: the file is no map, or `outer` is
/// none.
Result<std::string> with_values(const std::filesystem::path& file, std::string text,
                                const std::string& outer,
                                const std::vector<std::pair<std::string, std::string>>& values);

}  // namespace arbiter::package
