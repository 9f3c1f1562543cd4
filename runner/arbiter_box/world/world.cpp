#include "arbiter_box/world/world.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/world/files.hpp"
#include "arbiter_box/world/scratch.hpp"
#include "base/file.hpp"

namespace arbiter::arbiter_box {
namespace {

// Any folder will do: pivoting moves the new root away from it again.
constexpr const char* k_staging = "/tmp";
// What only init needs while it builds: one mount with the others in it, so that all go at once.
constexpr const char* k_tools = "/.tools";
constexpr const char* k_host = "/.tools/host";
constexpr const char* k_own_proc = "/.tools/proc";

constexpr std::array k_system_folders = {"/usr",   "/bin",   "/sbin",  "/lib",
                                         "/lib32", "/lib64", "/libx32"};
constexpr std::array k_system_files = {"/etc/alternatives", "/etc/ld.so.cache"};
constexpr std::array k_devices = {"null", "zero", "full", "random", "urandom"};

// As in <linux/mount.h>, which older C libraries lack and newer ones clash with.
struct MountAttributes {
  std::uint64_t set = 0;
  std::uint64_t clear = 0;
  std::uint64_t propagation = 0;
  std::uint64_t user_namespace = 0;
};
constexpr std::uint64_t k_read_only = 1;
constexpr std::uint64_t k_no_suid = 2;
constexpr std::uint64_t k_no_devices = 4;
constexpr long k_mount_setattr = 442;

// Processes that may not be traced are not there: init, whatever the groups of its user. And
// nothing but processes: the rest tells of the machine.
constexpr const char* k_only_own_processes = "hidepid=4,subset=pid";

struct Link {
  const char* path;
  const char* target;
};
constexpr std::array k_links = {
    Link{"/dev/fd", "/proc/self/fd"}, Link{"/dev/stdin", "/proc/self/fd/0"},
    Link{"/dev/stdout", "/proc/self/fd/1"}, Link{"/dev/stderr", "/proc/self/fd/2"}};

constexpr std::string_view k_passwd = "arbiter:x:1000:1000::/work:/bin/sh\n";
constexpr std::string_view k_group = "arbiter:x:1000:\n";

Result<void> mount_new(const char* type, const char* target, unsigned long flags,
                       const char* options) {
  if (::mount(type, target, type, flags, options) != 0) {
    return failed(std::string("mount ") + type + " on " + target);
  }
  return {};
}

Result<void> make_folder(const std::string& path, mode_t mode = 0755) {
  if (::mkdir(path.c_str(), mode) != 0 && errno != EEXIST) return failed("make " + path);
  return {};
}

Result<void> make_parents(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    ARBITER_CHECK(make_folder(path.substr(0, at)));
  }
  return {};
}

Result<void> make_file(const std::string& path, std::string_view bytes) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (!file && errno != EEXIST) return failed("make " + path);
  return bytes.empty() ? Result<void>{} : write_all(file.get(), bytes);
}

Result<void> set_attributes(const std::string& target, std::uint64_t what) {
  MountAttributes attributes;
  attributes.set = what;
  if (::syscall(k_mount_setattr, AT_FDCWD, target.c_str(), AT_RECURSIVE, &attributes,
                sizeof attributes) != 0) {
    return failed("make " + target + " read-only (Linux 5.12 or newer is needed)");
  }
  return {};
}

// What a bind covers must exist and be of the same sort as what is bound.
Result<void> make_target(const std::string& target, bool is_folder) {
  struct stat info {};
  if (::lstat(target.c_str(), &info) == 0) return {};
  ARBITER_CHECK(make_parents(target));
  return is_folder ? make_folder(target) : make_file(target, {});
}

// A host folder such as /bin, which is a link on most systems and then stays one.
Result<void> show_system(const char* path) {
  const std::string source = std::string(k_host) + path;
  struct stat info {};
  if (::lstat(source.c_str(), &info) != 0) return {};
  if (S_ISLNK(info.st_mode)) {
    std::array<char, PATH_MAX> target{};
    if (::readlink(source.c_str(), target.data(), target.size() - 1) < 0 ||
        ::symlink(target.data(), path) != 0) {
      return failed(std::string("link ") + path);
    }
    return {};
  }
  ARBITER_CHECK(make_target(path, S_ISDIR(info.st_mode)));
  return bind_read_only(source, path);
}

Result<void> show_devices(bool counts_all) {
  for (const char* name : k_devices) {
    const std::string target = std::string("/dev/") + name;
    ARBITER_CHECK(make_file(target, {}));
    // It reads as zeros, too, but has no shared memory to give, which nobody would count.
    const bool is_replaced = !counts_all && std::string_view(name) == "zero";
    const std::string source = k_host + (is_replaced ? std::string("/dev/full") : target);
    if (::mount(source.c_str(), target.c_str(), nullptr, MS_BIND, nullptr) != 0) {
      return failed("bind " + target);
    }
    // Bytes go into a device all the same, but its times are the host's.
    ARBITER_CHECK(set_attributes(target, k_read_only));
  }
  for (const Link& link : k_links) {
    if (::symlink(link.target, link.path) != 0) return failed(std::string("link ") + link.path);
  }
  return {};
}

Result<void> make_folders() {
  for (const char* path : {"/work", "/tmp", "/dev/shm", "/program", "/etc", "/proc", k_own_proc}) {
    ARBITER_CHECK(make_folder(path));
  }
  return mount_new("tmpfs", "/program", MS_NOSUID | MS_NODEV, "mode=0755,size=2g,nr_inodes=4096");
}

