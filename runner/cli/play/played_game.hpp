#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/program_call.hpp"
#include "judge/game/play_table.hpp"

namespace arbiter::cli {

/// A move as it was made: the player and the line.
struct MadeMove {
  bool is_first = true;
  std::string text;
};

/// A game as far as it was watched.
struct WatchedGame {
  std::vector<MadeMove> moves;
  std::optional<std::string> outcome;  ///< "win", "draw" or "loss" of the first player
  std::string message;                 ///< the referee's last word
  bool was_left = false;               ///< by the person, before its end
};

/// Who plays, in words for people: "you", the referee, or the path of a program.
struct PlayerNames {
  std::string first;
  std::string second;
};

/// What a game needs of the world around it.
struct PlayRoom {
  judge::PlayTable& table;
  const judge::PlaySeats& seats;
  PlayerNames names;
  bool is_coloured = false;
  const ProgramCall& call;  ///< whose interrupt ends it
};

/// Plays in the terminal to the end, or until the person leaves: draws the game after each move,
/// explains moves that are not allowed, gives hints. With a referee that answers no questions its
/// lines and the person's are passed on as they are. Error{usage}: such a referee and no person who
/// is the first player.
Result<WatchedGame> play(const PlayRoom& room);

/// The game as a file to keep: lines "KEY VALUE" for problem, test, players and the mode of
/// isolation, a line "1 first MOVE" for each move, and how it ended.
std::string saved_game(const WatchedGame& game, const std::string& problem, const std::string& test,
                       const PlayerNames& names, std::string_view sandbox);

}  // namespace arbiter::cli
