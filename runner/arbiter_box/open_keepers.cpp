#include "arbiter_box/open_keepers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "arbiter_box/processes.hpp"

namespace arbiter::arbiter_box {

OpenKeepers::OpenKeepers(int socket) : socket_(socket) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

OpenKeepers::~OpenKeepers() {
  for (OpenKeeper& keeper : keepers_) {
    keeper.folder.release();
  }
}

void OpenKeepers::add(pid_t keeper, TempDir folder) {
  UniqueFd end(static_cast<int>(::syscall(SYS_pidfd_open, keeper, 0)));
  keepers_.push_back({keeper, std::move(end), std::move(folder)});
}

void OpenKeepers::clean_until_message() {
  while (!wait()) {
  }
}

// True: the runner has said something, or has gone.
bool OpenKeepers::wait() {
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

std::vector<pid_t> OpenKeepers::find_orphans() {
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

}  // namespace arbiter::arbiter_box
