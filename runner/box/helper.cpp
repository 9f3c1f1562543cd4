#include "box/helper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <system_error>
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

#include "box_protocol/channel.hpp"

namespace arbiter::box {
namespace {

// The helper ends by itself within milliseconds; one that does not is stuck.
constexpr int k_patience_ms = 5000;

}  // namespace

struct Helper::Process {
  process::child child;
  UniqueFd watch;  ///< becomes readable when the process ends
};

Helper::Helper(UniqueFd socket, std::unique_ptr<Process> process)
    : socket_(std::move(socket)), process_(std::move(process)) {}
Helper::Helper(Helper&& other) noexcept = default;

Helper& Helper::operator=(Helper&& other) noexcept {
  if (this != &other) {
    end();
    socket_ = std::move(other.socket_);
    process_ = std::move(other.process_);
  }
  return *this;
}

Helper::~Helper() {
  end();
}

int Helper::pid() const {
  return process_->child.id();
}

Result<Helper> Helper::start(const std::filesystem::path& program,
                             const std::vector<std::string>& words) {
  ARBITER_TRY(ends, box_protocol::make_channel());
  const int theirs = ends.second.get();
  std::vector<std::string> arguments{std::to_string(theirs)};
  arguments.insert(arguments.end(), words.begin(), words.end());
  auto running = std::make_unique<Process>();
  std::error_code code;
  try {
    // Forking would copy the page tables of the whole runner. The number stays what it is: binding
    // a descriptor to its own number would leave it close-on-exec.
    running->child = process::child(
        process::exe = program.string(), process::args = arguments, process::posix::use_vfork,
        process::extend::on_exec_setup = [theirs](auto&) { ::fcntl(theirs, F_SETFD, 0); }, code);
  } catch (const std::exception& problem) {
    return judge_error(std::string("cannot start a process: ") + problem.what());
  }
  if (code) {
    return judge_error("cannot start " + program.string() + ": " + code.message(),
                       "install arbiter-box beside arbiter");
  }
  running->watch = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, running->child.id(), 0)));
  return Helper(std::move(ends.first), std::move(running));
}

void Helper::end() {
  socket_.reset();
  if (!process_) return;
  pollfd watch{process_->watch.get(), POLLIN, 0};
  std::error_code ignored;
  // Without a descriptor to wait on, poll would sit out the whole patience.
  const bool ended = process_->watch.is_open() && ::poll(&watch, 1, k_patience_ms) != 0;
  if (!ended) process_->child.terminate(ignored);
  process_->child.wait(ignored);
  process_.reset();
}

}  // namespace arbiter::box
