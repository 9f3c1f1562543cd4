#include "base/own_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <list>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_names_most = 65536;

/// A group that has the user's name and nobody else in it, as many systems make one for each user.
bool is_private_group(gid_t group, uid_t user) {
#ifdef ARBITER_STATIC
  // What asks LDAP and the like would be loaded, with another C library.
  static_cast<void>(group);
  static_cast<void>(user);
  return false;
#else
  std::vector<char> user_bytes(k_names_most);
  std::vector<char> group_bytes(k_names_most);
  passwd user_row{};
  struct group group_row {};
  passwd* known_user = nullptr;
  struct group* known_group = nullptr;
  ::getpwuid_r(user, &user_row, user_bytes.data(), user_bytes.size(), &known_user);
  ::getgrgid_r(group, &group_row, group_bytes.data(), group_bytes.size(), &known_group);
  if (known_user == nullptr || known_group == nullptr) return false;
  const std::string_view name = known_user->pw_name;
  if (known_user->pw_gid != group || known_group->gr_name != name) return false;
  for (char** member = known_group->gr_mem; *member != nullptr; ++member) {
    if (*member != name) return false;
  }
  return true;
#endif
}

bool others_may_write(const struct stat& info, uid_t user) {
  if ((info.st_mode & S_IWOTH) != 0) return true;
  if ((info.st_mode & S_IWGRP) == 0) return false;
  const bool is_roots = info.st_gid == 0 && info.st_uid == 0;
  return !is_roots && !is_private_group(info.st_gid, user);
}

/// Whose it is; none if others may write it, too, or if it is a link.
std::optional<uid_t> sole_writer(const fs::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || S_ISLNK(info.st_mode)) return std::nullopt;
  if (others_may_write(info, info.st_uid)) return std::nullopt;
  return info.st_uid;
}

/// The way from the root to a folder, each step opened from the one before, so that what was looked
/// at is what is used.
class Descent {
 public:
  explicit Descent(uid_t user) : user_(user) {}

  OwnFolder to(const fs::path& folder) {
    if (go(folder) && is_users_alone()) return {path(), {}};
    return {{}, std::move(distrust_)};
  }

 private:
  struct Step {
    std::string name;
    UniqueFd folder;
    struct stat info {};
  };

  [[nodiscard]] fs::path path() const {
    fs::path whole = "/";
    for (const Step& step : steps_)
      whole /= step.name;
    return whole;
  }

  bool refuse(const fs::path& place, std::string_view why) {
    distrust_ = fmt::format("{} {}", printable(place.string()), why);
    return false;
  }

  /// Others may write only what is guarded in another way.
  bool accept(const fs::path& place, const struct stat& info, bool is_owned, bool is_guarded) {
    if (!is_owned) return refuse(place, fmt::format("belongs to user {}", info.st_uid));
    if (is_guarded || !others_may_write(info, user_)) return true;
    return refuse(place, "may be written by other users");
  }

  /// In a namespace that does not map root the owner of the root folder stands for it.
  [[nodiscard]] bool is_trusted(uid_t owner) const {
    return owner == user_ || owner == 0 || owner == steps_.front().info.st_uid;
  }

  bool go(const fs::path& folder) {
    if (!begin()) return false;
    std::list<std::string> ahead;
    for (const fs::path& part : folder.relative_path())
      ahead.push_back(part.string());
    constexpr int k_links_most = 40;
    int links = 0;
    while (!ahead.empty()) {
      const std::string name = std::move(ahead.front());
      ahead.pop_front();
      if (name.empty() || name == ".") continue;
      if (name == "..") {
        if (steps_.size() > 1) steps_.pop_back();
        continue;
      }
      Step step;
      if (!open_step(name, step)) return false;
      if (!S_ISLNK(step.info.st_mode)) {
        if (!enter(std::move(step))) return false;
      } else if (++links > k_links_most || !follow(step, ahead)) {
        return false;
      }
    }
    return true;
  }

  bool begin() {
    Step root;
    root.folder.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.folder || ::fstat(root.folder.get(), &root.info) != 0) return false;
    steps_.clear();
    steps_.push_back(std::move(root));
    return true;
  }

  bool open_step(const std::string& name, Step& step) {
    const int above = steps_.back().folder.get();
    step.name = name;
    const auto open = [&] {
      step.folder.reset(::openat(above, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    };
    open();
    if (!step.folder && errno == ENOENT &&
        (::mkdirat(above, name.c_str(), S_IRWXU) == 0 || errno == EEXIST)) {
      open();
    }
    return step.folder && ::fstat(step.folder.get(), &step.info) == 0;
  }

  bool enter(Step step) {
    const fs::path place = path() / step.name;
    if (!S_ISDIR(step.info.st_mode)) return false;
    const bool is_sticky = (step.info.st_mode & S_ISVTX) != 0;
    if (!accept(place, step.info, is_trusted(step.info.st_uid), is_sticky)) return false;
    steps_.push_back(std::move(step));
    return true;
  }

  bool follow(const Step& link, std::list<std::string>& ahead) {
    // Where all may write, a link is as good as who made it.
    if (!accept(path() / link.name, link.info, is_trusted(link.info.st_uid), true)) return false;
    std::array<char, PATH_MAX> text{};
    const ssize_t size = ::readlinkat(link.folder.get(), "", text.data(), text.size());
    if (size <= 0) return false;
    const fs::path target(std::string(text.data(), static_cast<std::size_t>(size)));
    if (target.is_absolute() && !begin()) return false;
    auto before = ahead.begin();
    for (const fs::path& part : target.relative_path())
      ahead.insert(before, part.string());
    return true;
  }

  /// The folder itself, and what lies right in it.
  bool is_users_alone() {
    const Step& own = steps_.back();
    if (!accept(path(), own.info, own.info.st_uid == user_, false)) return false;
    UniqueFd listed(::openat(own.folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!listed || ::faccessat(listed.get(), ".", W_OK | X_OK, AT_EACCESS) != 0) return false;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(listed.get()), ::closedir);
    if (!entries) return false;
    const int folder = listed.release();
    const bool is_closed = (own.info.st_mode & (S_IXGRP | S_IXOTH)) == 0;
    while (const dirent* entry = ::readdir(entries.get())) {
      const std::string name = static_cast<const char*>(entry->d_name);
      if (name != "." && name != ".." && !is_users_entry(folder, name, is_closed)) return false;
    }
    return true;
  }

  bool is_users_entry(int folder, const std::string& name, bool is_closed) {
    struct stat info {};
    // What is gone by now does no harm.
    if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return true;
    if (S_ISLNK(info.st_mode)) return refuse(path() / name, "is a link");
    return accept(path() / name, info, info.st_uid == user_, is_closed);
  }

  uid_t user_;
  std::vector<Step> steps_;
  std::string distrust_;
};

}  // namespace

OwnFolder own_folder(const fs::path& folder, unsigned int user) {
  if (!folder.is_absolute()) return {};
  return Descent(user).to(folder);
}

bool is_own(const fs::path& path) {
  return sole_writer(path) == ::geteuid();
}

bool is_own_or_roots(const fs::path& path) {
  const auto writer = sole_writer(path);
  return writer == ::geteuid() || writer == 0;
}

}  // namespace arbiter
