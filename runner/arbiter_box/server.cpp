#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "arbiter_box/filter/filter.hpp"
#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/lives.hpp"
#include "arbiter_box/run.hpp"
#include "arbiter_box/world/files.hpp"
#include "arbiter_box/world/init_calls.hpp"
#include "arbiter_box/world/world.hpp"
#include "base/machine/processors.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {
namespace {

// The keeper sends one byte when the id maps are written.
Result<void> wait_for_keeper(int link) {
  char byte = 0;
  if (::recv(link, &byte, 1, 0) != 1 || byte != 'g') return failed("hear from the keeper");
  return {};
}

Result<void> take_inner_ids(bool is_root) {
  if (is_root && ::setgroups(0, nullptr) != 0) return failed("drop groups");
  if (::setresgid(k_inner_id, k_inner_id, k_inner_id) != 0) return failed("take the box's group");
  if (::setresuid(k_inner_id, k_inner_id, k_inner_id) != 0) return failed("take the box's user");
  return {};
}

Result<void> limit(decltype(RLIMIT_CORE) which, rlim_t value) {
  rlimit now{};
  ::getrlimit(which, &now);
  value = std::min(value, now.rlim_max);
  const rlimit both{value, value};
  if (::setrlimit(which, &both) != 0) return failed("set a limit");
  return {};
}

// What is the same for all runs is inherited from here.
Result<void> limit_constants() {
  ARBITER_CHECK(limit(RLIMIT_CORE, 0));
  ARBITER_CHECK(limit(RLIMIT_NOFILE, 1024));
  ARBITER_CHECK(limit(RLIMIT_MSGQUEUE, 0));
  ARBITER_CHECK(limit(RLIMIT_MEMLOCK, rlim_t{8} * 1024 * 1024));
  // Signals and timers are counted for the whole user: many boxes together must not use them up.
  ARBITER_CHECK(limit(RLIMIT_SIGPENDING, 256));
  ARBITER_CHECK(limit(RLIMIT_NICE, 0));
  return limit(RLIMIT_RTPRIO, 0);
}

// Only from Linux 5.14 on does a user namespace count its processes by itself.
bool counts_processes_apart() {
  utsname system{};
  int major = 0;
  int minor = 0;
  ::uname(&system);
  if (std::sscanf(system.release, "%d.%d", &major, &minor) != 2) return false;
  return major > 5 || (major == 5 && minor >= 14);
}

class Server {
 public:
  explicit Server(const InitTask& task) : task_(task) {}

  Result<void> enter() {
    jail_.accountant = task_.accountant;
    jail_.is_isolated = !is_open();
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, nullptr);
    ARBITER_CHECK(wait_for_keeper(task_.link));
    // One session for all runs: the kernel makes a scheduling group for each, which takes longer
    // than all else that init does for a run.
    if (::setsid() < 0) return failed("begin a session");
    // Later init is hidden, from itself too.
    jail_.own_io = UniqueFd(::open("/proc/self/io", O_RDONLY | O_CLOEXEC));
    if (is_open()) {
      if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return failed("become a reaper");
      ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
      ARBITER_SET(jail_.world, build_open_world(task_.open_folder));
      jail_.limits_processes = false;
      return limit_constants();
    }
    jail_.oom_score = UniqueFd(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
    ARBITER_CHECK(take_inner_ids(task_.by_root));
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return failed("hide init");
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ARBITER_CHECK(task_.accountant->join());
    if (::unshare(CLONE_NEWCGROUP) != 0) return failed("hide the control groups");
    constexpr std::string_view k_name = "box";
    if (::sethostname(k_name.data(), k_name.size()) != 0) return failed("name the box");
    ARBITER_SET(jail_.world, build_world(task_.accountant->counts_all()));
    jail_.load = UniqueFd(::openat(jail_.world.proc.get(), "loadavg", O_RDONLY | O_CLOEXEC));
    jail_.limits_processes = counts_processes_apart();
    if (!jail_.limits_processes && !task_.accountant->limits_processes()) {
      return judge_error(
          "without control groups Linux 5.14 or newer is needed, which counts the processes "
          "of a user namespace by themselves");
    }
    return limit_constants();
  }

