#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::judge {

/// One direction of a game. Who writes is never told that the reader has ended: what nobody reads
/// any more is thrown away. Direct, the two programs share one pipe; relayed, what is written comes
/// by here on its way from one pipe to another.
class GamePipe {
 public:
  static Result<GamePipe> make(bool is_relayed);

  /// The programs' ends, to be taken once. The reader sees the end of file when the writer's end
  /// and all copies of it are closed.
  UniqueFd take_writing_end() { return std::move(writing_); }
  UniqueFd take_reading_end() { return std::move(reading_); }

  /// What to poll for next; nothing (-1) as long as there is nothing to do here.
  [[nodiscard]] pollfd wanted(bool has_reader) const;
  /// Does what a poll found possible. What came by is valid until the next call.
  std::string_view serve(short events, bool has_reader);

  /// Bytes that were written and that the reader has not taken, or never will.
  [[nodiscard]] std::int64_t not_taken() const;

 private:
  void pass_on();

  UniqueFd writing_;
  UniqueFd reading_;
  UniqueFd rest_;  ///< of the pipe that the reader reads
  UniqueFd from_;  ///< relayed: what the writer wrote
  UniqueFd to_;    ///< relayed: what the reader will read
  std::unique_ptr<char[]> buffer_;
  std::string_view pending_;  ///< part of the buffer
  std::int64_t thrown_away_ = 0;
};

}  // namespace arbiter::judge
