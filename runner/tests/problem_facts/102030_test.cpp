// Figures in the solution of 102030, and the worked examples of its statement.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "102030/generators/game.hpp"

#pragma GCC diagnostic push
// A main that has another name needs to return something.
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wconversion"
#define main main_of_102030
#include "102030/submissions/accepted/reference.cpp"  // NOLINT(bugprone-suspicious-include)
#undef main
#pragma GCC diagnostic pop

namespace ten_twenty_thirty::facts {
namespace {

constexpr int k_packs = 50000;

struct Cards {
  std::vector<int> deck;
  std::array<std::vector<int>, 7> piles;

  bool operator==(const Cards&) const = default;
};

unsigned half_byte(const State& state, std::size_t place) {
  return state[place / 16] >> (place % 16 * 4) & 15U;
}

/// What the reference keeps.
Cards cards_in(const State& state) {
  Cards cards;
  std::vector<int>* part = &cards.deck;
  std::size_t piles = 0;
  for (std::size_t place = 0; place < 59; ++place) {
    const unsigned card = half_byte(state, place);
    if (card == 0)
      part = &cards.piles.at(piles++);
    else
      part->push_back(static_cast<int>(card));
  }
  return cards;
}

Cards cards_in(const game::Game& game) {
  return {{game.deck().begin(), game.deck().end()}, game.piles()};
}

Game reference_game(const game::Pack& pack) {
  std::array<std::uint8_t, k_cards> cards{};
  std::transform(pack.begin(), pack.end(), cards.begin(),
                 [](int card) { return static_cast<std::uint8_t>(card); });
  return Game(cards);
}

std::vector<game::Pack> packs_in(const std::string& name) {
  std::ifstream file(std::string(ARBITER_PROBLEMS "/102030/data/") + name);
  std::vector<game::Pack> packs;
  for (int card = 0; file >> card && card != 0;) {
    if (packs.empty() || packs.back().size() == k_cards) packs.emplace_back();
    packs.back().push_back(card);
  }
  return packs;
}

std::vector<int> last_three(const std::vector<int>& deck) {
  return {deck.end() - 3, deck.end()};
}

TEST(TenTwentyThirty, WorkedExamplesLeaveWhatTheStatementSays) {
  std::map<int, int> examples;
  for (const game::Pack& pack : packs_in("secret/by-hand/05-worked-examples.in")) {
    Game reference = reference_game(pack);
    game::Game generators(pack, {});
    std::unordered_set<State, StateHash> seen;
    while (seen.insert(reference.state()).second) {
      const Cards before = cards_in(reference.state());
      ASSERT_EQ(before, cards_in(generators));
      if (reference.is_won() || reference.is_lost()) break;
      const std::size_t pile = generators.next();
      reference.deal();
      generators.deal();
      const Cards after = cards_in(reference.state());
      if (before.piles.at(pile) != std::vector{5, 9, 7, 3}) continue;
      const int card = before.deck.front();
      if (card != 6 && card != 10) continue;
      ++examples[card];
      EXPECT_EQ(after.piles.at(pile), card == 6 ? (std::vector{7, 3}) : (std::vector{5, 9}));
      EXPECT_EQ(last_three(after.deck),
                card == 6 ? (std::vector{5, 9, 6}) : (std::vector{7, 3, 10}));
      EXPECT_EQ(after.deck.size(), before.deck.size() + 2);
    }
  }
  EXPECT_EQ(examples, (std::map<int, int>{{6, 3}, {10, 3}}));
}

TEST(TenTwentyThirty, OneOtherOrderPassesTheSample) {
  const std::vector<game::Pack> packs = packs_in("sample/01-three-packs.in");
  ASSERT_EQ(packs.size(), 3U);
  const std::vector<game::Ending> right = {{'W', 66}, {'L', 82}, {'D', 73}};
  std::vector<std::array<int, 3>> passing;
  game::Rules rules;
  do {
    std::vector<game::Ending> endings(packs.size());
    std::transform(packs.begin(), packs.end(), endings.begin(),
                   [&](const game::Pack& pack) { return game::play(pack, rules); });
    if (endings == right) passing.push_back(rules.order);
  } while (std::next_permutation(rules.order.begin(), rules.order.end()));
  EXPECT_EQ(passing, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 1}}));
}

