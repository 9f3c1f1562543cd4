#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/host.hpp"
#include "arbiter_box/lives.hpp"
#include "arbiter_box/processes.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::arbiter_box {
namespace {

// A box is built by then.
constexpr int k_quiet_ms = 1;

UniqueFd descriptor_of(pid_t process) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

/// The empty network namespaces of a nursery's boxes: the kernel takes as long to make one and to
/// end it as for the rest of a box, so that a box gets one that an earlier box had, whose processes
/// are all gone. No filter lets a program have a socket that could be left in it, and no program
/// may change its settings. Two boxes that live at the same time never share one.
class Networks {
 public:
  // Until a box is asked for, nothing is made. A normal user's nursery moves into a user namespace
  // in which it is who it was, and may make network namespaces. Root needs all its ids for the
  // boxes, and a user namespace of its own would have but one.
  Networks() : is_allowed_(::geteuid() == 0 || enter_user_namespace()) {}

  // Moves the calling process, and what it forks from now on, into a network namespace that no
  // living box has. False: not allowed here; then a box must make its own, and that tells what is
  // missing.
  bool enter() {
    entered_ = find_free();
    if (entered_ == all_.size()) return add();
    return ::setns(all_[entered_].space.get(), CLONE_NEWNET) == 0;
  }

  // The process that has the one entered last, until it ends.
  void belongs_to(pid_t keeper) {
    if (entered_ == all_.size()) return;
    Network& network = all_[entered_];
    network.user = descriptor_of(keeper);
    // Nobody could tell when it is free again.
    const bool is_unknown = !network.user && errno != ESRCH;
    if (is_unknown) all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(entered_));
  }

  // Makes one ahead if all are in use. Moves the calling process.
  void make_spare() {
    if (find_free() == all_.size()) add();
  }

 private:
  struct Network {
    UniqueFd space;
    UniqueFd user;  ///< of the process that has it
  };

  static bool enter_user_namespace() {
    const auto same = [](unsigned id) {
      return std::to_string(id) + " " + std::to_string(id) + " 1\n";
    };
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    return ::unshare(CLONE_NEWUSER) == 0 && write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/gid_map", same(group)) &&
           write_text("/proc/self/uid_map", same(user));
  }

  static bool has_ended(const UniqueFd& process) {
    pollfd end{process.get(), POLLIN, 0};
    return ::poll(&end, 1, 0) == 1;
  }

  // The first that nobody has; the number of all if there is none.
  std::size_t find_free() {
    std::size_t at = 0;
    while (at < all_.size() && all_[at].user && !has_ended(all_[at].user)) {
      ++at;
    }
    if (at < all_.size()) all_[at].user.reset();
    return at;
  }

  bool add() {
    if (!is_allowed_ || ::unshare(CLONE_NEWNET) != 0) return false;
    UniqueFd space(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
    if (!space) return false;
    all_.push_back({std::move(space), {}});
    return true;
  }

  bool is_allowed_ = false;
  std::vector<Network> all_;
  std::size_t entered_ = 0;
};

/// The keepers of boxes that nothing isolates, as the nursery sees them. No namespace ends with
/// such a keeper when it is killed: what it leaves behind falls to the nursery, which ends it.
class OpenKeepers {
 public:
  // Makes the calling process the one to which orphans below it fall. `socket` is the runner's.
  explicit OpenKeepers(int socket) : socket_(socket) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }
  // Leaves the folders to the keepers, which end by themselves when the runner has gone.
  ~OpenKeepers() {
    for (OpenKeeper& keeper : keepers_) {
      keeper.folder.release();
    }
  }

  // `folder` is where the box's world is; its keeper deletes it, if it can.
  void add(pid_t keeper, TempDir folder) {
    keepers_.push_back({keeper, descriptor_of(keeper), std::move(folder)});
  }

  // Returns once there is something to read from the runner; until then, and at least once, ends
  // the orphans of keepers that are gone, and deletes their folders.
  void clean_until_message() {
    while (!wait()) {
    }
  }

 private:
  struct OpenKeeper {
    pid_t pid = -1;
    UniqueFd end;  ///< readable when it has ended; none if it had gone before
    TempDir folder;
  };

