#pragma once

#include <filesystem>
#include <string>

namespace arbiter {

/// What came of asking for a folder that nobody but this user can change.
struct OwnFolder {
  std::filesystem::path path;  ///< links resolved; empty if there is none to be had
  /// Why others could change what lies in it, as a sentence about a path; empty if it just cannot
  /// be made or written.
  std::string distrust;
};

/// Makes `folder` (an absolute path) and those that it lies in, with mode 0700, where they are
/// missing. It is had only if it belongs to `user`, nobody else may write to it or owns anything
/// right in it, and nobody but `user` and root can replace it or what it lies in; /tmp with its
/// sticky bit is fine. Nothing is made where that does not hold.
OwnFolder own_folder(const std::filesystem::path& folder, unsigned int user);

/// Whether what lies at `path`, whose folder only this user can change, is this user's: no link,
/// and written by nobody else.
bool is_own(const std::filesystem::path& path);

/// The same of what came with the program: it may also be root's.
bool is_own_or_roots(const std::filesystem::path& path);

}  // namespace arbiter