  Result<void> assign(const box_protocol::Setup& setup, std::span<const UniqueFd> files) {
    ARBITER_CHECK(pin(setup.core));
    if (setup.policy == box_protocol::Policy::toolchain) jail_.descriptor_limit = 1024;
    if (is_open()) {
      const std::string& folder = jail_.world.host_folder;
      for (const box_protocol::Bind& bind : setup.binds) {
        jail_.host_names.push_back({bind.target, bind.source});
      }
      jail_.host_names.push_back({"/program", folder + "/program"});
      jail_.host_names.push_back({"/work", folder + "/work"});
    } else {
      // As root only the keeper may go where the user's files are.
      ARBITER_CHECK(finish_world(jail_.world, setup, task_.by_root ? task_.link : -1));
    }
    ARBITER_CHECK(place_files(jail_.world.program.get(), setup.files, files));
    if (!is_open()) ARBITER_CHECK(seal_program());
    close_link();
    runner_ = std::make_unique<Runner>(jail_);
    return harden(setup);
  }

  int serve() {
    auto done = enter();
    if (done) done = answer(box_protocol::encode_ready());
    while (done) {
      auto more = step();
      if (more && !*more) return 0;
      if (!more) done = std::move(more).error();
    }
    box_protocol::send_fault(task_.options.socket, done.error(), init_pass);
    return 1;
  }

 private:
  [[nodiscard]] bool is_open() const { return task_.options.mode == Mode::unsandboxed; }

  Result<void> pin(int core) {
    if (core >= 0 && !pin_to(core)) return failed("pin to the core");
    const auto cores = static_cast<int>(usable_processors().size());
    if (cores > 0) jail_.cores = cores;
    return {};
  }

  Result<void> harden(const box_protocol::Setup& setup) {
    if (is_open()) return {};
    if (::getrandom(&init_pass, sizeof init_pass, 0) != sizeof init_pass) {
      return failed("draw a random number");
    }
    return install_filter(setup.policy, jail_.accountant->counts_all(), init_pass);
  }

  // The keeper binds what it is asked to: from here on nobody can ask. Its end is waited for, since
  // programs would see in /proc that the box's network has a socket.
  void close_link() const {
    ::shutdown(task_.link, SHUT_WR);
    char rest = 0;
    while (::recv(task_.link, &rest, 1, 0) > 0) {
    }
    ::close(task_.link);
  }

  // Serves one message. False: the runner has gone.
  Result<bool> step() {
    ARBITER_TRY(is_there, inbox_.receive(task_.options.socket));
    if (!is_there) return false;
    ARBITER_TRY(kind, box_protocol::kind_of(inbox_.bytes()));
    if (kind == box_protocol::Kind::setup && !runner_) {
      ARBITER_CHECK(box_protocol::decode(inbox_.bytes(), setup_));
      ARBITER_CHECK(assign(setup_, inbox_.descriptors()));
      ARBITER_CHECK(answer(box_protocol::encode_ready()));
      return true;
    }
    if (kind != box_protocol::Kind::run || !runner_) {
      return judge_error("a message out of order");
    }
    ARBITER_CHECK(box_protocol::decode(inbox_.bytes(), run_));
    ARBITER_TRY(finished, runner_->run(run_, inbox_.descriptors()));
    inbox_.descriptors().clear();
    ARBITER_CHECK(answer(box_protocol::encode(finished->report), finished->collected));
    runner_->let_go();
    return true;
  }

  Result<void> answer(const std::string& bytes, std::span<const UniqueFd> descriptors = {}) {
    outgoing_.clear();
    for (const UniqueFd& one : descriptors) {
      outgoing_.push_back(one.get());
    }
    return box_protocol::send_message(task_.options.socket, bytes, outgoing_, init_pass);
  }

  const InitTask& task_;
  Jail jail_;
  std::unique_ptr<Runner> runner_;
  box_protocol::Inbox inbox_;
  box_protocol::Setup setup_;
  box_protocol::Run run_;
  std::vector<int> outgoing_;
};

}  // namespace

int serve(const InitTask& task) {
  return Server(task).serve();
}

}  // namespace arbiter::arbiter_box
