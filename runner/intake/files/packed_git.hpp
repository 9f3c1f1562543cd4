#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "intake/files/node.hpp"
#include "package/archive/archive_entries.hpp"

namespace arbiter::intake {

/// Whether an entry of an archive is one of those of a .git folder that tell when the last commit
/// was made: references and objects, never settings or programs.
bool is_git_entry(std::string_view name);

/// Takes such entries out of `entries` and puts them where Node::git of their clones says then:
/// folders below `into`, which is made if it has to be. `root` is the tree of the other entries.
void take_git_entries(std::vector<package::ArchiveEntry>& entries,
                      const std::filesystem::path& into, Node& root);

}  // namespace arbiter::intake
