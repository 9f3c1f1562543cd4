#include "judge/game/game_player.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "judge/verdict/decide.hpp"

namespace arbiter::judge {

// Room for what the field's judges have room for.
constexpr std::size_t k_pipe_size = std::size_t{1} << 20;
// Everybody may open them by name, as /dev/stdin, whoever they are made by.
constexpr mode_t k_pipe_mode = 0666;

Result<PipeEnds> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  PipeEnds made{UniqueFd(ends[0]), UniqueFd(ends[1])};
  made.has_room = ::fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(k_pipe_size)) > 0;
  if (::fchmod(ends[1], k_pipe_mode) != 0) return system_error("cannot set up a pipe", errno);
  return made;
}

Result<GamePipe> GamePipe::make(bool is_relayed) {
  GamePipe pipe;
  ARBITER_TRY(first, make_pipe());
  pipe.writing_ = std::move(first.write);
  pipe.reading_ = std::move(first.read);
  pipe.buffer_ = std::make_unique_for_overwrite<char[]>(k_pipe_size);
  if (is_relayed || !first.has_room) {
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

std::array<pollfd, 2> GamePipe::wanted(bool has_reader) const {
  int source = -1;
  if (from_) {
    source = waiting() < k_pipe_size ? from_.get() : -1;
  } else if (!has_reader && !is_read_) {
    source = rest_.get();  // direct, or all relayed
  }
  const int sink = has_reader && waiting() > 0 ? to_.get() : -1;
  return {pollfd{source, POLLIN, 0}, pollfd{sink, POLLOUT, 0}};
}

// It cannot fail but for want of room: the rest's end keeps the pipe alive.
void GamePipe::pass_on() {
  const ssize_t put = ::write(to_.get(), buffer_.get() + begin_, waiting());
  if (put > 0) begin_ += static_cast<std::size_t>(put);
  if (waiting() == 0) begin_ = end_ = 0;
}

std::string_view GamePipe::take_in(bool has_reader) {
  if (end_ == k_pipe_size) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, waiting());
    end_ -= std::exchange(begin_, 0);
  }
  const int source = from_ ? from_.get() : rest_.get();
  const ssize_t got = ::read(source, buffer_.get() + end_, k_pipe_size - end_);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  if (got <= 0) {
    is_read_ = !from_;
    from_.reset();
    return {};
  }
  const std::string_view came(buffer_.get() + end_, static_cast<std::size_t>(got));
  if (has_reader) {
    end_ += came.size();
  } else {
    thrown_away_ += got;
  }
  return came;
}

std::string_view GamePipe::serve(const pollfd* found, bool has_reader) {
  if (!has_reader) {
    thrown_away_ += static_cast<std::int64_t>(waiting());
    begin_ = end_ = 0;
    to_.reset();
  }
  const std::string_view came = found[0].revents != 0 ? take_in(has_reader) : std::string_view();
  if (waiting() > 0 && (found[1].revents != 0 || !came.empty())) pass_on();
  if (!from_ && waiting() == 0) to_.reset();
  return came;
}

std::int64_t GamePipe::not_taken() const {
  std::int64_t bytes = thrown_away_ + static_cast<std::int64_t>(waiting());
  for (const UniqueFd* end : {&from_, &rest_}) {
    int held = 0;
    if (*end && ::ioctl(end->get(), FIONREAD, &held) == 0) bytes += held;
  }
  return bytes;
}

bool GamePipe::is_barred() const {
  struct stat info {};
  return ::fstat(rest_.get(), &info) == 0 && (info.st_mode & ~mode_t{S_IFMT}) != k_pipe_mode;
}

bool were_stuck(const box::Pulse& one, const box::Pulse& other, Nanoseconds moved) {
  if (one.stuck_since.count() <= 0 || other.stuck_since.count() <= 0) return false;
  const Nanoseconds last = std::min(one.now, other.now);
  return std::max({one.stuck_since, other.stuck_since, moved}) < last;
}

Result<void> Player::start(const GameSide& side, UniqueFd input, UniqueFd output) {
  ARBITER_TRY(leash, box::make_leash());
  output_ = std::move(output);
  passes_close_on_ = side.passes_close_on;
  auto play = [&side, in = std::move(input), out = output_.get(),
               theirs = std::move(leash.theirs)]() mutable {
    // Closed when the run is over, not when somebody asks for its report.
    const std::array<UniqueFd, 2> held{std::move(in), std::move(theirs)};
    return side.box.run(side.request,
                        {held[0].get(), out, side.error, held[1].get(), side.channels});
  };
  try {
    done_ = std::async(std::launch::async, std::move(play));
  } catch (const std::system_error& error) {
    return system_error("cannot start a thread", error.code().value());
  }
  leash_ = std::move(leash.ours);
  return {};
}

bool Player::hear(short events) {
  while (const auto pulse = box::next_pulse(leash_.get()))
    pulse_ = *pulse;
  const bool is_over = (events & (POLLHUP | POLLERR)) != 0;
  if (is_over) {
    leash_.reset();
    report_ = done_.get();
  }
  // A pulse means that the box has descriptors of its own by now.
  if (!output_ || !(is_over || (passes_close_on_ && pulse_.has_closed_output))) return false;
  output_.reset();
  return true;
}

void Player::stop() {
  box::pull(leash_.get());
  is_stopped_ = true;
}

model::RunRecord Player::record() const {
  return *report_ ? to_record(**report_) : fault_record((*report_).error().text());
}

}  // namespace arbiter::judge
