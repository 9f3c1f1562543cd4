#pragma once

#include <span>

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

/// Opens a folder to list it; not open where it is none or is reached through a link.
UniqueFd open_folder(int folder, const char* path);

}  // namespace arbiter::arbiter_box
