#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace arbiter::intake {

/// When the commit that a clone has checked out was made, as whoever made it says: seconds since
/// 1970. `git` is the clone's folder .git. None: there is no such commit, or no git to ask.
///
/// A repository can have git start programs that its configuration names, and this one may be a
/// student's. So git never sees its configuration: it works in a repository of ours in `scratch`
/// that borrows the objects.
std::optional<std::int64_t> commit_time(const std::filesystem::path& git,
                                        const std::filesystem::path& scratch);

}  // namespace arbiter::intake
