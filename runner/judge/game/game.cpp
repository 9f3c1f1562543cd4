// How a game runs: each box runs its side in a thread of its own, and the side's ends of the pipes
// are held here until the box has reported, init having taken the time of the end.
// So whatever a side's end brings about in the other one comes later on the clock that both share,
// and the order of the two ends tells cause from consequence. This thread waits for both. It holds
// a leash of each side: pulses come in on it that say what CPU time was used and whether the side
// is stuck, it hangs up when the side has ended, and pulling it ends the side.

#include "judge/game/game.hpp"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "box/leash.hpp"
#include "judge/game/game_player.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

// So that a game of empty words is bounded as well.
constexpr std::size_t k_overhead = 48;

std::size_t size_of(const model::Message& message) {
  return message.text.size() + k_overhead;
}

// The rest of a line that was written in parts belongs to it.
bool belongs(const model::Message& last, bool from_submission) {
  return last.from_submission == from_submission && last.left_out == 0 && !last.text.empty() &&
         last.text.back() != '\n';
}

// How long the referee may take to say its last words when nothing depends on them any more.
constexpr std::chrono::milliseconds k_farewell{500};
// Pulses come more often; this is how late limits are noticed where there are none.
constexpr int k_step_ms = 50;

class Game {
 public:
  Game(const GameSide& submission, const GameSide& referee, const model::RunLimits& limits,
       TranscriptRecorder* recorder)
      : submission_side_(submission),
        referee_side_(referee),
        limits_(limits),
        recorder_(recorder) {}

  Result<GameReports> play() {
    ARBITER_SET(there_, GamePipe::make(recorder_ != nullptr));
    ARBITER_SET(back_, GamePipe::make(recorder_ != nullptr));
    began_ = now();
    ARBITER_CHECK(
        referee_.start(referee_side_, there_.take_reading_end(), back_.take_writing_end()));
    ARBITER_CHECK(
        submission_.start(submission_side_, back_.take_reading_end(), there_.take_writing_end()));
    while (submission_.is_running() || referee_.is_running()) {
      ARBITER_CHECK(step(k_step_ms));
      ARBITER_CHECK(watch_submission());
      watch_referee();
    }
    return reports();
  }

 private:
  // Waits, and does what has come up. Whether anything was passed on.
  Result<bool> step(int ms) {
    const auto there = there_.wanted(referee_.is_running());
    const auto back = back_.wanted(submission_.is_running());
    std::array<pollfd, 6> sources{{{submission_.leash(), POLLIN, 0},
                                   {referee_.leash(), POLLIN, 0},
                                   there[0],
                                   there[1],
                                   back[0],
                                   back[1]}};
    if (::poll(sources.data(), sources.size(), ms) < 0) {
      if (errno == EINTR) return false;
      return system_error("cannot wait for the game", errno);
    }
    bool has_moved = std::any_of(sources.begin() + 2, sources.end(),
                                 [](const pollfd& source) { return source.revents != 0; });
    if (sources[0].revents != 0) has_moved |= submission_.hear(sources[0].revents);
    if (sources[1].revents != 0) has_moved |= referee_.hear(sources[1].revents);
    const Nanoseconds serving = now();
    note(true, there_.serve(&sources[2], referee_.is_running()));
    note(false, back_.serve(&sources[4], submission_.is_running()));
    served_ += now() - serving;
    if (has_moved) moved_ = now();
    return has_moved;
  }

  void note(bool from_submission, std::string_view bytes) {
    if (recorder_ != nullptr && !bytes.empty()) {
      recorder_->note(now() - began_, from_submission, bytes);
    }
  }

  // Nobody was left at some moment who could have written anything; the last word was not on its
  // way then, nor is it now.
  Result<bool> is_deadlock() {
    if (!were_stuck(submission_.pulse(), referee_.pulse(), moved_)) return false;
    ARBITER_TRY(has_moved, step(0));
    return !has_moved && submission_.is_running() && referee_.is_running();
  }

  Result<void> watch_submission() {
    if (!submission_.is_free()) return {};
    if (!referee_.is_running()) {
      const model::RunRecord end = referee_.record();
      const auto protocol = referee_side_.protocol;
      if (has_rejected(end, protocol) || !has_spoken(end, protocol)) {
        submission_.stop();
        return {};
      }
    } else {
      ARBITER_TRY(deadlock, is_deadlock());
      seen_.deadlock = deadlock;
    }
    if (!submission_.is_free()) return {};
    const Nanoseconds taken =
        now() - began_ - referee_time() - submission_.pulse().queued - served_;
    seen_.over_output = heard(submission_.pulse().written) > limits_.output.count;
    seen_.over_wall = !seen_.over_output && !seen_.deadlock && taken > limits_.wall;
    if (!seen_.deadlock && !seen_.over_output && !seen_.over_wall) return {};
    seen_.referee_is_silent = referee_.pulse().written == 0;
    submission_.stop();
    return {};
  }

