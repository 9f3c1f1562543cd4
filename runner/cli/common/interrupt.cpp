#include "cli/common/interrupt.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace arbiter::cli {
namespace {

constexpr std::array k_signals = {SIGINT, SIGTERM, SIGHUP};
constexpr char k_signalled = 's';
constexpr char k_finished = 'f';

// Handlers can reach nothing but globals.
std::atomic<int> g_write_end{-1};

extern "C" void on_signal(int number) {
  const int saved = errno;
  const int fd = g_write_end.load();
  if (fd >= 0) {
    [[maybe_unused]] const ssize_t put = ::write(fd, &k_signalled, 1);
  }
  // The second one must not wait for anything.
  ::signal(number, SIG_DFL);
  errno = saved;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int number : k_signals)
    ::sigaction(number, &action, nullptr);
}

}  // namespace

Result<std::unique_ptr<Interrupts>> Interrupts::watch(std::function<void()> on_interrupt) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  return std::unique_ptr<Interrupts>(
      new Interrupts(UniqueFd(ends[0]), UniqueFd(ends[1]), std::move(on_interrupt)));
}

Interrupts::Interrupts(UniqueFd read_end, UniqueFd write_end, std::function<void()> on_interrupt)
    : read_end_(std::move(read_end)),
      write_end_(std::move(write_end)),
      on_interrupt_(std::move(on_interrupt)) {
  watcher_ = std::jthread([this] {
    char what = 0;
    while (::read(read_end_.get(), &what, 1) < 0 && errno == EINTR) {
    }
    if (what != k_signalled) return;
    interrupted_ = true;
    on_interrupt_();
  });
  g_write_end = write_end_.get();
  handle(on_signal);
}

Interrupts::~Interrupts() {
  handle(SIG_DFL);
  g_write_end = -1;
  [[maybe_unused]] const ssize_t put = ::write(write_end_.get(), &k_finished, 1);
  watcher_.join();
}

}  // namespace arbiter::cli
