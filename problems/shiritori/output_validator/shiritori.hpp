#pragma once

#include <algorithm>
#include <arbiter/game.hpp>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dictionary.hpp"
#include "resistance.hpp"

/// The rules, and a player who never gives a won game away and makes a lost one last.
class Shiritori {
 public:
  using Ending = arbiter::Ending;
  using Player = arbiter::Player;
  using TrailPosition = arbiter::TrailPosition;

  /// The place of a word in the dictionary, or k_none for a player who says that there is none.
  using Word = std::size_t;
  static constexpr Word k_none = static_cast<Word>(-1);

  struct State {
    std::vector<std::size_t> said_in;  ///< for each word the number of its move, else 0
    TrailPosition unused;              ///< words that are left, and the letter to begin with
    std::size_t moves = 0;
    bool gave_up = false;
  };
  using Move = Word;

  explicit Shiritori(const arbiter::RefereeCall& call)
      : dictionary_(call.input), opening_(call.input), resistance_(solver_) {}

  State start() const {
    State state;
    state.said_in.assign(dictionary_.words().size(), 0);
    for (Word word = 1; word < dictionary_.words().size(); ++word)
      state.unused.add(dictionary_.first(word), dictionary_.last(word));
    state.unused.at = dictionary_.last(0);
    return state;
  }

  std::string opening() const { return opening_; }

  Player mover(const State& state) const {
    return state.moves % 2 == 0 ? Player::first : Player::second;
  }

  arbiter::ReadMove<Word> read_move(const State& state, std::string_view line) const {
    using Read = arbiter::ReadMove<Word>;
    if (line == "-") return Read::legal(k_none);
    const std::string said = line.empty() ? "an empty line" : arbiter::shown(line);
    if (!Dictionary::is_word(line))
      return Read::illegal("malformed: expected a word of 2 to 20 letters a-z, got " + said);
    const std::optional<Word> word = dictionary_.place(line);
    if (!word) return Read::illegal(said + " is not in the list");
    if (*word == 0) return Read::illegal(said + " is the start word, which counts as used");
    const std::size_t used = state.said_in[*word];
    if (used > 0) return Read::illegal(said + " is used: it was move " + std::to_string(used));
    if (dictionary_.first(*word) != state.unused.at)
      return Read::illegal(said + " begins with the wrong letter: the word before ends with " +
                           letter(state.unused.at));
    return Read::legal(*word);
  }

  std::string written(Word word) const { return word == k_none ? "-" : dictionary_.words()[word]; }

  void apply(State& state, Word word) const {
    ++state.moves;
    if (word == k_none) {
      state.gave_up = true;
    } else {
      state.said_in[word] = state.moves;
      state.unused = state.unused.after(dictionary_.last(word));
    }
  }

  std::optional<Ending> ending(const State& state) const {
    if (!state.gave_up) return std::nullopt;
    const std::string where = "move " + std::to_string(state.moves) + ": ";
    const std::vector<Word> left = sayable(state);
    const std::string begins = " beginning with " + letter(state.unused.at);
    if (mover(state) == Player::first)
      return Ending::win(where + "the referee has no word" + begins);
    if (left.empty()) return Ending::loss(where + "said \"-\": no word" + begins + " is left");
    const bool is_one = left.size() == 1;
    return Ending::loss(where + "said \"-\", though " + std::to_string(left.size()) +
                        (is_one ? " word" : " words") + begins + (is_one ? " was" : " were") +
                        " left, as " + dictionary_.words()[left.front()]);
  }

  /// A word that wins if there is one; else one that is not known to lose; else the most stubborn.
  Word choose_move(const State& state) {
    // A player who plays at random can lead into positions that are too hard for any search.
    constexpr std::size_t k_most_positions_a_game = 500'000;
    constexpr std::size_t k_most_positions_late = 100;
    if (solver_.searched() > k_most_positions_a_game) solver_.limit(k_most_positions_late);
    Word best = k_none;
    Rank best_rank;
    for (const Word word : candidates(state)) {
      const Rank rank = rank_of(state.unused.after(dictionary_.last(word)));
      if (best != k_none && !(best_rank < rank)) continue;
      best = word;
      best_rank = rank;
    }
    return best;
  }

