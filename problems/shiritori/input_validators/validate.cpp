#include <arbiter/input_validator.hpp>
#include <arbiter/trail_game.hpp>
#include <optional>
#include <set>
#include <string>

int main() {
  arbiter::InputReader in;
  const long long count = in.integer(2, 400, "the number of words");
  in.newline();
  std::set<std::string> seen;
  arbiter::TrailPosition game;
  for (long long i = 0; i < count; ++i) {
    const std::string word = in.word(2, 20, arbiter::k_lower_case, "a word");
    if (!seen.insert(word).second) in.invalid("the word " + word + " is there twice");
    // The first word is said already; the others are what the players walk along.
    if (i == 0) {
      game.at = word.back() - 'a';
    } else {
      game.add(word.front() - 'a', word.back() - 'a');
    }
    in.newline();
  }
  in.end_of_file();
  constexpr std::size_t k_most_positions = 50'000;
  const std::optional<bool> wins = arbiter::TrailSolver(k_most_positions).mover_wins(game);
  if (!wins)
    in.invalid("too hard: " + std::to_string(k_most_positions) + " positions do not tell who wins");
  if (!*wins) in.invalid("the first player cannot win with this dictionary");
  return arbiter::k_exit_valid;
}
