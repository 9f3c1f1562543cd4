#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter {

/// What a glob must match for matches_path_glob: the whole path, or it or any folder around it.
enum class PathGlob : std::uint8_t { whole, or_parent };

/// Whether a glob as packages write them matches a relative path: `*` is any run of bytes but '/',
/// `?` any one of those, `{a, b}` one of several texts (they may nest, and blanks around them are
/// none of them); everything else is itself. A brace without its end is itself. Patterns that stand
/// for more than 256 texts match nothing.
bool matches_path_glob(std::string_view pattern, std::string_view path, PathGlob what);

}  // namespace arbiter
