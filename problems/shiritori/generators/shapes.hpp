#pragma once

#include <arbiter/generator.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "word_list.hpp"

/// What the words of a dictionary are like; each draws `count` words over `letters` letters.
class Shapes {
 public:
  Shapes(arbiter::Generator& gen, std::size_t count, int letters)
      : gen_(gen), count_(count), letters_(letters) {}

  static std::vector<std::string> names() {
    return {"random", "forward", "rounds", "loops", "parallel", "circle", "mirror", "pairs"};
  }

  std::vector<Ends> draw(const std::string& name) {
    const auto whole = gen_.span(name);
    words_.clear();
    while (words_.size() < count_)
      add(name);
    words_.resize(count_);
    return words_;
  }

 private:
  void add(const std::string& name) {
    if (name == "forward") return add_forward();
    if (name == "rounds") return add_round();
    if (name == "loops") return add_with_loops();
    if (name == "parallel") return add_parallel();
    if (name == "circle") return add_on_circle();
    if (name == "mirror") return add_mirrored(1, 2);
    if (name == "pairs") return add_mirrored(4, 5);
    words_.push_back({letter(), letter()});
  }

  /// Only to later letters: no letter comes twice, so games are short and need no memory.
  void add_forward() {
    const int from = static_cast<int>(gen_.integer(0, letters_ - 2));
    words_.push_back({from, static_cast<int>(gen_.integer(from + 1, letters_ - 1))});
  }

  /// Through some of the letters and back: every letter is led to as often as it is left.
  void add_round() {
    std::vector<int> round = arbiter::permutation(gen_, letters_, 0);
    round.resize(static_cast<std::size_t>(gen_.integer(2, letters_)));
    for (std::size_t i = 0; i < round.size(); ++i)
      words_.push_back({round[i], round[(i + 1) % round.size()]});
  }

  /// Every third word begins and ends alike.
  void add_with_loops() {
    const int from = letter();
    words_.push_back({from, words_.size() % 3 == 0 ? from : letter()});
  }

  /// One to four words with the same ends.
  void add_parallel() {
    const Ends ends{letter(), letter()};
    words_.insert(words_.end(), static_cast<std::size_t>(gen_.integer(1, 4)), ends);
  }

  /// From each letter to the three that follow it on a circle, with a few words across: games are
  /// long, and nothing cancels.
  void add_on_circle() {
    constexpr int k_reach = 3;
    const int from = static_cast<int>(words_.size() / k_reach) % letters_;
    const int step = static_cast<int>(words_.size() % k_reach) + 1;
    const bool is_across = gen_.chance(1, 8);
    words_.push_back({from, is_across ? letter() : (from + step) % letters_});
  }

  /// Words there and back, which cancel: so many of so many words have a partner.
  void add_mirrored(int times, int of) {
    const Ends there{letter(), letter()};
    words_.push_back(there);
    if (gen_.chance(times, of)) words_.push_back({there.to, there.from});
  }

  int letter() { return static_cast<int>(gen_.integer(0, letters_ - 1)); }

  arbiter::Generator& gen_;
  std::size_t count_;
  int letters_;
  std::vector<Ends> words_;
};
