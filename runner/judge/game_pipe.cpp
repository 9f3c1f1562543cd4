#include "judge/game_pipe.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace arbiter::judge {
namespace {

// Room for what the field's judges have room for, where the kernel allows it.
constexpr int k_pipe_size = 1 << 20;
constexpr std::size_t k_buffer_size = std::size_t{1} << 16;

struct Ends {
  UniqueFd read;
  UniqueFd write;
};

Result<Ends> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  [[maybe_unused]] const int size = ::fcntl(ends[1], F_SETPIPE_SZ, k_pipe_size);
  return Ends{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace

Result<GamePipe> GamePipe::make(bool is_relayed) {
  GamePipe pipe;
  ARBITER_TRY(first, make_pipe());
  pipe.writing_ = std::move(first.write);
  pipe.reading_ = std::move(first.read);
  pipe.buffer_ = std::make_unique<char[]>(k_buffer_size);
  if (is_relayed) {
    ARBITER_TRY(second, make_pipe());
    pipe.from_ = std::move(pipe.reading_);
    pipe.reading_ = std::move(second.read);
    pipe.to_ = std::move(second.write);
    // The programs' ends are other open files: they go on to wait.
    for (const UniqueFd* end : {&pipe.from_, &pipe.to_}) {
      if (::fcntl(end->get(), F_SETFL, O_NONBLOCK) != 0) {
        return system_error("cannot set up a pipe", errno);
      }
    }
  }
  pipe.rest_ = UniqueFd(::fcntl(pipe.reading_.get(), F_DUPFD_CLOEXEC, 0));
  if (!pipe.rest_) return system_error("cannot copy a descriptor", errno);
  return pipe;
}

pollfd GamePipe::wanted(bool has_reader) const {
  if (has_reader && !pending_.empty()) return {to_.get(), POLLOUT, 0};
  if (from_) return {from_.get(), POLLIN, 0};
  // Direct, or all relayed.
  return {has_reader ? -1 : rest_.get(), POLLIN, 0};
}

// It cannot fail but for want of room: the rest's end keeps the pipe alive.
void GamePipe::pass_on() {
  const ssize_t put = ::write(to_.get(), pending_.data(), pending_.size());
  if (put > 0) pending_.remove_prefix(static_cast<std::size_t>(put));
}

std::string_view GamePipe::serve(short events, bool has_reader) {
  if (!has_reader) {
    thrown_away_ += static_cast<std::int64_t>(pending_.size());
    pending_ = {};
    to_.reset();
  }
  if (events == 0) return {};
  if (!pending_.empty()) {
    pass_on();
    return {};
  }
  UniqueFd& source = from_ ? from_ : rest_;
  const ssize_t got = ::read(source.get(), buffer_.get(), k_buffer_size);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  if (got <= 0) {
    source.reset();
    to_.reset();
    return {};
  }
  const std::string_view came(buffer_.get(), static_cast<std::size_t>(got));
  if (!to_) {
    thrown_away_ += got;
    return came;
  }
  pending_ = came;
  pass_on();
  return came;
}

std::int64_t GamePipe::not_taken() const {
  std::int64_t bytes = thrown_away_ + static_cast<std::int64_t>(pending_.size());
  for (const UniqueFd* end : {&from_, &rest_}) {
    int waiting = 0;
    if (*end && ::ioctl(end->get(), FIONREAD, &waiting) == 0) bytes += waiting;
  }
  return bytes;
}

}  // namespace arbiter::judge
