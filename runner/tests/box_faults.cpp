// What arbiter-box-with-faults has beyond arbiter-box: some calls of the C library come here first
// (see --wrap of ld), and fail where the binds of a box say, see planned_fault.hpp.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <string_view>
#include <vector>

#include "box/planned_fault.hpp"
#include "box_protocol/message.hpp"

namespace {

namespace protocol = arbiter::box_protocol;
using arbiter::box::FaultPoint;

struct Planned {
  int point = 0;
  int run = 0;
};

std::vector<Planned> plan;
int run_number = 0;  // the one that goes on, or is to come
bool is_running = false;

bool strikes(FaultPoint point) {
  return std::any_of(plan.begin(), plan.end(), [&](const Planned& one) {
    return one.point == static_cast<int>(point) && one.run == run_number;
  });
}

void exhaust_descriptors() {
  while (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) {
  }
}

// Of the file system of /work, where init is. Smaller and smaller pieces, until not a byte fits.
void exhaust_space() {
  static constexpr std::array<char, 65536> k_block{};
  const int file = ::open("all-space", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  for (std::size_t piece = k_block.size(); piece > 0;) {
    if (::write(file, k_block.data(), piece) <= 0) piece /= 2;
  }
  ::close(file);
}

void grow() {
  static std::vector<char> ballast;
  ballast.resize(ballast.size() + std::size_t{8} * 1024 * 1024, 'x');
}

void begin_setup(std::string_view message) {
  protocol::Setup setup;
  if (!protocol::decode(message, setup)) return;
  for (const protocol::Bind& bind : setup.binds) {
    Planned one;
    if (std::sscanf(bind.source, "/.fault/%d/%d", &one.point, &one.run) == 2) plan.push_back(one);
  }
  if (strikes(FaultPoint::dies_in_setup)) ::_exit(1);
}

void begin_run() {
  is_running = true;
  const rlimit none{0, 0};
  // Root is never refused without isolation.
  if (strikes(FaultPoint::cannot_fork)) ::setrlimit(RLIMIT_NPROC, &none);
  const bool is_isolated = ::getpid() == 1;
  if (is_isolated && strikes(FaultPoint::no_space)) exhaust_space();
}

}  // namespace

extern "C" {

ssize_t __real_recvmsg(int socket, msghdr* header, int flags);
long __real_syscall(long number, ...);
ssize_t __real_pwrite(int file, const void* bytes, size_t size, off_t at);
pid_t __real_wait4(pid_t pid, int* status, int options, rusage* usage);

ssize_t __wrap_recvmsg(int socket, msghdr* header, int flags) {
  if (strikes(FaultPoint::no_descriptors)) exhaust_descriptors();
  if (strikes(FaultPoint::grows)) grow();
  const ssize_t got = __real_recvmsg(socket, header, flags);
  if (got <= 1) return got;
  const std::string_view message(static_cast<const char*>(header->msg_iov[0].iov_base) + 1,
                                 static_cast<std::size_t>(got) - 1);
  const auto kind = protocol::kind_of(message);
  if (kind && *kind == protocol::Kind::setup) begin_setup(message);
  if (kind && *kind == protocol::Kind::run) begin_run();
  return got;
}

long __wrap_syscall(long number, ...) {
  std::array<long, 6> words{};
  va_list rest;
  va_start(rest, number);
  for (long& word : words)
    word = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_sendmsg && is_running) {
    if (strikes(FaultPoint::is_silent)) ::pause();
    auto* const header = reinterpret_cast<msghdr*>(words[1]);
    static std::array nonsense{'n', 'o', 'n', 's', 'e', 'n', 's', 'e'};
    if (strikes(FaultPoint::talks_nonsense)) {
      header->msg_iov[1] = {nonsense.data(), nonsense.size()};
    }
    is_running = false;
    ++run_number;
  }
  return __real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

ssize_t __wrap_pwrite(int file, const void* bytes, size_t size, off_t at) {
  const bool sets_last_id =
      is_running && std::string_view(static_cast<const char*>(bytes), size) == "1";
  if (sets_last_id && strikes(FaultPoint::numbers_on)) return -1;
  return __real_pwrite(file, bytes, size, at);
}

pid_t __wrap_wait4(pid_t pid, int* status, int options, rusage* usage) {
  if (is_running && strikes(FaultPoint::dies_in_run)) ::_exit(1);
  return __real_wait4(pid, status, options, usage);
}

}  // extern "C"
