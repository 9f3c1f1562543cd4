#include "judge/compile/log_pipe.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace arbiter::judge {

struct LogPipe::Reader {
  UniqueFd input;  ///< not blocking
  int stop = -1;
  std::size_t most = 0;
  std::string kept;
  bool was_clipped = false;

  /// Reads what there is now; false at the end.
  bool drain() {
    std::array<char, 16384> buffer{};
    while (true) {
      const ssize_t got = ::read(input.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return errno == EAGAIN;
      if (got == 0) return false;
      const auto size = static_cast<std::size_t>(got);
      const std::size_t fits = std::min(size, most - kept.size());
      kept.append(buffer.data(), fits);
      if (fits < size) was_clipped = true;
    }
  }

  void work() {
    while (true) {
      std::array<pollfd, 2> both{{{input.get(), POLLIN, 0}, {stop, POLLIN, 0}}};
      if (::poll(both.data(), both.size(), -1) < 0 && errno != EINTR) return;
      // Looked at before reading: all that was written before the stop is read after it.
      const bool last = both[1].revents != 0;
      if (!drain() || last) return;
    }
  }
};

Result<LogPipe> LogPipe::open(Bytes most) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  LogPipe log;
  log.reader_ = std::make_shared<Reader>();
  log.reader_->input.reset(ends[0]);
  log.write_end_.reset(ends[1]);
  log.stop_.reset(::eventfd(0, EFD_CLOEXEC));
  if (!log.stop_ || ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
    return system_error("cannot make a pipe for messages", errno);
  }
  log.reader_->stop = log.stop_.get();
  log.reader_->most = static_cast<std::size_t>(most.count);
  log.thread_ = std::thread([reader = log.reader_] { reader->work(); });
  return log;
}

LogPipe::~LogPipe() {
  if (thread_.joinable()) finish();
}

std::string LogPipe::finish() {
  write_end_.reset();
  ::eventfd_write(stop_.get(), 1);
  thread_.join();
  std::string log = std::move(reader_->kept);
  if (reader_->was_clipped) {
    log += fmt::format("\n[only the first {} of the messages are kept]\n",
                       show(Bytes{static_cast<std::int64_t>(reader_->most)}));
  }
  return log;
}

}  // namespace arbiter::judge
