#include "store/host_paths.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "base/own_folder.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The folder by the XDG rules; none if neither variable says where.
std::optional<fs::path> users_folder(const std::string& xdg, const std::string& home,
                                     const char* below_home) {
  const fs::path base(xdg);
  if (base.is_absolute()) return base / "arbiter";
  if (!fs::path(home).is_absolute()) return std::nullopt;
  return fs::path(home) / below_home / "arbiter";
}

/// The home that the system knows, which programs like sudo do not change.
std::string home_of(unsigned int user) {
#ifdef ARBITER_STATIC
  // What asks LDAP and the like would be loaded, with another C library.
  static_cast<void>(user);
  return {};
#else
  constexpr std::size_t k_most = 65536;
  std::vector<char> bytes(k_most);
  passwd row{};
  passwd* known = nullptr;
  ::getpwuid_r(user, &row, bytes.data(), bytes.size(), &known);
  return known == nullptr || known->pw_dir == nullptr ? std::string() : known->pw_dir;
#endif
}

struct Variables {
  std::string xdg;
  const char* below_home;
  const char* name;  ///< below a temporary folder
};

/// Where to look, best first. The home that the system knows comes in only for one that is another
/// user's: one that cannot be written was chosen with care.
std::vector<fs::path> places_of(const HostEnvironment& environment, const Variables& variables,
                                bool is_distrusted) {
  std::vector<fs::path> places;
  if (is_distrusted && fs::path(environment.own_home).is_absolute())
    places.push_back(fs::path(environment.own_home) / variables.below_home / "arbiter");
  const std::string own = "arbiter-" + std::to_string(environment.user);
  if (fs::path(environment.tmpdir).is_absolute())
    places.push_back(fs::path(environment.tmpdir) / own / variables.name);
  places.push_back(fs::path("/tmp") / own / variables.name);
  return places;
}

constexpr const char* k_remedy =
    "set XDG_CACHE_HOME and XDG_STATE_HOME to folders that only you can write";

/// Why a folder was not taken: to be said if it is of others, and not only not there.
Error distrusted(const fs::path& folder, const std::string& why, const fs::path& taken) {
  return judge_error(
      folder.string() + " is not used, since " + why + "; " + taken.string() + " takes its place",
      k_remedy);
}

Result<fs::path> choose(const HostEnvironment& environment, const Variables& variables,
                        std::vector<Error>& refused) {
  std::string distrust;
  const auto usual = users_folder(variables.xdg, environment.home, variables.below_home);
  if (usual) {
    OwnFolder own = own_folder(*usual, environment.user);
    if (!own.path.empty()) return own.path;
    distrust = std::move(own.distrust);
  }
  std::string why;
  for (const fs::path& place : places_of(environment, variables, !distrust.empty())) {
    OwnFolder own = own_folder(place, environment.user);
    if (!own.path.empty()) {
      if (!distrust.empty()) refused.push_back(distrusted(*usual, distrust, own.path));
      return own.path;
    }
    why = own.distrust.empty() ? "cannot write " + place.string() : std::move(own.distrust);
  }
  return judge_error("no folder for cache and state can be used: " + why, k_remedy);
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
  environment.own_home = home_of(environment.user);
  return environment;
}

Result<HostPaths> find_host_paths(const HostEnvironment& environment) {
  const fs::path prefix = environment.executable.parent_path().parent_path();
  HostPaths paths;
  paths.share = prefix / "share/arbiter";
  paths.arbiter_box = prefix / "libexec/arbiter/arbiter-box";
  ARBITER_SET(paths.cache,
              choose(environment, {environment.xdg_cache_home, ".cache", "cache"}, paths.refused));
  ARBITER_SET(
      paths.state,
      choose(environment, {environment.xdg_state_home, ".local/state", "state"}, paths.refused));
  return paths;
}

}  // namespace arbiter::store
