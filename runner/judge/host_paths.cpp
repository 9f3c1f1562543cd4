#include "judge/host_paths.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool make_private_folders(const fs::path& folder) {
  std::error_code failure;
  if (!fs::exists(folder.parent_path(), failure)) {
    if (failure || !folder.has_relative_path() || !make_private_folders(folder.parent_path())) {
      return false;
    }
  }
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

bool is_writable_folder(const fs::path& folder) {
  return ::access(folder.c_str(), W_OK | X_OK) == 0 && fs::is_directory(folder);
}

/// The folder by the XDG rules, or none if it cannot be written.
std::optional<fs::path> users_folder(const std::string& xdg, const std::string& home,
                                     const char* below_home) {
  fs::path base(xdg);
  if (!base.is_absolute()) {
    if (!fs::path(home).is_absolute()) return std::nullopt;
    base = fs::path(home) / below_home;
  }
  fs::path folder = base / "arbiter";
  if (!make_private_folders(folder) || !is_writable_folder(folder)) return std::nullopt;
  return folder;
}

/// /tmp is everybody's: a folder there is ours only if we own it and nobody else may write it.
Result<fs::path> fallback_folder(const HostEnvironment& environment, const char* name) {
  const fs::path tmp = fs::path(environment.tmpdir).is_absolute() ? environment.tmpdir : "/tmp";
  const fs::path own = tmp / ("arbiter-" + std::to_string(environment.user));
  if (::mkdir(own.c_str(), 0700) != 0 && errno != EEXIST) {
    Error error = system_error("cannot make the folder " + own.string(), errno);
    error.help = "set XDG_CACHE_HOME and XDG_STATE_HOME to folders that can be written";
    return error;
  }
  struct stat info {};
  if (::lstat(own.c_str(), &info) != 0) {
    return system_error("cannot look at " + own.string(), errno);
  }
  if (!S_ISDIR(info.st_mode) || info.st_uid != environment.user || (info.st_mode & 077U) != 0) {
    return Error{ErrorKind::judge,
                 own.string() + " is not a folder of this user alone",
                 {},
                 "remove it, or set XDG_CACHE_HOME and XDG_STATE_HOME"};
  }
  fs::path folder = own / name;
  if (!make_private_folders(folder) || !is_writable_folder(folder)) {
    return Error{ErrorKind::judge, "cannot write " + folder.string(), {}, {}};
  }
  return folder;
}

}  // namespace

Result<HostEnvironment> host_environment() {
  std::error_code failure;
  HostEnvironment environment;
  environment.executable = fs::read_symlink("/proc/self/exe", failure);
  if (failure) return system_error("cannot find the running program", failure.value());
  environment.home = variable("HOME");
  environment.xdg_cache_home = variable("XDG_CACHE_HOME");
  environment.xdg_state_home = variable("XDG_STATE_HOME");
  environment.tmpdir = variable("TMPDIR");
  environment.user = ::geteuid();
  return environment;
}

Result<HostPaths> find_host_paths(const HostEnvironment& environment) {
  const fs::path prefix = environment.executable.parent_path().parent_path();
  HostPaths paths;
  paths.share = prefix / "share/arbiter";
  paths.arbiter_box = prefix / "libexec/arbiter/arbiter-box";
  const auto choose = [&](const std::string& xdg, const char* below_home,
                          const char* name) -> Result<fs::path> {
    if (auto folder = users_folder(xdg, environment.home, below_home)) return *folder;
    return fallback_folder(environment, name);
  };
  ARBITER_TRY(cache, choose(environment.xdg_cache_home, ".cache", "cache"));
  ARBITER_TRY(state, choose(environment.xdg_state_home, ".local/state", "state"));
  paths.cache = cache;
  paths.state = state;
  return paths;
}

}  // namespace arbiter::judge
