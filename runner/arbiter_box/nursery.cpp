#include "arbiter_box/nursery.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>
#include <vector>

#include "arbiter_box/host.hpp"
#include "arbiter_box/processes.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {
namespace {

void refuse(int socket, const Error& error) {
  const std::string text = error.text();
  if (auto fault = box_protocol::encode(box_protocol::Fault{text.c_str()}); fault) {
    // If the runner has gone too, there is nobody left to tell.
    [[maybe_unused]] const auto told = box_protocol::send_message(socket, *fault, {});
  }
}

// The control groups of the next box, made while the one before it is being built.
class NextGroups {
 public:
  NextGroups(Isolation isolation, const Result<Site>& site) : isolation_(isolation), site_(site) {}
  NextGroups(const NextGroups&) = delete;
  NextGroups& operator=(const NextGroups&) = delete;
  ~NextGroups() {
    if (made_) made_->remove();
  }

  Result<void> make() {
    if (made_) return {};
    if (!site_) return site_.error();
    ARBITER_TRY(made, make_accountant(isolation_, *site_, ++number_));
    made_ = std::move(made);
    return {};
  }
  std::unique_ptr<Accountant> take() { return std::move(made_); }

 private:
  Isolation isolation_;
  const Result<Site>& site_;
  int number_ = 0;
  std::unique_ptr<Accountant> made_;
};

// Where no namespace ends with a keeper that is killed, what it leaves behind falls to the nursery.
class OpenKeepers {
 public:
  explicit OpenKeepers(int socket) : watched_{{socket, POLLIN, 0}} {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }

  void add(pid_t keeper) {
    keepers_.push_back(keeper);
    ends_.emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, keeper, 0)));
    watched_.push_back({ends_.back().get(), POLLIN, 0});
  }

  // Returns once the runner has said something.
  void clean_until_message() {
    while (true) {
      if (::poll(watched_.data(), watched_.size(), -1) < 0 && errno != EINTR) return;
      if (forget_ended() > 0) end_orphans();
      if (watched_[0].revents != 0) return;
    }
  }

 private:
  int forget_ended() {
    int ended = 0;
    for (std::size_t i = keepers_.size(); i-- > 0;) {
      // One that had gone before it could be watched has no descriptor.
      if (ends_[i] && watched_[i + 1].revents == 0) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      keepers_.erase(keepers_.begin() + at);
      ends_.erase(ends_.begin() + at);
      watched_.erase(watched_.begin() + at + 1);
      ++ended;
    }
    return ended;
  }

  // An orphan may start others until it is gone itself, its parent's death being on the way to it.
  void end_orphans() {
    for (int i = 0; i < 100; ++i) {
      const std::vector<pid_t> orphans = find_orphans();
      if (orphans.empty()) return;
      for (const pid_t orphan : orphans) {
        ::kill(orphan, SIGKILL);
      }
      ::usleep(1000);
    }
  }

  std::vector<pid_t> find_orphans() {
    const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::vector<pid_t> kept = keepers_;
    std::vector<pid_t> orphans;
    // Parents come before their children.
    for (const ProcessSeen& seen : descendants(proc.get(), ::getpid())) {
      const auto is_kept = [&](pid_t pid) { return std::ranges::find(kept, pid) != kept.end(); };
      if (is_kept(seen.pid)) continue;
      (is_kept(seen.parent) ? kept : orphans).push_back(seen.pid);
    }
    return orphans;
  }

  std::vector<pid_t> keepers_;
  std::vector<UniqueFd> ends_;
  std::vector<pollfd> watched_;
};

// The keeper's process; -1 if there is none.
pid_t start_keeper(const Options& options, NextGroups& groups, int socket) {
  const auto give_up = [&](const Error& error) {
    refuse(socket, error);
    return -1;
  };
  if (auto done = groups.make(); !done) return give_up(done.error());
  const pid_t keeper = ::fork();
  if (keeper < 0) return give_up(system_error("cannot start a process", errno));
  if (keeper == 0) {
    ::signal(SIGCHLD, SIG_DFL);
    ::close(options.socket);
    Options own = options;
    own.socket = socket;
    ::_exit(keep(own, groups.take()));
  }
  // They are the keeper's now: only the descriptors here are closed.
  groups.take().reset();
  return keeper;
}

}  // namespace

int nurse(const Options& options) {
  // Nobody waits for a keeper: its socket closes when it ends.
  ::signal(SIGCHLD, SIG_IGN);
  const auto site = survey(options);
  NextGroups groups(options.isolation, site);
  std::unique_ptr<OpenKeepers> open;
  if (options.isolation == Isolation::none) open = std::make_unique<OpenKeepers>(options.socket);
  box_protocol::Inbox inbox;
  while (true) {
    if (open) open->clean_until_message();
    const auto is_there = inbox.receive(options.socket);
    if (!is_there) return 1;
    if (!*is_there) return 0;
    for (const UniqueFd& socket : inbox.descriptors()) {
      const pid_t keeper = start_keeper(options, groups, socket.get());
      if (open && keeper > 0) open->add(keeper);
    }
    inbox.descriptors().clear();
    // If they cannot be made, whoever asks for the next box hears why.
    [[maybe_unused]] const auto done = groups.make();
  }
}

}  // namespace arbiter::arbiter_box
