// The programs that play shiritori, asked for their words on random small dictionaries that brute
// force solves, whatever the opponent answers.

#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/trail_game.hpp>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

// The sources as they are, each in a namespace of its own. They are written for contests, where
// numbers of all types index arrays.
#define main submission_main
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wreturn-type"
// NOLINTBEGIN
namespace shiritori_reference {
#include "shiritori/submissions/accepted/reference.cpp"
}
namespace shiritori_partners {
#include "shiritori/submissions/accepted/surplus_and_partners.cpp"
}
namespace shiritori_table {
#include "shiritori/submissions/accepted/hash_table.c"
}
namespace shiritori_server {
#include "shiritori/attachments/shiritori-server.cpp"
}
// NOLINTEND
#pragma GCC diagnostic pop
#undef main

namespace {

using Words = std::vector<std::string>;

/// Places in the dictionary, in the order in which the words were said; the start word is not
/// among them.
using Said = std::vector<std::size_t>;

int first(const std::string& word) {
  return word.front() - 'a';
}
int last(const std::string& word) {
  return word.back() - 'a';
}

/// A dictionary with all that follows from the rules alone.
class Game {
 public:
  explicit Game(Words words) : words_(std::move(words)) {}

  const Words& words() const { return words_; }

  int letter(const Said& said) const { return last(words_[said.empty() ? 0 : said.back()]); }

  /// The places of the words that can be said next.
  std::vector<std::size_t> sayable(const Said& said) const {
    std::vector<std::size_t> places;
    for (std::size_t word = 1; word < words_.size(); ++word)
      if (first(words_[word]) == letter(said) && !contains(said, word)) places.push_back(word);
    return places;
  }

  bool mover_wins(const Said& said) {
    unsigned used = 0;
    for (const std::size_t word : said)
      used |= 1U << word;
    return mover_wins(used, letter(said));
  }

  static bool contains(const Said& said, std::size_t word) {
    return std::find(said.begin(), said.end(), word) != said.end();
  }

 private:
  bool mover_wins(unsigned used, int letter) {
    const auto known = known_.find({used, letter});
    if (known != known_.end()) return known->second;
    bool wins = false;
    for (std::size_t word = 1; word < words_.size() && !wins; ++word) {
      if ((used >> word & 1U) != 0 || first(words_[word]) != letter) continue;
      wins = !mover_wins(used | 1U << word, last(words_[word]));
    }
    known_.emplace(std::pair(used, letter), wins);
    return wins;
  }

