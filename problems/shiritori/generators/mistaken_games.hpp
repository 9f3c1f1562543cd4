#pragma once

#include <arbiter/trail_game.hpp>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "word_list.hpp"

/// Whole games of believable players against one who plays perfectly. The start word stands first.
class MistakenGame {
 public:
  using Letters = std::array<bool, arbiter::k_trail_vertices>;

  static std::vector<std::string> names() {
    return {"eight-plies",  "ten-plies",  "winning-letters", "x-k-b",
            "first-letter", "used-words", "partner-gone"};
  }

  /// `winning` are the letters that the player "x-k-b" takes for winning.
  MistakenGame(const std::vector<Ends>& words, arbiter::TrailSolver& solver, const Letters& winning)
      : words_(words),
        solver_(solver),
        winning_(winning),
        used_(words.size(), false),
        game_(game_of({words.begin() + 1, words.end()}, words[0].to)) {
    used_[0] = true;
    surplus_ = cancelled(game_);
  }

  /// Whether that player loses, by a word that is not allowed or for want of one.
  bool is_lost_by(const std::string& name) {
    if (name == "winning-letters") find_winning_letters();
    int letter = game_.at;
    std::size_t theirs = 0;
    while (true) {
      const std::size_t mine = choose(name, letter, theirs);
      if (mine == 0 || used_[mine] || words_[mine].from != game_.at) return true;
      say(mine);
      theirs = perfect_word();
      if (theirs == 0) return false;
      say(theirs);
      letter = name == "first-letter" ? words_[theirs].from : words_[theirs].to;
    }
  }

 private:
  void say(std::size_t word) {
    const Ends& ends = words_[word];
    used_[word] = true;
    game_ = game_.after(ends.to);
    is_of_surplus_ = surplus_.count(ends.from, ends.to) > 0;
    if (is_of_surplus_) surplus_.add(ends.from, ends.to, -1);
    surplus_.at = ends.to;
  }

  /// A word after which the other loses, else the last that fits; 0 if there is none.
  std::size_t perfect_word() {
    return word_by([&](int to) { return loses(game_, to); });
  }

  bool loses(const arbiter::TrailPosition& game, int to) {
    return game.count(game.at, to) > 0 && solver_.mover_wins(game.after(to)) == false;
  }

  /// The first word that leads to a letter that `is_good`, else the last that fits.
  template <class IsGood>
  std::size_t word_by(const IsGood& is_good) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (used_[i] || words_[i].from != game_.at) continue;
      best = i;
      if (is_good(words_[i].to)) break;
    }
    return best;
  }

  std::size_t choose(const std::string& name, int letter, std::size_t theirs) {
    if (name == "eight-plies") return seen_ahead(7);
    if (name == "ten-plies") return seen_ahead(9);
    if (name == "used-words") return ever_again();
    if (name == "partner-gone") {
      if (theirs != 0 && !is_of_surplus_) return partner(theirs);
      return word_by([&](int to) { return loses(surplus_, to); });
    }
    if (name == "first-letter") {
      // Any word with a wrong letter loses.
      return letter == game_.at ? perfect_word() : 0;
    }
    return by_letters();
  }

  std::size_t seen_ahead(int plies) const {
    std::size_t best = 0;
    int best_value = -1;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (used_[i] || words_[i].from != game_.at) continue;
      const arbiter::TrailPosition next = game_.after(words_[i].to);
      const int value = ends_within(next, plies, false)  ? 2
                        : ends_within(next, plies, true) ? 0
                                                         : 1;
      if (value <= best_value) continue;
      best = i;
      best_value = value;
    }
    return best;
  }

  /// Whether who is to move surely wins, or surely loses, within so many plies.
  static bool ends_within(const arbiter::TrailPosition& game, int plies, bool by_win) {
    if (plies <= 0) return false;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to) {
      if (game.count(game.at, to) == 0) continue;
      if (ends_within(game.after(to), plies - 1, !by_win) == by_win) return by_win;
    }
    return !by_win;
  }

  /// By what letters are worth if words are never used up; used words are said again.
  std::size_t ever_again() const {
    Letters won{};
    Letters lost{};
    const arbiter::TrailPosition all = game_of({words_.begin() + 1, words_.end()}, 0);
    for (int round = 0; round < arbiter::k_trail_vertices; ++round) {
      for (int letter = 0; letter < arbiter::k_trail_vertices; ++letter) {
        bool to_lost = false;
        bool only_to_won = true;
        for (int to = 0; to < arbiter::k_trail_vertices; ++to) {
          if (all.count(letter, to) == 0) continue;
          to_lost = to_lost || lost.at(static_cast<std::size_t>(to));
          only_to_won = only_to_won && won.at(static_cast<std::size_t>(to));
        }
        won.at(static_cast<std::size_t>(letter)) = to_lost;
        lost.at(static_cast<std::size_t>(letter)) = !to_lost && only_to_won;
      }
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (words_[i].from != game_.at) continue;
      if (best == 0 || lost.at(static_cast<std::size_t>(words_[i].to))) best = i;
    }
    return best;
  }

  std::size_t partner(std::size_t word) const {
    for (std::size_t i = 1; i < words_.size(); ++i)
      if (i != word && words_[i].from == words_[word].to && words_[i].to == words_[word].from)
        return i;
    return 0;
  }

  /// Letters with a surplus word to a letter that has none.
  void find_winning_letters() {
    const auto has_words = [&](int letter) {
      for (int to = 0; to < arbiter::k_trail_vertices; ++to)
        if (surplus_.count(letter, to) > 0) return true;
      return false;
    };
    winning_ = {};
    for (int a = 0; a < arbiter::k_trail_vertices; ++a)
      for (int b = 0; b < arbiter::k_trail_vertices; ++b)
        if (surplus_.count(a, b) > 0 && !has_words(b)) winning_[static_cast<std::size_t>(a)] = true;
  }

  /// Once it has a letter that it takes for winning, it says any word.
  std::size_t by_letters() {
    is_decided_ = is_decided_ || is_winning(game_.at);
    return word_by([&](int to) {
      int calls_left = 100'000;
      return is_decided_ || !seems_won(game_.after(to), calls_left);
    });
  }

  bool is_winning(int letter) const { return winning_.at(static_cast<std::size_t>(letter)); }

  bool seems_won(const arbiter::TrailPosition& game, int& calls_left) const {
    if (is_winning(game.at)) return true;
    if (--calls_left < 0) return false;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to)
      if (game.count(game.at, to) > 0 && !seems_won(game.after(to), calls_left)) return true;
    return false;
  }

  const std::vector<Ends>& words_;
  arbiter::TrailSolver& solver_;
  Letters winning_;
  std::vector<bool> used_;
  arbiter::TrailPosition game_;
  arbiter::TrailPosition surplus_;
  bool is_of_surplus_ = false;
  bool is_decided_ = false;
};
