#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::arbiter_box {

/// Gives `text` to an existing file of the kernel in one write, as such files want it. False: the
/// kernel refused it, errno says why.
bool write_text(const std::string& path, std::string_view text);

/// The names in the folder `path` below the open folder `folder`, `most` at most; none where it
/// cannot be listed, and errno says why.
std::optional<std::vector<std::string>> names_in(int folder, const std::string& path,
                                                 std::size_t most = SIZE_MAX);

}  // namespace arbiter::arbiter_box
