// How a talk runs: as a game (game.cpp), but with a pipe each way for every process. The manager
// opens its ends by name, as it would open the pipes that CMS makes.

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "judge/game/game_player.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr int k_first_channel = 3;
constexpr int k_talk_step_ms = 50;
// How long the manager may go on when the submission has failed.
constexpr std::chrono::milliseconds k_last_words{500};

class Talk {
 public:
  Talk(const std::vector<GameSide>& processes, const GameSide& manager,
       const model::RunLimits& limits)
      : sides_(processes), manager_side_(manager), limits_(limits) {}

  Result<TalkReports> run(UniqueFd input, int output) {
    UniqueFd printed(::fcntl(output, F_DUPFD_CLOEXEC, 0));
    if (!printed) return system_error("cannot copy a descriptor", errno);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      ARBITER_TRY(there, GamePipe::make(false));
      ARBITER_TRY(back, GamePipe::make(false));
      lines_.push_back({std::move(there), std::move(back)});
      ends_.push_back(lines_[i].there.take_reading_end());
      ends_.push_back(lines_[i].back.take_writing_end());
    }
    for (const UniqueFd& end : ends_)
      manager_side_.channels.push_back(end.get());
    began_ = now();
    ARBITER_CHECK(manager_.start(manager_side_, std::move(input), std::move(printed)));
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      players_.emplace_back();
      ARBITER_CHECK(players_[i].start(sides_[i], lines_[i].back.take_reading_end(),
                                      lines_[i].there.take_writing_end()));
    }
    while (manager_.is_running() || is_any_running()) {
      ARBITER_CHECK(step());
      watch_processes();
      watch_manager();
    }
    TalkReports all{seen_, {}, manager_.take()};
    for (Player& player : players_)
      all.processes.push_back(player.take());
    return all;
  }

 private:
  struct Line {
    GamePipe there;  ///< to the manager
    GamePipe back;
  };

  [[nodiscard]] bool is_any_running() const {
    return std::ranges::any_of(players_, &Player::is_running);
  }

  Result<void> step() {
    std::vector<pollfd> sources = {{manager_.leash(), POLLIN, 0}};
    for (std::size_t i = 0; i < players_.size(); ++i) {
      sources.push_back({players_[i].leash(), POLLIN, 0});
      const auto there = lines_[i].there.wanted(manager_.is_running());
      const auto back = lines_[i].back.wanted(players_[i].is_running());
      sources.insert(sources.end(), there.begin(), there.end());
      sources.insert(sources.end(), back.begin(), back.end());
    }
    if (::poll(sources.data(), sources.size(), k_talk_step_ms) < 0) {
      if (errno == EINTR) return {};
      return system_error("cannot wait for the manager", errno);
    }
    if (sources[0].revents != 0) manager_.hear(sources[0].revents);
    if (!manager_.is_running()) ends_.clear();
    constexpr std::size_t k_of_a_process = 5;
    for (std::size_t i = 0; i < players_.size(); ++i) {
      const pollfd* own = &sources[1 + i * k_of_a_process];
      if (own->revents != 0) players_[i].hear(own->revents);
      lines_[i].there.serve(own + 1, manager_.is_running());
      lines_[i].back.serve(own + 3, players_[i].is_running());
    }
    return {};
  }

  void stop_processes() {
    for (Player& player : players_) {
      if (player.is_free()) player.stop();
    }
  }

  void watch_processes() {
    if (!manager_.is_running() && !has_spoken(manager_.record(), model::CallProtocol::cms)) {
      return stop_processes();
    }
    Nanoseconds queued{};
    for (const Player& player : players_) {
      if (!player.is_running()) continue;
      queued = std::max(queued, player.pulse().queued);
      seen_.over_output = seen_.over_output || player.pulse().written > limits_.output.count;
    }
    const Nanoseconds of_manager =
        manager_.is_running() ? manager_.pulse().cpu : manager_.record().cpu;
    const Nanoseconds taken = now() - began_ - of_manager - manager_.pulse().queued - queued;
    seen_.over_wall = seen_.over_wall || (is_any_running() && taken > limits_.wall);
    if (seen_.over_wall || seen_.over_output) stop_processes();
  }

  void watch_manager() {
    if (!manager_.is_free() || is_any_running()) return;
    const bool is_good = std::ranges::all_of(
        players_, [&](const Player& player) { return may_be_checked(player.record(), limits_); });
    if (is_good) return;
    if (!failed_at_) failed_at_ = now();
    if (now() - *failed_at_ > k_last_words) manager_.stop();
  }

  const std::vector<GameSide>& sides_;
  GameSide manager_side_;
  const model::RunLimits& limits_;
  Player manager_;
  std::deque<Player> players_;
  std::vector<Line> lines_;
  std::vector<UniqueFd> ends_;  ///< the manager's, until it has ended
  Nanoseconds began_{};
  std::optional<Nanoseconds> failed_at_;
  GameSigns seen_;
};

}  // namespace

Result<TalkReports> talk(const std::vector<GameSide>& processes, const GameSide& manager,
                         UniqueFd input, int output, const model::RunLimits& limits) {
  return Talk(processes, manager, limits).run(std::move(input), output);
}

std::vector<std::string> channel_names(int processes) {
  std::vector<std::string> names;
  for (int i = 0; i < 2 * processes; ++i)
    names.push_back(fmt::format("/dev/fd/{}", k_first_channel + i));
  return names;
}

model::RunRecord together(const std::vector<model::RunRecord>& processes,
                          const model::RunLimits& limits) {
  const auto failed = std::ranges::find_if(
      processes, [&](const auto& one) { return !may_be_checked(one, limits); });
  model::RunRecord all = failed == processes.end() ? processes.front() : *failed;
  all.cpu = {};
  all.memory = {};
  for (const model::RunRecord& one : processes) {
    all.cpu += one.cpu;
    all.wall = std::max(all.wall, one.wall);
    all.memory.count = std::max(all.memory.count, one.memory.count);
  }
  return all;
}

}  // namespace arbiter::judge
