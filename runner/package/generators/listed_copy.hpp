#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace arbiter::package {

/// The text of the generators.yaml `file` with one more test at the end of its folder: `name`
/// ("secret/stress/1", folders and tests by their keys) is a copy of the files `copy`. Comments and
/// order stay. None: there is such a key, or no place for it is known, as in braces. Nobody has
/// loaded the text that comes out; whoever writes it does, and looks whether it says what was
/// meant.
std::optional<std::string> with_listed_copy(const std::filesystem::path& file,
                                            const std::string& name, const std::string& copy);

}  // namespace arbiter::package
