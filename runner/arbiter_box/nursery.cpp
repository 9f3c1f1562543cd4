#include "arbiter_box/nursery.hpp"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

#include "arbiter_box/host.hpp"
#include "arbiter_box/open_keepers.hpp"
#include "arbiter_box/world/network.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::arbiter_box {
namespace {

// A box is built by then.
constexpr int k_quiet_ms = 1;

// The control groups of the next box.
class NextGroups {
 public:
  explicit NextGroups(const Options& options) : options_(options) {}
  NextGroups(const NextGroups&) = delete;
  NextGroups& operator=(const NextGroups&) = delete;
  ~NextGroups() {
    if (made_) made_->remove();
  }

  Result<void> make() {
    if (made_) return {};
    // Not before the first box is asked for: by then this process is where it is to stay.
    if (!site_) site_.emplace(survey(options_));
    if (!*site_) return site_->error();
    ARBITER_SET(made_, make_accountant(options_.mode, **site_, ++number_));
    return {};
  }
  std::unique_ptr<Accountant> take() { return std::move(made_); }

 private:
  const Options& options_;
  std::optional<Result<Site>> site_;
  int number_ = 0;
  std::unique_ptr<Accountant> made_;
};

class Nursery {
 public:
  explicit Nursery(const Options& options) : options_(options), groups_(options) {
    if (options.mode == Mode::unsandboxed) {
      open_.emplace(options.socket);
    } else {
      networks_.emplace();
    }
  }
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;
  ~Nursery() = default;

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
  Result<void> start_keeper(int socket) {
    ARBITER_CHECK(groups_.make());
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
      ::_exit(keep(own, groups_.take(), std::move(folder)));
    }
    // They are the keeper's now: only the descriptors here are closed.
    groups_.take().reset();
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
    [[maybe_unused]] const auto done = groups_.make();
    if (networks_) networks_->make_spare();
  }

  const Options& options_;
  NextGroups groups_;
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
