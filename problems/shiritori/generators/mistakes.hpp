#pragma once

#include <algorithm>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "word_list.hpp"

/// The first word that believable players say. The start word stands first.
class Mistakes {
 public:
  static std::vector<std::string> names() {
    return {"nobody", "fewest", "most", "loops", "parallel", "start"};
  }

  Mistakes(const std::vector<Ends>& words, arbiter::TrailSolver& solver)
      : words_(words),
        solver_(solver),
        game_(game_of({words.begin() + 1, words.end()}, words[0].to)) {}

  /// Whether that player's first word gives the win away.
  bool fools(const std::string& name) {
    if (name == "nobody") return true;
    const Ends said = name == "fewest" || name == "most" ? greedy(name == "most") : searched(name);
    return said.from >= 0 && solver_.mover_wins(game_.after(said.to)) == true;
  }

 private:
  static constexpr Ends k_nothing{-1, -1};

  int followers(int letter) const {
    int sum = 0;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to)
      sum += game_.count(letter, to);
    return sum;
  }

  Ends greedy(bool for_most) const {
    Ends best = k_nothing;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (words_[i].from != game_.at) continue;
      const int more = best.from < 0 ? 0 : followers(words_[i].to) - followers(best.to);
      if (best.from < 0 || (for_most ? more > 0 : more < 0)) best = words_[i];
    }
    return best;
  }

  /// The first word after which a search of a wrong game says that the opponent has lost.
  Ends searched(const std::string& mistake) {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (words_[i].from != game_.at) continue;
      if (solver_.mover_wins(mistaken(game_.after(words_[i].to), mistake)) == false)
        return words_[i];
    }
    return k_nothing;
  }

  arbiter::TrailPosition mistaken(arbiter::TrailPosition game, const std::string& mistake) const {
    for (int a = 0; a < arbiter::k_trail_vertices; ++a) {
      for (int b = 0; b < arbiter::k_trail_vertices; ++b) {
        const int number = game.count(a, b);
        if (mistake == "parallel") game.add(a, b, std::min(number, 1) - number);
        if (mistake == "loops" && a == b) game.add(a, b, -number);
      }
    }
    if (mistake == "start") game.add(words_[0].from, words_[0].to);
    return game;
  }

  const std::vector<Ends>& words_;
  arbiter::TrailSolver& solver_;
  arbiter::TrailPosition game_;
};