  // True: the runner has said something, or has gone.
  bool wait() {
    std::vector<pollfd> watched{{socket_, POLLIN, 0}};
    int patience = -1;
    for (const OpenKeeper& keeper : keepers_) {
      watched.push_back({keeper.end.get(), POLLIN, 0});
      if (!keeper.end) patience = 0;
    }
    if (::poll(watched.data(), watched.size(), patience) < 0) return false;
    std::vector<OpenKeeper> gone;
    for (std::size_t i = keepers_.size(); i-- > 0;) {
      if (keepers_[i].end && watched[i + 1].revents == 0) continue;
      gone.push_back(std::move(keepers_[i]));
      keepers_.erase(keepers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!gone.empty()) kill_until_gone([this] { return find_orphans(); });
    return watched[0].revents != 0;
  }

  std::vector<pid_t> find_orphans() {
    const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::vector<pid_t> kept;
    for (const OpenKeeper& keeper : keepers_) {
      kept.push_back(keeper.pid);
    }
    const auto is_kept = [&](pid_t pid) { return std::ranges::find(kept, pid) != kept.end(); };
    std::vector<pid_t> orphans;
    // Parents come before their children.
    for (const ProcessSeen& seen : descendants(proc.get(), ::getpid())) {
      if (is_kept(seen.pid)) continue;
      (is_kept(seen.parent) ? kept : orphans).push_back(seen.pid);
    }
    return orphans;
  }

  int socket_;
  std::vector<OpenKeeper> keepers_;
};

class Nursery {
 public:
  explicit Nursery(const Options& options) : options_(options) {
    if (options.mode == Mode::unsandboxed) {
      open_.emplace(options.socket);
    } else {
      networks_.emplace();
    }
  }
  ~Nursery() {
    if (next_groups_) next_groups_->remove();
  }

  int serve() {
    box_protocol::Inbox inbox;
    while (true) {
      if (open_) open_->clean_until_message();
      const auto is_there = inbox.receive(options_.socket);
      if (!is_there) return 1;
      if (!*is_there) return 0;
      for (const UniqueFd& socket : inbox.descriptors()) {
        auto done = start_keeper(socket.get());
        if (!done) box_protocol::send_fault(socket.get(), done.error());
      }
      inbox.descriptors().clear();
      prepare_when_quiet();
    }
  }

 private:
  // The control groups of the next box.
  Result<void> make_groups() {
    if (next_groups_) return {};
    // Not before the first box is asked for: by then this process is where it is to stay.
    if (!site_) site_.emplace(survey(options_));
    if (!*site_) return site_->error();
    ARBITER_SET(next_groups_, make_accountant(options_.mode, **site_, ++number_));
    return {};
  }

  Result<void> start_keeper(int socket) {
    ARBITER_CHECK(make_groups());
    std::optional<TempDir> folder;
    if (open_) {
      ARBITER_SET(folder, TempDir::make("arbiter-open"));
    }
    const bool has_network = networks_ && networks_->enter();
    const pid_t keeper = ::fork();
    if (keeper < 0) return system_error("cannot start a process", errno);
    if (keeper == 0) {
      ::signal(SIGCHLD, SIG_DFL);
      ::close(options_.socket);
      // A box shall not hold what belongs to others, nor run out of descriptors where they are
      // many.
      networks_.reset();
      Options own = options_;
      own.socket = socket;
      own.has_network = has_network;
      ::_exit(keep(own, std::move(next_groups_), std::move(folder)));
    }
    // They are the keeper's now: only the descriptors here are closed.
    next_groups_.reset();
    if (folder) open_->add(keeper, std::move(folder).value());
    if (has_network) networks_->belongs_to(keeper);
    return {};
  }

  // The scheduler often leaves parent and child on one core: at once, this would hold up the box
  // that was asked for.
  void prepare_when_quiet() {
    pollfd asked{options_.socket, POLLIN, 0};
    if (::poll(&asked, 1, k_quiet_ms) != 0) return;
    // If they cannot be made, whoever asks for the next box hears why.
    [[maybe_unused]] const auto done = make_groups();
    if (networks_) networks_->make_spare();
  }

  const Options& options_;
  std::optional<Result<Site>> site_;
  int number_ = 0;  ///< of the box that the groups are for
  std::unique_ptr<Accountant> next_groups_;
  std::optional<OpenKeepers> open_;
  std::optional<Networks> networks_;
};

}  // namespace

int nurse(const Options& options) {
  // Nobody waits for a keeper: its socket closes when it ends.
  ::signal(SIGCHLD, SIG_IGN);
  return Nursery(options).serve();
}

}  // namespace arbiter::arbiter_box