  Words words_;
  std::map<std::pair<unsigned, int>, bool> known_;
};

Game any_game(std::mt19937& random) {
  const std::size_t letters = 1 + random() % 4;
  const std::size_t count = std::min(3 + random() % 8, letters * letters + letters);
  std::set<std::string> words;
  while (words.size() < count) {
    std::string word;
    const std::size_t length = 2 + random() % 2;
    while (word.size() < length)
      word.push_back(static_cast<char>('a' + random() % letters));
    words.insert(word);
  }
  Words list(words.begin(), words.end());
  std::shuffle(list.begin(), list.end(), random);
  return Game(std::move(list));
}

/// Plays on for a program in every way that the opponent can answer; the number of its words, each
/// of which must leave a lost game. `next_word` says the place of the program's next word.
template <class NextWord>
int play_on(Game& game, Said said, NextWord& next_word) {
  const std::size_t mine = next_word(said);
  const std::vector<std::size_t> places = game.sayable(said);
  EXPECT_NE(std::find(places.begin(), places.end(), mine), places.end()) << mine;
  if (testing::Test::HasFailure()) return 0;
  said.push_back(mine);
  EXPECT_FALSE(game.mover_wins(said)) << game.words()[mine];
  int asked = 1;
  for (const std::size_t theirs : game.sayable(said)) {
    if (testing::Test::HasFailure()) return asked;
    said.push_back(theirs);
    asked += play_on(game, said, next_word);
    said.pop_back();
  }
  return asked;
}

/// Lets the program that `player_of` makes for a dictionary play on 10000 of them that are won.
template <class PlayerOf>
void play_ten_thousand(const PlayerOf& player_of) {
  constexpr int k_games = 10'000;
  std::mt19937 random(7);
  int asked = 0;
  for (int games = 0; games < k_games;) {
    Game game = any_game(random);
    if (!game.mover_wins({})) continue;
    ++games;
    auto player = player_of(game);
    asked += play_on(game, {}, player);
    std::string list;
    for (const std::string& word : game.words())
      list += ' ' + word;
    ASSERT_FALSE(testing::Test::HasFailure()) << games << list;
  }
  EXPECT_GT(asked, 2 * k_games);
}

TEST(ShiritoriPlayers, ReferenceWinsWhateverIsAnswered) {
  play_ten_thousand([](const Game& game) {
    return [&game, solver = arbiter::TrailSolver(10'000'000, 50'000)](const Said& said) mutable {
      Words left;
      arbiter::TrailPosition position;
      position.at = game.letter(said);
      for (std::size_t word = 1; word < game.words().size(); ++word) {
        if (Game::contains(said, word)) continue;
        left.push_back(game.words()[word]);
        position.add(first(left.back()), last(left.back()));
      }
      const std::size_t chosen = shiritori_reference::winning_word(left, position, solver);
      if (chosen == left.size()) return std::size_t{0};
      const auto found = std::find(game.words().begin(), game.words().end(), left[chosen]);
      return static_cast<std::size_t>(found - game.words().begin());
    };
  });
}

TEST(ShiritoriPlayers, SurplusAndPartnersWinWhateverIsAnswered) {
  play_ten_thousand([](const Game& game) {
    return [&game](const Said& said) {
      std::vector<shiritori_partners::Word> words;
      for (const std::string& word : game.words())
        words.push_back({word, first(word), last(word)});
      shiritori_partners::Player player(std::move(words));
      std::size_t mine = player.opening_word(player.last_of_start());
      for (std::size_t move = 1; move < said.size(); move += 2) {
        EXPECT_EQ(mine, said[move - 1]) << "it says the same again";
        player.say(mine);
        player.say(said[move]);
        mine = player.answer(said[move]);
      }
      return mine;
    };
  });
}

TEST(ShiritoriPlayers, HashTableWinsWhateverIsAnswered) {
  play_ten_thousand([](const Game& game) {
    return [&game](const Said& said) {
      std::memset(shiritori_table::all, 0, sizeof shiritori_table::all);
      for (std::size_t word = 0; word < game.words().size(); ++word) {
        const std::string& text = game.words()[word];
        std::strcpy(shiritori_table::words[word], text.c_str());
        shiritori_table::used[word] = Game::contains(said, word) ? 1 : 0;
        if (word > 0 && !shiritori_table::used[word])
          ++shiritori_table::all[first(text)][last(text)];
      }
      return static_cast<std::size_t>(
          shiritori_table::winning_word(static_cast<int>(game.words().size()), game.letter(said)));
    };
  });
}

TEST(ShiritoriPlayers, ServerKnowsWhoWinsAfterAnyWord) {
  constexpr int k_games = 10'000;
  std::mt19937 random(11);
  shiritori_server::Search search;
  int lost = 0;
  for (int number = 0; number < k_games; ++number) {
    Game game = any_game(random);
    shiritori_server::Counts unused{};
    for (std::size_t word = 1; word < game.words().size(); ++word)
      ++unused.at(static_cast<std::size_t>(first(game.words()[word])))
            .at(static_cast<std::size_t>(last(game.words()[word])));
    const bool is_lost = search.is_lost(unused, game.letter({}));
    ASSERT_EQ(is_lost, !game.mover_wins({})) << number;
    lost += is_lost ? 1 : 0;
  }
  EXPECT_GT(lost, 1000);
  EXPECT_LT(lost, 9000);
}

}  // namespace
