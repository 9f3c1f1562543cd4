#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <vector>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/host.hpp"
#include "arbiter_box/lives.hpp"
#include "arbiter_box/processes.hpp"
#include "arbiter_box/world/world.hpp"
#include "base/machine/control_groups.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::arbiter_box {
namespace {

// As in <linux/sched.h>, which clashes with <sched.h> on some systems.
struct CloneArguments {
  std::uint64_t flags = 0;
  std::uint64_t pidfd = 0;
  std::uint64_t child_tid = 0;
  std::uint64_t parent_tid = 0;
  std::uint64_t exit_signal = SIGCHLD;
  std::uint64_t stack = 0;
  std::uint64_t stack_size = 0;
  std::uint64_t tls = 0;
  std::uint64_t set_tid = 0;
  std::uint64_t set_tid_size = 0;
  std::uint64_t cgroup = 0;
};
constexpr std::uint64_t k_into_cgroup = 0x200000000;

class Keeper {
 public:
  Keeper(const Options& options, std::unique_ptr<Accountant> accountant,
         std::optional<TempDir> open_folder)
      : options_(options),
        accountant_(std::move(accountant)),
        open_folder_(std::move(open_folder)) {}
  ~Keeper() { end(); }

  Result<void> start() {
    if (is_open()) {
      // So that what the server leaves behind when it is killed can be found and ended.
      if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return failed("become a reaper");
    }
    ARBITER_CHECK(make_link());
    ARBITER_CHECK(clone_init());
    if (!is_open()) {
      ARBITER_CHECK(hold_spaces());
      ARBITER_CHECK(map_ids());
    }
    return tell();
  }

  int watch() {
    std::array<pollfd, 3> all{};
    // Only that the other side has closed, or says that it will.
    all[0] = {options_.socket, POLLRDHUP, 0};
    all[1] = {init_watch_.get(), POLLIN, 0};
    all[2] = {link_.get(), POLLIN, 0};
    while (true) {
      if (::poll(all.data(), all.size(), -1) < 0) {
        if (errno == EINTR) continue;
        return 1;
      }
      if (all[0].revents != 0 || all[1].revents != 0) return 0;
      if (all[2].revents != 0) serve_bind();
      all[2].fd = link_.get();
    }
  }

 private:
  [[nodiscard]] bool is_open() const { return options_.mode == Mode::unsandboxed; }

  Result<void> make_link() {
    ARBITER_TRY(links, box_protocol::make_channel());
    link_ = std::move(links.first);
    init_link_ = std::move(links.second);
    return {};
  }

  Result<void> clone_init() {
    int watch = -1;
    CloneArguments arguments;
    arguments.flags = CLONE_PIDFD;
    arguments.pidfd = reinterpret_cast<std::uint64_t>(&watch);
    if (!is_open()) {
      // The control-group namespace comes later, when init has joined its groups: its root is
      // where a process is when it is made.
      arguments.flags |= CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS;
      if (!options_.has_network) arguments.flags |= CLONE_NEWNET;
    }
    if (accountant_->clone_into() >= 0) {
      arguments.flags |= k_into_cgroup;
      arguments.cgroup = static_cast<std::uint64_t>(accountant_->clone_into());
    }
    const long pid = ::syscall(SYS_clone3, &arguments, sizeof arguments);
    if (pid < 0) return failed("make namespaces");
    if (pid == 0) {
      link_.reset();
      InitTask task;
      task.options = options_;
      task.link = init_link_.get();
      task.by_root = is_root_;
      task.accountant = accountant_.get();
      if (open_folder_) task.open_folder = open_folder_->path().string();
      ::_exit(serve(task));
    }
    init_ = static_cast<pid_t>(pid);
    init_watch_ = UniqueFd(watch);
    init_link_.reset();
    return {};
  }

  // Now, since init is soon closed to all that may not trace it, as root of a container may not.
  Result<void> hold_spaces() {
    const std::string folder = "/proc/" + std::to_string(init_) + "/ns/";
    users_ = UniqueFd(::open((folder + "user").c_str(), O_RDONLY | O_CLOEXEC));
    mounts_ = UniqueFd(::open((folder + "mnt").c_str(), O_RDONLY | O_CLOEXEC));
    if (!users_ || !mounts_) return failed("see the namespaces of the box");
    return {};
  }

