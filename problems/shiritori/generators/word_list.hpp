#pragma once

#include <arbiter/generator.hpp>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

/// A word by its ends: letters are numbered from 0.
struct Ends {
  int from = 0;
  int to = 0;
};

/// The game after the start word: all other words are left.
inline arbiter::TrailPosition game_of(const std::vector<Ends>& words, int letter) {
  arbiter::TrailPosition game;
  for (const Ends& word : words)
    game.add(word.from, word.to);
  game.at = letter;
  return game;
}

/// Writes words of lengths in least..most for their ends, all different. Where a drawn word is
/// taken already, its middle is counted up.
class Writer {
 public:
  Writer(arbiter::Generator& gen, std::int64_t least, std::int64_t most)
      : gen_(gen), least_(least), most_(most) {}

  std::string word(const Ends& ends) {
    const auto whole = gen_.span("word");
    const std::int64_t length = gen_.integer(least_, most_);
    std::string middle = arbiter::word(gen_, length - 2, "abcdefghijklmnopqrstuvwxyz");
    constexpr int k_most_steps = 1000;
    int steps = 0;
    while (!taken_.insert(between(ends, middle)).second) {
      if (++steps > k_most_steps) throw std::runtime_error("too few words of these lengths");
      count_up(middle);
    }
    return between(ends, middle);
  }

 private:
  static char letter(int number) { return static_cast<char>('a' + number); }

  static std::string between(const Ends& ends, const std::string& middle) {
    return letter(ends.from) + middle + letter(ends.to);
  }

  void count_up(std::string& middle) const {
    for (char& digit : middle) {
      if (digit != 'z') {
        ++digit;
        return;
      }
      digit = 'a';
    }
    const bool is_longest = static_cast<std::int64_t>(middle.size()) + 2 >= most_;
    middle.assign(is_longest ? static_cast<std::size_t>(least_) - 2 : middle.size() + 1, 'a');
  }

  arbiter::Generator& gen_;
  std::int64_t least_;
  std::int64_t most_;
  std::set<std::string> taken_;
};
