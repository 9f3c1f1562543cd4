#pragma once

#include <future>
#include <optional>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "box/leash.hpp"
#include "judge/game/game.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Whether both were stuck at one moment after `moved`, when something was last passed on between
/// them: whoever could have gone on by it would not have been stuck any more.
bool were_stuck(const box::Pulse& one, const box::Pulse& other, Nanoseconds moved);

/// One side of a game while it runs, in a thread of its own, and what came of it. Its end stops the
/// run and waits for that.
class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
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
