#pragma once

#include <string_view>

namespace arbiter::judge {

/// Whether the whole of `name` matches `pattern`: `*` is any run of bytes ('/' included), `?` any
/// one byte, `[a-z]` and `[!a-z]` one byte of a set; everything else is itself. A `[` without its
/// end is itself. Linear in name times stars.
bool matches_glob(std::string_view pattern, std::string_view name);

}  // namespace arbiter::judge
