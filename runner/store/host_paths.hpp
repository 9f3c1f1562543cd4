#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace arbiter::store {

/// Where the runner finds what ships with it and where it may write.
struct HostPaths {
  std::filesystem::path share;        ///< …/share/arbiter: kits, config, problems, made tests
  std::filesystem::path arbiter_box;  ///< the helper program
  std::filesystem::path cache;        ///< $XDG_CACHE_HOME/arbiter
  std::filesystem::path state;        ///< $XDG_STATE_HOME/arbiter
  std::vector<Error> refused;         ///< folders that were not taken since others may change them
};

/// What the places on the host depend on. Empty strings are variables that are not set.
struct HostEnvironment {
  std::filesystem::path executable;  ///< the running program, links resolved
  std::string home;
  std::string own_home;  ///< of the user, as the system knows it, whatever HOME is
  std::string xdg_cache_home;
  std::string xdg_state_home;
  std::string tmpdir;
  unsigned int user = 0;
};

/// The environment of this process.
Result<HostEnvironment> host_environment();

/// Where things are: what ships with the program relative to `executable` (the build tree looks
/// like the installed one: <prefix>/bin/arbiter, <prefix>/share/arbiter,
/// <prefix>/libexec/arbiter/arbiter-box); what it writes by the XDG rules (a relative path in a
/// variable counts as not set). What others than this user and root could change is not taken (see
/// own_folder), and stands in `refused`: the same place below the user's own home is. Where that,
/// or the folder that the variables name, cannot be made or written, it is
/// $TMPDIR/arbiter-UID/{cache,state}. The folders for writing exist afterwards, links resolved.
/// Error{judge}: not even there, or that folder belongs to somebody else.
Result<HostPaths> find_host_paths(const HostEnvironment& environment);

}  // namespace arbiter::store
