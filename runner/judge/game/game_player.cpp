#include "judge/game/game_player.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "judge/verdict/decide.hpp"

namespace arbiter::judge {

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
                        {held[0].get(), out, side.error, held[1].get(), side.channel});
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
