#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "box/leash.hpp"
#include "judge/game/game.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// The ends of a pipe between programs; `has_room` if the kernel gives it room for what the field's
/// judges have room for.
struct PipeEnds {
  UniqueFd read;
  UniqueFd write;
  bool has_room = false;
};
Result<PipeEnds> make_pipe();

/// One direction of a game. Who writes is never told that the reader has ended: what nobody reads
/// any more is thrown away. Direct, the two programs share one pipe; relayed, what is written comes
/// by here on its way from one pipe to another, and waits here when the reader takes its time.
class GamePipe {
 public:
  /// Relayed also where the kernel gives this user no room for a direct one.
  static Result<GamePipe> make(bool is_relayed);

  /// The programs' ends, to be taken once. The reader sees the end of file when the writer's end
  /// and all copies of it are closed.
  UniqueFd take_writing_end() { return std::move(writing_); }
  UniqueFd take_reading_end() { return std::move(reading_); }

  /// What to poll for next, where to read and where to write; -1 as long as there is nothing to do.
  [[nodiscard]] std::array<pollfd, 2> wanted(bool has_reader) const;
  /// Does what a poll of these found possible. What came by is valid until the next call.
  std::string_view serve(const pollfd* found, bool has_reader);

  /// Bytes that were written and that the reader has not taken, or never will.
  [[nodiscard]] std::int64_t not_taken() const;

  /// Whether a program has changed who may open the pipe that is read, which they share if direct.
  [[nodiscard]] bool is_barred() const;

 private:
  [[nodiscard]] std::size_t waiting() const { return end_ - begin_; }
  void pass_on();
  std::string_view take_in(bool has_reader);

  UniqueFd writing_;
  UniqueFd reading_;
  UniqueFd rest_;         ///< of the pipe that the reader reads
  bool is_read_ = false;  ///< all of that, and nobody will write more
  UniqueFd from_;         ///< relayed: what the writer wrote
  UniqueFd to_;           ///< relayed: what the reader will read
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;  ///< of what waits in the buffer
  std::size_t end_ = 0;
  std::int64_t thrown_away_ = 0;
};

/// On the steady clock, as box::Pulse::now.
inline Nanoseconds now() {
  return std::chrono::duration_cast<Nanoseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

/// Whether both were stuck at one moment after `moved`, when something was last passed on between
/// them: whoever could have gone on by it would not have been stuck any more.
bool were_stuck(const box::Pulse& one, const box::Pulse& other, Nanoseconds moved);

/// One side of a game while it runs, in a thread of its own, and what came of it. Its end stops the
/// run and waits for that.
class Player {
 public:
  ~Player() { stop(); }

  /// To be called once. What `side` refers to must outlive this; the descriptors are closed when
  /// the run is over.
  Result<void> start(const GameSide& side, UniqueFd input, UniqueFd output);
  /// Takes in what the leash brought, when a poll of it says so. Whether the other side is told
  /// that this one writes no more.
  bool hear(short events);
  void stop();

  [[nodiscard]] bool is_running() const { return !report_; }
  /// Whether it may still be stopped.
  [[nodiscard]] bool is_free() const { return is_running() && !is_stopped_; }
  /// To poll for; it hangs up when the run is over.
  [[nodiscard]] int leash() const { return leash_.get(); }
  [[nodiscard]] const box::Pulse& pulse() const { return pulse_; }
  /// Once it has ended.
  [[nodiscard]] model::RunRecord record() const;
  Result<box::RunReport> take() { return std::move(*report_); }

 private:
  UniqueFd leash_;
  UniqueFd output_;  ///< lent to the box until the run is over
  bool passes_close_on_ = false;
  std::future<Result<box::RunReport>> done_;
  box::Pulse pulse_;
  std::optional<Result<box::RunReport>> report_;
  bool is_stopped_ = false;
};

}  // namespace arbiter::judge