  // For which the submission is not to blame. Time without a core is nobody's, on either side.
  [[nodiscard]] Nanoseconds referee_time() const {
    const Nanoseconds cpu = referee_.is_running() ? referee_.pulse().cpu : referee_.record().cpu;
    return cpu + referee_.pulse().queued;
  }

  void watch_referee() {
    if (!referee_.is_free() || submission_.is_running()) return;
    if (!failed_at_) {
      if (may_be_checked(submission_.record(), limits_)) return;
      failed_at_ = now();
    }
    if (now() - *failed_at_ > k_farewell) referee_.stop();
  }

  GameReports reports() {
    GameReports all{seen_, submission_.take(), referee_.take()};
    all.is_barred = there_.is_barred() || back_.is_barred();
    const std::int64_t written = all.submission ? all.submission->written : 0;
    all.over_output = seen_.over_output || heard(written) > limits_.output.count;
    all.has_written = said(written) > 0;
    return all;
  }

  // Of what the submission wrote, what did not go to its standard error.
  [[nodiscard]] std::int64_t said(std::int64_t written) const {
    struct stat error {};
    if (::fstat(submission_side_.error, &error) != 0) return written;
    return std::max<std::int64_t>(written - error.st_size, 0);
  }

  // What the referee never took, it may have written after the game.
  [[nodiscard]] std::int64_t heard(std::int64_t written) const {
    return said(written) - there_.not_taken();
  }

  const GameSide& submission_side_;
  const GameSide& referee_side_;
  const model::RunLimits& limits_;
  Player submission_;
  Player referee_;
  GamePipe there_;  ///< from the submission to the referee
  GamePipe back_;
  TranscriptRecorder* recorder_;
  Nanoseconds began_{};
  Nanoseconds served_{};  ///< that passing bytes on has taken
  Nanoseconds moved_{};   ///< when something was last passed on by this thread
  std::optional<Nanoseconds> failed_at_;
  GameSigns seen_;
};

}  // namespace

// However the lines came, each is a message.
void TranscriptRecorder::note(Nanoseconds time, bool from_submission, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    note_line(time, from_submission, line);
    bytes.remove_prefix(line.size());
  }
}

void TranscriptRecorder::note_line(Nanoseconds time, bool from_submission, std::string_view bytes) {
  model::Message* const last = !tail_.empty()           ? &tail_.back()
                               : head_.messages.empty() ? nullptr
                                                        : &head_.messages.back();
  if (last == nullptr || !belongs(*last, from_submission)) {
    const std::string_view kept = bytes.substr(0, k_most_message);
    add({time, from_submission, std::string(kept),
         static_cast<std::int64_t>(bytes.size() - kept.size())});
    return;
  }
  const std::size_t room = k_most_message - std::min(k_most_message, last->text.size());
  const std::string_view kept = bytes.substr(0, room);
  last->text += kept;
  last->left_out += static_cast<std::int64_t>(bytes.size() - kept.size());
  (tail_.empty() ? head_size_ : tail_size_) += kept.size();
}

void TranscriptRecorder::add(model::Message message) {
  const std::size_t size = size_of(message);
  is_head_full_ = is_head_full_ || head_size_ + size > k_most_head;
  if (!is_head_full_) {
    head_.messages.push_back(std::move(message));
    head_size_ += size;
    return;
  }
  tail_.push_back(std::move(message));
  tail_size_ += size;
  while (tail_size_ > k_most_tail) {
    const model::Message& first = tail_.front();
    tail_size_ -= size_of(first);
    head_.left_out_bytes += static_cast<std::int64_t>(first.text.size()) + first.left_out;
    ++head_.left_out_messages;
    tail_.pop_front();
  }
}

model::Transcript TranscriptRecorder::take() {
  model::Transcript all = std::move(head_);
  all.left_out_after = static_cast<std::int64_t>(all.messages.size());
  std::move(tail_.begin(), tail_.end(), std::back_inserter(all.messages));
  *this = TranscriptRecorder();
  return all;
}

Result<GameReports> play_game(const GameSide& submission, const GameSide& referee,
                              const model::RunLimits& limits, TranscriptRecorder* recorder) {
  return Game(submission, referee, limits, recorder).play();
}

}  // namespace arbiter::judge
