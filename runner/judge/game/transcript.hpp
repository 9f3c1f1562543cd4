#pragma once

#include <cstdint>
#include <deque>
#include <string_view>

#include "model/judgement.hpp"

namespace arbiter::judge {

/// Writes down who said what and when in a game. Bounded: of a long message it keeps the
/// beginning, of a long game the beginning and the end.
class TranscriptRecorder {
 public:
  /// Bytes of each message, of the beginning and of the end of a game; a message counts for some
  /// bytes more than it has.
  static constexpr std::size_t k_most_message = 1024;
  static constexpr std::size_t k_most_head = std::size_t{32} << 10;
  static constexpr std::size_t k_most_tail = std::size_t{32} << 10;

  /// Bytes that came by, this long after the game began.
  void note(Nanoseconds time, bool from_submission, std::string_view bytes);
  model::Transcript take();

 private:
  void note_line(Nanoseconds time, bool from_submission, std::string_view bytes);
  void add(model::Message message);

  model::Transcript head_;
  std::deque<model::Message> tail_;
  std::size_t head_size_ = 0;
  std::size_t tail_size_ = 0;
  bool is_head_full_ = false;
};

}  // namespace arbiter::judge