  Result<void> map_ids() {
    const std::string folder = "/proc/" + std::to_string(init_) + "/";
    const auto write = [&](const char* name, const std::string& text) -> Result<void> {
      if (write_text(folder + name, text)) return {};
      return failed(std::string("write ") + name + " of the box");
    };
    const auto line = [](unsigned id) {
      return std::to_string(k_inner_id) + " " + std::to_string(id) + " 1\n";
    };
    if (is_root_) {
      const auto unused = [](const char* map, const char* names) {
        return unused_id(kernel_text(map), kernel_text(names), ::getpid());
      };
      ARBITER_TRY(group, unused("/proc/self/gid_map", "/etc/group"));
      ARBITER_TRY(user, unused("/proc/self/uid_map", "/etc/passwd"));
      ARBITER_CHECK(write("gid_map", line(group)));
      return write("uid_map", line(user));
    }
    ARBITER_CHECK(write("setgroups", "deny"));
    ARBITER_CHECK(write("gid_map", line(::getegid())));
    return write("uid_map", line(::geteuid()));
  }

  Result<void> tell() {
    if (::send(link_.get(), "g", 1, MSG_NOSIGNAL) != 1) return failed("tell init");
    return {};
  }

  void serve_bind() {
    std::array<char, 16384> text{};
    const ssize_t got = ::recv(link_.get(), text.data(), text.size(), 0);
    // init closes it when its world is built.
    if (got <= 0) return link_.reset();
    const std::string whole(text.data(), static_cast<std::size_t>(got));
    const std::size_t end = whole.find('\0');
    if (end == std::string::npos) return;
    const pid_t helper = ::fork();
    if (helper < 0) {
      ::send(link_.get(), "-cannot fork", 12, MSG_NOSIGNAL);
      return;
    }
    if (helper == 0) {
      bind_inside(whole.substr(0, end), whole.substr(end + 1));
      ::_exit(0);
    }
    ::waitpid(helper, nullptr, 0);
  }

  // In a process of its own, since it enters init's mount namespace.
  void bind_inside(const std::string& source, const std::string& target) {
    const auto answer = [&](char sign, const std::string& text) {
      std::string whole(1, sign);
      whole += text;
      ::send(link_.get(), whole.data(), whole.size(), MSG_NOSIGNAL);
    };
    // Root of a container may mount nothing itself, but may all in namespaces that it made.
    if (::setns(mounts_.get(), CLONE_NEWNS) != 0 &&
        (::setns(users_.get(), CLONE_NEWUSER) != 0 || ::setns(mounts_.get(), CLONE_NEWNS) != 0)) {
      return answer('-', failed("enter the box").message);
    }
    struct stat info {};
    if (::stat(source.c_str(), &info) != 0) return answer('-', failed("bind " + source).message);
    if (target.empty()) return answer('+', S_ISDIR(info.st_mode) ? "folder" : "file");
    const auto done = bind_read_only(source, target);
    answer(done ? '+' : '-', done ? std::string{} : done.error().text());
  }

  void end() {
    if (init_ > 0) {
      ::kill(init_, SIGKILL);
      while (::waitpid(init_, nullptr, __WALL) < 0 && errno == EINTR) {
      }
      init_ = -1;
    }
    if (is_open()) {
      const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      kill_until_gone([&] {
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        std::vector<pid_t> left;
        for (const ProcessSeen& seen : descendants(proc.get(), ::getpid()))
          left.push_back(seen.pid);
        return left;
      });
    }
    accountant_->remove();
  }

  Options options_;
  const bool is_root_ = ::geteuid() == 0;
  std::unique_ptr<Accountant> accountant_;
  std::optional<TempDir> open_folder_;
  UniqueFd link_;
  UniqueFd init_link_;
  UniqueFd init_watch_;
  UniqueFd users_;   // init's namespace of users,
  UniqueFd mounts_;  // and its namespace of mounts
  pid_t init_ = -1;
};

}  // namespace

int keep(const Options& options, std::unique_ptr<Accountant> accountant,
         std::optional<TempDir> open_folder) {
  Keeper keeper(options, std::move(accountant), std::move(open_folder));
  if (auto started = keeper.start(); !started) {
    box_protocol::send_fault(options.socket, started.error());
    return 1;
  }
  return keeper.watch();
}

}  // namespace arbiter::arbiter_box
