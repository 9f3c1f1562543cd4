#pragma once

#include <deque>
#include <string_view>

#include "base/result.hpp"
#include "box/box.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

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

/// One of the two programs of a game. The box is borrowed, as is the descriptor for its standard
/// error.
struct GameSide {
  box::Box& box;
  const box::RunRequest& request;
  int error = -1;
  /// Whether the other side sees at once that this one has closed its output, or when it has ended.
  bool passes_close_on = false;
  model::CallProtocol protocol = model::CallProtocol::kattis;  ///< of a referee
  std::vector<int> channels = {};                              ///< as in box::RunDescriptors
};

/// What was seen of a game.
struct GameSigns {
  bool deadlock = false;     ///< stopped because each waited for the other
  bool over_wall = false;    ///< stopped since it took too long, the referee's time not counted
  bool over_output = false;  ///< stopped, or ended, when the referee had read more than its limit
  bool has_written = true;   ///< the submission wrote something, as far as known
  /// The referee had written nothing when the submission was stopped.
  bool referee_is_silent = false;
  /// Somebody changed who may open a pipe: with a recorder none is shared, and that harms nobody
  /// else.
  bool is_barred = false;
};

/// The same, and how both sides ended.
struct GameReports : GameSigns {
  Result<box::RunReport> submission;
  Result<box::RunReport> referee;
};

/// Lets both run at once, each reading what the other writes, until both have ended. A side that
/// has ended is seen by the other as end of file, one that only closed its output is not unless it
/// passes that on; what is written to a side that has ended is thrown away. The submission is
/// stopped when the referee has rejected or failed, when both wait for each other, and at its
/// limits; the referee a moment after the submission has failed. `limits` are the submission's.
/// With a recorder all that they write comes by here and is written down, which takes time.
Result<GameReports> play_game(const GameSide& submission, const GameSide& referee,
                              const model::RunLimits& limits,
                              TranscriptRecorder* recorder = nullptr);

}  // namespace arbiter::judge
