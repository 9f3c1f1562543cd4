// How the box works
//
// The runner starts this program once and gives it one end of a socket pair (SOCK_SEQPACKET: a
// message is whole or not there). Four kinds of processes follow.
//
//   nursery  this process. Forks a keeper for every socket that the runner sends it, since forking
//            takes a fraction of the time that starting a program takes. Each is forked in
//            a network namespace that no living box has (nursery.cpp). When nothing is asked of it
//            it makes the control groups of the next box, and a network namespace if all are used.
//            With control groups v2 the runner has systemd put it into a scope of its own first.
//   keeper   one for each box. On the host, with the rights of whoever started the runner. Clones
//            init, writes its id maps, binds host files that init may not reach, and then waits
//            for the first of two ends: the runner closes its socket, or init dies. Either way it
//            kills init, by which the kernel kills all in the box, and removes the groups. It
//            never reads the socket.
//   init     process 1 of the box's namespaces. Builds the world (world.cpp), tells the runner that
//            it is ready and waits, empty. It is assigned to one program by a Setup message: binds,
//            limits of the scratch space, the program's files, and as the last step the filter,
//            which nothing can take off again. From then on it serves Run messages.
//   program  a child of init, cloned like vfork: no page is copied. Filter, control groups,
//            namespaces, working folder, core and constant limits are inherited, so a run costs
//            what a bare spawn costs and two messages.
//
// The filter refuses what only init may do, mounting its writable folders anew, but init is under
// the same filter. Its calls carry a random 64-bit number in an argument that the kernel does not
// read, and the filter lets that number pass. No program can read it: init is not dumpable, and
// ptrace and its relatives are refused.
//
// A run (run.cpp): files are placed, counters reset, the child launched (launch.cpp); init
// sleeps in sigtimedwait until a child changes or a limit could have been passed (watch.cpp).
// Once the first process has ended everything else is killed and reaped; only then are results
// opened, for a living process could swap them for links. Then the world is made as a fresh box has
// it (scratch.cpp): a new file system in memory takes the place of the old one. Nobody can set back
// the time of a folder's last change, so an untouched world is recognised by it, by the other times
// and by the count of inodes, and a program that writes nothing pays nothing. Process ids begin
// anew for each run. Where any of this cannot be done the box is worn, and the runner takes
// another.
//
// init's memory counts: a program's peak can never read lower than that of the process it was
// cloned from. So init keeps small: the filters were compiled when Arbiter was built
// (filter_compiler.cpp), no growing buffers, vectors used again.
//
// The first process's own end is what is reported. A process that outlives it is killed and
// has no say. An error anywhere in this program ends the box with a Fault message, and is a
// fault of the judge; it is never reported as the program's.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <string_view>

#include "arbiter_box/lives.hpp"
#include "base/text.hpp"

namespace arbiter::arbiter_box {
namespace {

bool parse(int count, char** words, Options& into) {
  if (count < 3) return false;
  const auto socket = number_in<int>(words[1]);
  const auto mode = box_protocol::parse_mode(words[2]);
  if (!socket || *socket < 3 || !mode) return false;
  into.socket = *socket;
  into.mode = *mode;
  into.sweep = count == 4 && std::string_view(words[3]) == "sweep";
  return count == 3 || into.sweep;
}

// Nothing of the runner but the socket may reach a program.
void drop_inheritance(int socket) {
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  if (socket > 3) ::close_range(3, static_cast<unsigned>(socket) - 1, 0);
  ::close_range(static_cast<unsigned>(socket) + 1, UINT_MAX, 0);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; ++fd) {
    ::dup2(null, fd);
  }
  if (null > 2) ::close(null);
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::umask(022);
}

}  // namespace
}  // namespace arbiter::arbiter_box

int main(int argc, char** argv) {
  using namespace arbiter::arbiter_box;
  Options options;
  if (!parse(argc, argv, options)) {
    std::fputs(
        "arbiter-box is started by arbiter: arbiter-box SOCKET "
        "root-v1|root-v2|delegated-v2|userns|none [sweep]\n",
        stderr);
    return 2;
  }
  drop_inheritance(options.socket);
  // What is typed at the runner's terminal is for the runner to act on.
  ::setsid();
  return nurse(options);
}
