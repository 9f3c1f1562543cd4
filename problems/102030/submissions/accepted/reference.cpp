// Plays each pack and keeps every state it has been in, compared exactly and not by a hash.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <unordered_set>

namespace {

constexpr int k_cards = 52;
constexpr int k_piles = 7;

/// Deck and piles as half bytes, the top or front card first and a zero before each pile: 52 + 7
/// half bytes in four numbers. Different states give different numbers.
using State = std::array<std::uint64_t, 4>;

struct StateHash {
  std::size_t operator()(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t part : state)
      hash = (hash ^ part ^ (hash >> 29)) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }
};

struct Pile {
  int size = 0;
  // One more than the cards, so that the end of a full pile can be named.
  std::array<std::uint8_t, k_cards + 1> cards{};

  void remove(int place) {
    --size;
    std::memmove(&cards[place], &cards[place + 1], static_cast<std::size_t>(size - place));
  }
};

class Game {
 public:
  explicit Game(const std::array<std::uint8_t, k_cards>& pack) {
    for (int i = 0; i < k_piles; ++i)
      piles_[i].cards[piles_[i].size++] = pack[i];
    for (int i = k_piles; i < k_cards; ++i)
      put_under_deck(pack[i]);
  }

  int dealt() const { return dealt_; }
  bool is_won() const { return piles_left_ == 0; }
  bool is_lost() const { return deck_size_ == 0; }

  void deal() {
    while (piles_[next_].size == 0)
      next_ = (next_ + 1) % k_piles;
    Pile& pile = piles_[next_];
    pile.cards[pile.size++] = deck_[deck_top_ % k_ring];
    ++deck_top_;
    --deck_size_;
    ++dealt_;
    while (take_three(pile)) {
    }
    if (pile.size == 0) --piles_left_;
    next_ = (next_ + 1) % k_piles;
  }

  State state() const {
    State packed{};
    int place = 0;
    const auto append = [&](unsigned card) {
      packed[place / 16] |= static_cast<std::uint64_t>(card) << (place % 16 * 4);
      ++place;
    };
    for (unsigned i = 0; i < deck_size_; ++i)
      append(deck_[(deck_top_ + i) % k_ring]);
    for (const Pile& pile : piles_) {
      append(0);
      for (int i = 0; i < pile.size; ++i)
        append(pile.cards[i]);
    }
    return packed;
  }

 private:
  static constexpr unsigned k_ring = 64;

  void put_under_deck(std::uint8_t card) { deck_[(deck_top_ + deck_size_++) % k_ring] = card; }

  bool take_three(Pile& pile) {
    const int n = pile.size;
    if (n < 3) return false;
    const int choices[3][3] = {{0, 1, n - 1}, {0, n - 2, n - 1}, {n - 3, n - 2, n - 1}};
    for (const auto& places : choices) {
      int sum = 0;
      for (const int place : places)
        sum += pile.cards[place];
      if (sum != 10 && sum != 20 && sum != 30) continue;
      for (const int place : places)
        put_under_deck(pile.cards[place]);
      for (int i = 2; i >= 0; --i)
        pile.remove(places[i]);
      return true;
    }
    return false;
  }

  std::array<std::uint8_t, k_ring> deck_{};
  unsigned deck_top_ = 0;
  unsigned deck_size_ = 0;
  std::array<Pile, k_piles> piles_{};
  int piles_left_ = k_piles;
  int next_ = 0;
  int dealt_ = k_piles;
};

void play(const std::array<std::uint8_t, k_cards>& pack) {
  Game game(pack);
  std::unordered_set<State, StateHash> seen;
  seen.reserve(256);
  seen.insert(game.state());
  while (true) {
    game.deal();
    if (game.is_won()) {
      std::printf("Win : %d\n", game.dealt());
      return;
    }
    if (game.is_lost()) {
      std::printf("Loss: %d\n", game.dealt());
      return;
    }
    if (!seen.insert(game.state()).second) {
      std::printf("Draw: %d\n", game.dealt());
      return;
    }
  }
}

}  // namespace

int main() {
  int value = 0;
  while (std::scanf("%d", &value) == 1 && value != 0) {
    std::array<std::uint8_t, k_cards> pack{};
    pack[0] = static_cast<std::uint8_t>(value);
    for (int i = 1; i < k_cards; ++i) {
      if (std::scanf("%d", &value) != 1) return 1;
      pack[i] = static_cast<std::uint8_t>(value);
    }
    play(pack);
  }
}
