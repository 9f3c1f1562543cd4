#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/replay/replay.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

constexpr double k_slowest = 0.25;
constexpr double k_fastest = 32;

std::size_t next_mistake(const Replay& replay, std::size_t from) {
  for (std::size_t step = 1; step <= replay.frames.size(); ++step) {
    const std::size_t at = (from + step) % replay.frames.size();
    const ReplayFrame& frame = replay.frames[at];
    if (frame.mark == ReplayMark::mistake || !frame.is_valid) return at;
  }
  return from;
}

}  // namespace

std::string replay_keys(std::string_view typed) {
  constexpr std::string_view k_arrows = "DCHF";
  constexpr std::string_view k_letters = "hlgG";
  std::string keys;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i] != '\x1b') {
      keys += typed[i];
      continue;
    }
    // ESC [ X or ESC O X; of other keys the bytes are no keys of ours.
    const std::size_t arrow = i + 2 < typed.size() ? k_arrows.find(typed[i + 2]) : k_arrows.npos;
    if (arrow == k_arrows.npos) return keys;
    keys += k_letters[arrow];
    i += 2;
  }
  return keys;
}

ReplayPlayer after_key(ReplayPlayer player, char key, const Replay& replay) {
  const std::size_t last = replay.frames.size() - 1;
  const std::size_t before = player.frame;
  if (key == 'q') player.has_quit = true;
  if (key == 'h') player.frame = before - std::min<std::size_t>(before, 1);
  if (key == 'l') player.frame = std::min(before + 1, last);
  if (key == 'g') player.frame = 0;
  if (key == 'G') player.frame = last;
  if (key == 'm') player.frame = next_mistake(replay, before);
  if (key == '+' || key == '=') player.speed = std::min(player.speed * 2, k_fastest);
  if (key == '-') player.speed = std::max(player.speed / 2, k_slowest);
  if (player.frame != before) player.is_playing = false;
  if (key == ' ') {
    // Whoever plays at the end wants to see it again.
    if (!player.is_playing && before == last) player.frame = 0;
    player.is_playing = !player.is_playing;
  }
  return player;
}

ReplayPlayer after_tick(ReplayPlayer player, const Replay& replay) {
  if (!player.is_playing) return player;
  const std::size_t last = replay.frames.size() - 1;
  player.frame = std::min(player.frame + 1, last);
  player.is_playing = player.frame < last;
  return player;
}

std::vector<std::string> draw_player(const Replay& replay, const ReplayPlayer& player,
                                     const Style& style, std::size_t rows) {
  std::vector<std::string> lines = {
      paint(style, "1", clip_end(one_line(replay.title), style.width))};
  for (std::string& line : draw_frame(replay, player.frame, style))
    lines.push_back(std::move(line));
  const std::size_t most = std::max<std::size_t>(rows, 3) - 1;
  if (lines.size() > most) {
    lines.resize(most);
    lines.back() = paint(style, "2", "… the terminal is too low for all of it");
  }
  const std::string state = player.is_playing ? "playing" : "paused";
  const std::string text = fmt::format(
      "{} {:g}×   ←→ step  space play  +- speed  g G ends  m mistake  q quit", state, player.speed);
  lines.push_back(paint(style, "2", clip_end(text, style.width)));
  return lines;
}

}  // namespace arbiter::report
