#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/verdict/blame.hpp"
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

/// What was seen of a game, and how both sides ended.
struct GameReports : GameSigns {
  Result<box::RunReport> submission;
  Result<box::RunReport> referee;
  /// Somebody changed who may open a pipe: with a recorder none is shared, and that harms nobody
  /// else.
  bool is_barred = false;
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

/// What was seen of a talk.
struct TalkReports : GameSigns {
  std::vector<Result<box::RunReport>> processes;
  Result<box::RunReport> manager;
};

/// Lets a manager of CMS talk with the processes of a submission, each in a box of its own, until
/// all have ended. It reads the test from `input`, its standard input, and prints the outcome into
/// `output`; what the processes write it reads from its descriptors 3, 5, …, and writes to them on
/// 4, 6, …. Who has ended is seen as end of file; what is written to one that has ended is thrown
/// away. `limits` are those of the submission; the wall limit is that of the whole talk, less the
/// manager's CPU time.
Result<TalkReports> talk(const std::vector<GameSide>& processes, const GameSide& manager,
                         UniqueFd input, int output, const model::RunLimits& limits);

/// The names of the manager's descriptors for so many processes, as its arguments.
std::vector<std::string> channel_names(int processes);

/// The record of a submission that was several processes: their CPU times together, the most memory
/// and wall time that one took; how the first that failed has ended.
model::RunRecord together(const std::vector<model::RunRecord>& processes,
                          const model::RunLimits& limits);

}  // namespace arbiter::judge
