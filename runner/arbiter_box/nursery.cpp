#include "arbiter_box/nursery.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "arbiter_box/host.hpp"
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

void start_keeper(const Options& options, NextGroups& groups, int socket) {
  if (auto done = groups.make(); !done) return refuse(socket, done.error());
  const pid_t keeper = ::fork();
  if (keeper < 0) return refuse(socket, system_error("cannot start a process", errno));
  if (keeper == 0) {
    ::signal(SIGCHLD, SIG_DFL);
    ::close(options.socket);
    Options own = options;
    own.socket = socket;
    ::_exit(keep(own, groups.take()));
  }
  // They are the keeper's now: only the descriptors here are closed.
  groups.take().reset();
}

}  // namespace

int nurse(const Options& options) {
  // Nobody waits for a keeper: its socket closes when it ends.
  ::signal(SIGCHLD, SIG_IGN);
  const auto site = survey(options);
  NextGroups groups(options.isolation, site);
  box_protocol::Inbox inbox;
  while (true) {
    const auto is_there = inbox.receive(options.socket);
    if (!is_there) return 1;
    if (!*is_there) return 0;
    for (const UniqueFd& socket : inbox.descriptors()) {
      start_keeper(options, groups, socket.get());
    }
    inbox.descriptors().clear();
    // If they cannot be made, whoever asks for the next box hears why.
    [[maybe_unused]] const auto done = groups.make();
  }
}

}  // namespace arbiter::arbiter_box