/// In base 31, as the deck and a zero and the cards of each pile.
template <std::uint64_t modulus>
std::uint64_t hash_of(const std::array<std::uint64_t, 8>& eights) {
  constexpr std::uint64_t k_shift = 852891037441;  // 31^8
  std::uint64_t hash = 0;
  for (const std::uint64_t eight : eights)
    hash = (hash * k_shift + eight) % modulus;
  return hash;
}

/// Hashes of the states of one game, for three moduli.
class Hashes {
 public:
  void add(const State& state) {
    std::array<std::uint64_t, 8> eights{};
    // The first group has the three that are too many for seven full ones.
    for (std::size_t place = 0; place < 59; ++place)
      eights[(place + 5) / 8] = eights[(place + 5) / 8] * 31 + half_byte(state, place);
    of_[0].push_back(hash_of<100003>(eights));
    of_[1].push_back(hash_of<1000003>(eights));
    of_[2].push_back(hash_of<10000019>(eights));
  }

  /// For which of the moduli two of them are equal.
  std::array<int, 3> repeated() {
    std::array<int, 3> found{};
    for (std::size_t i = 0; i < 3; ++i) {
      std::sort(of_[i].begin(), of_[i].end());
      found[i] = std::adjacent_find(of_[i].begin(), of_[i].end()) != of_[i].end() ? 1 : 0;
    }
    return found;
  }

 private:
  std::array<std::vector<std::uint64_t>, 3> of_;
};

struct Played {
  game::Ending ending;
  std::array<int, 3> hash_errors{};  // moduli by which the game would end earlier
};

Played play_by_reference(const game::Pack& pack) {
  Game game = reference_game(pack);
  std::unordered_set<State, StateHash> seen = {game.state()};
  Hashes hashes;
  while (true) {
    game.deal();
    const State state = game.state();
    const bool is_draw = !seen.insert(state).second;
    if (game.is_won() || game.is_lost() || is_draw) {
      const char kind = game.is_won() ? 'W' : game.is_lost() ? 'L' : 'D';
      return {{kind, game.dealt()}, hashes.repeated()};
    }
    hashes.add(state);
  }
}

/// Whether the pile that is next is the same in the last state of a draw and in the state it
/// repeats.
bool same_pile_is_next(const game::Pack& pack, int dealt) {
  game::Game game(pack, {});
  std::vector<std::pair<Cards, std::size_t>> states;
  for (int i = static_cast<int>(game::k_piles); i < dealt; ++i) {
    states.emplace_back(cards_in(game), game.next());
    game.deal();
  }
  const Cards last = cards_in(game);
  const auto earlier = std::find_if(states.begin(), states.end(),
                                    [&](const auto& state) { return state.first == last; });
  return earlier != states.end() && earlier->second == game.next();
}

class RandomPacks {
 public:
  game::Pack next() {
    // The library's own shuffle is another one with another library.
    for (std::size_t i = pack_.size() - 1; i > 0; --i)
      std::swap(pack_[i], pack_[bits_() % (i + 1)]);
    return pack_;
  }

 private:
  std::mt19937 bits_{102030};
  game::Pack pack_ = game::sorted_pack();
};

TEST(TenTwentyThirty, RandomPacksEndAsTheSolutionSays) {
  RandomPacks packs;
  std::map<char, int> endings;
  std::array<int, 3> hash_errors{};
  int cards = 0;
  for (int i = 0; i < k_packs; ++i) {
    const game::Pack pack = packs.next();
    const Played played = play_by_reference(pack);
    const auto [kind, dealt] = played.ending;
    ++endings[kind];
    cards += dealt;
    for (std::size_t one = 0; one < 3; ++one)
      hash_errors[one] += played.hash_errors[one];
    if (kind == 'D') {
      EXPECT_TRUE(same_pile_is_next(pack, dealt));
    } else {
      const int least = kind == 'W' ? 21 : 52;
      EXPECT_TRUE(dealt >= least && (dealt - least) % 3 == 0) << kind << dealt;
    }
    if (i % 100 == 0) {
      EXPECT_EQ(game::play(pack), played.ending);
    }
  }
  EXPECT_EQ(endings, (std::map<char, int>{{'D', 326}, {'L', 48523}, {'W', 1151}}));
  EXPECT_EQ(cards, 8033598);
  EXPECT_EQ(hash_errors, (std::array<int, 3>{6100, 723, 84}));
}

}  // namespace
}  // namespace ten_twenty_thirty::facts
