#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// Writes files below `folder`, the bytes of each copied from its descriptor's beginning. Whatever
/// lies in the way is not followed.
Result<void> place_files(int folder, std::span<const box_protocol::File> files,
                         std::span<const UniqueFd> bytes);

/// Makes empty folders below `folder`.
Result<void> make_folders(int folder, std::span<const char* const> paths);

/// Opens what a program left, for reading; not open where it is not a regular file or is reached
/// through a link. Only to be called when all programs are dead.
UniqueFd open_collected(int folder, const char* path);

/// Opens a folder by its path. Error: names it.
Result<UniqueFd> open_folder(const std::string& path);

/// All that lies in one folder of the work folder.
struct GatheredFolder {
  std::vector<box_protocol::Gathered> entries;  ///< folders before what is in them, sorted
  std::deque<std::string> paths;                ///< the entries' texts
  std::vector<UniqueFd> files;                  ///< of the files among the entries, in their order
  bool is_all = true;                           ///< nothing had to be left out
};

/// More are not told.
constexpr std::size_t k_most_gathered = 64;

/// Opens what a program left in `path` below `work`; no links are followed. Only to be called when
/// all programs are dead.
GatheredFolder gather_folder(int work, const char* path);

}  // namespace arbiter::arbiter_box
