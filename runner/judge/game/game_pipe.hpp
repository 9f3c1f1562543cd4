#pragma once

#include <poll.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::judge {

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
  void note_end();

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

}  // namespace arbiter::judge
