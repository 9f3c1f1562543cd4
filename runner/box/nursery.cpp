#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <string>
#include <system_error>
#include <vector>
// Boost takes vfork for gone where POSIX 2008 is asked for; Linux has it.
#define BOOST_POSIX_HAS_VFORK 1
#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/args.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/posix.hpp>
namespace process = boost::process::v1;
#else
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
namespace process = boost::process;
#endif

#include "box/remote_box.hpp"
#include "box/retry.hpp"
#include "box/scope.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::box {
namespace {

// The helper ends by itself within milliseconds; one that does not is stuck.
constexpr int k_patience_ms = 5000;
constexpr auto k_manager_patience = std::chrono::seconds(5);

// A nursery that systemd can put nowhere is not started: no other group may be touched then. Only
// where a user has no systemd of their own may the group that arbiter runs in be theirs.
Result<void> settle(Mode mode, pid_t nursery) {
  const bool has_groups = mode == Mode::root_cgroup_v2 || mode == Mode::delegated_cgroup_v2;
  if (!has_groups || !has_systemd()) return {};
  const std::vector<std::string> buses = manager_buses();
  if (mode == Mode::delegated_cgroup_v2 && buses.empty()) return {};
  return put_into_scope(nursery, buses, k_manager_patience);
}

}  // namespace

// A process arbiter-box and the socket to it. At the end of its life the socket is closed, on which
// the process ends by itself, and it is reaped.
struct Nursery::Helper {
  UniqueFd socket;
  process::child child;
  UniqueFd watch;  ///< becomes readable when the process ends

  ~Helper() {
    socket.reset();
    if (!child.valid()) return;
    pollfd end{watch.get(), POLLIN, 0};
    std::error_code ignored;
    // Without a descriptor to wait on, poll would sit out the whole patience.
    const bool has_ended = watch.is_open() && ::poll(&end, 1, k_patience_ms) != 0;
    if (!has_ended) child.terminate(ignored);
    child.wait(ignored);
  }

  // Starts `program SOCKET words…`.
  Result<void> start(const std::filesystem::path& program, const std::vector<std::string>& words) {
    ARBITER_TRY(ends, box_protocol::make_channel());
    const int theirs = ends.second.get();
    std::vector<std::string> arguments{std::to_string(theirs)};
    arguments.insert(arguments.end(), words.begin(), words.end());
    std::error_code code;
    try {
      // Forking would copy the page tables of the whole runner. The number stays what it is:
      // binding a descriptor to its own number would leave it close-on-exec.
      child = process::child(
          process::exe = program.string(), process::args = arguments, process::posix::use_vfork,
          process::extend::on_exec_setup = [theirs](auto&) { ::fcntl(theirs, F_SETFD, 0); }, code);
    } catch (const std::exception& problem) {
      return judge_error(std::string("cannot start a process: ") + problem.what());
    }
    if (code) {
      return judge_error("cannot start " + program.string() + ": " + code.message(),
                         "install arbiter-box beside arbiter");
    }
    watch = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, child.id(), 0)));
    socket = std::move(ends.first);
    return {};
  }
};

Nursery::Nursery(Mode mode, std::filesystem::path program, bool sweep)
    : mode_(mode), program_(std::move(program)), sweep_(sweep) {}
Nursery::~Nursery() = default;

Result<void> Nursery::ensure_helper() {
  if (helper_) return {};
  std::vector<std::string> words{std::string(mode_word(mode_))};
  if (sweep_) words.emplace_back("sweep");
  auto helper = std::make_unique<Helper>();
  ARBITER_CHECK(helper->start(program_, words));
  ARBITER_CHECK(settle(mode_, helper->child.id()));
  helper_ = std::move(helper);
  return {};
}

Result<UniqueFd> Nursery::begin_box() {
  const std::lock_guard lock(mutex_);
  ARBITER_TRY(ends, box_protocol::make_channel());
  const std::array theirs{ends.second.get()};
  const auto sent = try_twice([&]() -> Result<void> {
    ARBITER_CHECK(ensure_helper());
    auto done = box_protocol::send_message(helper_->socket.get(), "box", theirs);
    if (!done) helper_.reset();
    return done;
  });
  if (!sent) return sent.error();
  return std::move(ends.first);
}

}  // namespace arbiter::box