Result<void> pivot() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return failed("make mounts private");
  }
  ARBITER_CHECK(
      mount_new("tmpfs", k_staging, MS_NOSUID | MS_NODEV, "mode=0755,size=1m,nr_inodes=4096"));
  const std::string tools = std::string(k_staging) + k_tools;
  ARBITER_CHECK(make_folder(tools));
  ARBITER_CHECK(mount_new("tmpfs", tools.c_str(), MS_NOSUID | MS_NODEV, "mode=0700,size=1m"));
  const std::string host = std::string(k_staging) + k_host;
  ARBITER_CHECK(make_folder(host));
  if (::syscall(SYS_pivot_root, k_staging, host.c_str()) != 0) return failed("change the root");
  if (::chdir("/") != 0) return failed("enter the root");
  return {};
}

Result<World> open_world(const std::string& prefix) {
  World world;
  ARBITER_SET(world.program, open_folder(prefix + "/program"));
  ARBITER_SET(world.proc, open_folder(prefix.empty() ? k_own_proc : "/proc"));
  world.host_folder = prefix;
  return world;
}

Result<void> seal(const char* target, const std::string& what) {
  constexpr unsigned long k_flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV;
  if (::mount(nullptr, target, nullptr, k_flags, nullptr) != 0) return failed("seal " + what);
  return {};
}

// With an empty target: "folder" or "file", what the source is.
Result<std::string> ask_keeper(int link, const std::string& source, const std::string& target) {
  std::string question = source;
  question.push_back('\0');
  question += target;
  std::array<char, 512> answer{};
  if (::send(link, question.data(), question.size(), MSG_NOSIGNAL) < 0) {
    return failed("ask the keeper");
  }
  const ssize_t got = ::recv(link, answer.data(), answer.size(), 0);
  if (got <= 0) return failed("hear from the keeper");
  std::string text(answer.data() + 1, static_cast<std::size_t>(got) - 1);
  if (answer[0] == '+') return text;
  return judge_error(std::move(text));
}

Result<std::string> sort_of(const std::string& source) {
  struct stat info {};
  if (::stat(source.c_str(), &info) != 0) return failed("bind " + source);
  return std::string(S_ISDIR(info.st_mode) ? "folder" : "file");
}

Result<void> add_bind(const box_protocol::Bind& bind, int keeper) {
  const std::string source = std::string(k_host) + bind.source;
  const bool by_keeper = keeper >= 0;
  auto sort = by_keeper ? ask_keeper(keeper, source, {}) : sort_of(source);
  if (!sort && bind.optional) return {};
  if (!sort) return std::move(sort).error();
  ARBITER_CHECK(make_target(bind.target, *sort == "folder"));
  if (!by_keeper) return bind_read_only(source, bind.target);
  ARBITER_TRY(done, ask_keeper(keeper, source, bind.target));
  return done.empty() ? Result<void>{} : judge_error(done);
}

}  // namespace

Result<void> bind_read_only(const std::string& source, const std::string& target) {
  if (::mount(source.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
    return failed("bind " + target);
  }
  return set_attributes(target, k_read_only | k_no_suid | k_no_devices);
}

Result<World> build_world(bool counts_all) {
  ARBITER_CHECK(pivot());
  for (const char* path : k_system_folders) {
    ARBITER_CHECK(show_system(path));
  }
  ARBITER_CHECK(make_folder("/dev"));
  ARBITER_CHECK(make_folders());
  for (const char* path : k_system_files) {
    ARBITER_CHECK(show_system(path));
  }
  ARBITER_CHECK(make_file("/etc/passwd", k_passwd));
  ARBITER_CHECK(make_file("/etc/group", k_group));
  ARBITER_CHECK(show_devices(counts_all));
  constexpr unsigned long k_flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  ARBITER_CHECK(mount_new("proc", "/proc", k_flags | MS_RDONLY, k_only_own_processes));
  ARBITER_CHECK(mount_new("proc", k_own_proc, k_flags, ""));
  return open_world({});
}

Result<void> finish_world(World& world, const box_protocol::Setup& setup, int keeper) {
  for (const box_protocol::Bind& bind : setup.binds) {
    ARBITER_CHECK(add_bind(bind, keeper));
  }
  // The list of mounts would tell where on the host they are.
  const bool tells_place = std::ranges::any_of(setup.binds, [](const box_protocol::Bind& bind) {
    return std::string_view(bind.source) != bind.target;
  });
  if (tells_place && ::umount2("/proc", MNT_DETACH) != 0) return failed("hide the mounts");
  // An inode costs the kernel about a KiB that the size does not count.
  const std::int64_t inodes = std::max<std::int64_t>(setup.scratch_size.count / 4096, 1024);
  world.scratch_options = "mode=0755,size=" + std::to_string(setup.scratch_size.count) +
                          ",nr_inodes=" + std::to_string(inodes);
  if (::umount2(k_tools, MNT_DETACH) != 0) return failed("give the host's root up");
  if (::rmdir(k_tools) != 0) return failed("remove what only building needs");
  ARBITER_CHECK(mount_scratch(world));
  return seal("/", "the root");
}

Result<void> seal_program() {
  return seal("/program", "/program");
}

Result<World> build_open_world(const std::string& folder) {
  for (const char* name : {"/work", "/tmp", "/shm", "/program"}) {
    ARBITER_CHECK(make_folder(folder + name, 0700));
  }
  ARBITER_TRY(world, open_world(folder));
  ARBITER_SET(world.work, open_folder(folder + "/work"));
  ARBITER_SET(world.tmp, open_folder(folder + "/tmp"));
  ARBITER_SET(world.shm, open_folder(folder + "/shm"));
  if (::fchdir(world.work.get()) != 0) return failed("enter the work folder");
  return world;
}

}  // namespace arbiter::arbiter_box
