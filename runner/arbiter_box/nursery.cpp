#include "arbiter_box/nursery.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

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

void start_keeper(const Options& options, const Result<Site>& site, int socket) {
  if (!site) return refuse(socket, site.error());
  const pid_t keeper = ::fork();
  if (keeper < 0) return refuse(socket, system_error("cannot start a process", errno));
  if (keeper > 0) return;
  ::signal(SIGCHLD, SIG_DFL);
  ::close(options.socket);
  Options own = options;
  own.socket = socket;
  ::_exit(keep(own, *site));
}

}  // namespace

int nurse(const Options& options) {
  // Nobody waits for a keeper: its socket closes when it ends.
  ::signal(SIGCHLD, SIG_IGN);
  const auto site = survey(options);
  box_protocol::Inbox inbox;
  while (true) {
    const auto is_there = inbox.receive(options.socket);
    if (!is_there) return 1;
    if (!*is_there) return 0;
    for (const UniqueFd& socket : inbox.descriptors()) {
      start_keeper(options, site, socket.get());
    }
    inbox.descriptors().clear();
  }
}

}  // namespace arbiter::arbiter_box
