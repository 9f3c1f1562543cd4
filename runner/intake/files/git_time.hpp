#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "intake/files/node.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::intake {

/// When the commit that a clone has checked out was made, as whoever made it says: seconds since
/// 1970. `git` is the clone's folder .git. None: there is no such commit, or no git to ask.
///
/// A repository can have git start programs that its configuration names, and this one may be a
/// student's. So git never sees its configuration: it works in a repository of ours in `scratch`
/// that borrows the objects.
std::optional<std::int64_t> commit_time(const std::filesystem::path& git,
                                        const std::filesystem::path& scratch);

/// Whether an entry of an archive is one of those of a .git folder that tell when the last commit
/// was made: references and objects, never settings or programs.
bool is_git_entry(std::string_view name);

/// Takes such entries out of `entries` and puts them where Node::git of their clones says then:
/// folders below `into`, which is made if it has to be. `root` is the tree of the other entries.
void take_git_entries(std::vector<package::ArchiveEntry>& entries,
                      const std::filesystem::path& into, Node& root);

}  // namespace arbiter::intake