  /// At the start all words are shown, later those that can be said.
  std::string draw(const State& state) const {
    std::string text;
    if (state.moves == 0) text = "start word " + dictionary_.words()[0] + "\nall words:\n";
    for (int from = 0; from < arbiter::k_trail_vertices && state.moves == 0; ++from) {
      const std::string words = listed(unused_from(state, from));
      if (!words.empty())
        text += std::string("  ") + static_cast<char>('a' + from) + ":" + words + '\n';
    }
    const std::string words = listed(sayable(state));
    return text + "words left: " + std::to_string(state.unused.total()) +
           "\nwords beginning with " + letter(state.unused.at) + ":" +
           (words.empty() ? " none" : words);
  }

  std::string describe(const State& state, Word word) {
    if (word == k_none) return "gives up";
    const TrailPosition next = state.unused.after(dictionary_.last(word));
    const std::optional<bool> theirs = solver_.mover_wins(next);
    const std::string worth = !theirs ? "who wins then is not known" : *theirs ? "loses" : "wins";
    return "the next word begins with " + letter(next.at) +
           "; such words left: " + std::to_string(replies(next)) + '\n' + worth;
  }

  std::string note(const State& state, Word word) {
    if (solver_.mover_wins(state.unused) != true) return {};
    if (word == k_none) return "gives up a game that could be won";
    const TrailPosition next = state.unused.after(dictionary_.last(word));
    if (solver_.mover_wins(next) != true) return {};
    return "gives the win away; " + written(choose_move(state)) + " would have kept it";
  }

 private:
  /// How good a position is to hand over: larger is better.
  struct Rank {
    int value = 0;       ///< 2: the opponent loses, 1: not known, 0: the opponent wins
    int moves_left = 0;  ///< if it could be found
    int pitfalls = 0;    ///< of a thousand replies, those that give the win away
    int words_left = 0;

    bool operator<(const Rank& other) const { return as_tuple() < other.as_tuple(); }

   private:
    std::tuple<int, int, int, int> as_tuple() const {
      return {value, moves_left, pitfalls, words_left};
    }
  };

  static std::string letter(int number) { return {'"', static_cast<char>('a' + number), '"'}; }

  static int replies(const TrailPosition& position) {
    int sum = 0;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to)
      sum += position.count(position.at, to);
    return sum;
  }

  /// The unused words that begin with a letter, in the order of the list.
  std::vector<Word> unused_from(const State& state, int from) const {
    std::vector<Word> words;
    for (Word word = 1; word < dictionary_.words().size(); ++word)
      if (dictionary_.first(word) == from && state.said_in[word] == 0) words.push_back(word);
    return words;
  }

  std::vector<Word> sayable(const State& state) const {
    return unused_from(state, state.unused.at);
  }

  /// The words in the order of the alphabet, a blank before each.
  std::string listed(const std::vector<Word>& places) const {
    std::vector<std::string> words;
    for (const Word place : places)
      words.push_back(dictionary_.words()[place]);
    std::sort(words.begin(), words.end());
    std::string text;
    for (const std::string& word : words)
      text += ' ' + word;
    return text;
  }

  /// One word for each letter that the mover can lead to: those that end alike are equally good.
  std::vector<Word> candidates(const State& state) const {
    std::vector<Word> words;
    std::vector<bool> has(arbiter::k_trail_vertices, false);
    for (const Word word : sayable(state)) {
      const auto last = static_cast<std::size_t>(dictionary_.last(word));
      if (!has[last]) words.push_back(word);
      has[last] = true;
    }
    return words;
  }

  Rank rank_of(const TrailPosition& next) {
    const std::optional<bool> theirs = solver_.mover_wins(next);
    Rank rank;
    rank.words_left = next.total();
    if (!theirs || !*theirs) {
      rank.value = theirs ? 2 : 1;
      return rank;
    }
    rank.moves_left = resistance_.moves_left(next).value_or(0);
    int losing = 0;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to) {
      const int number = next.count(next.at, to);
      if (number > 0 && solver_.mover_wins(next.after(to)) == true) losing += number;
    }
    rank.pitfalls = 1000 * losing / replies(next);
    return rank;
  }

  Dictionary dictionary_;
  std::string opening_;
  arbiter::TrailSolver solver_{50'000, 200'000};
  Resistance resistance_;
};
