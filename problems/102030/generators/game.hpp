// The game, played by the rules or by rules that are wrong in one point, for generators that look
// for packs on which that makes a difference.
#pragma once

#include <algorithm>
#include <arbiter/generator.hpp>
#include <array>
#include <deque>
#include <string>
#include <unordered_set>
#include <vector>

namespace game {

constexpr std::size_t k_piles = 7;
constexpr int k_no_limit = 1000000;

using Pack = std::vector<int>;

/// 1 1 1 1 2 2 2 2 … and sixteen tens.
inline Pack sorted_pack() {
  Pack pack;
  for (int value = 1; value < 10; ++value)
    pack.insert(pack.end(), 4, value);
  pack.insert(pack.end(), 16, 10);
  return pack;
}

inline Pack random_pack(arbiter::ChoiceSource& source) {
  Pack pack = sorted_pack();
  source.shuffle(pack);
  return pack;
}

enum class PutBack { in_order, reversed, sorted, on_top };
enum class Seen { everything, no_boundaries, piles, once_a_round, one_hash };

struct Rules {
  // Of the combinations first two + last (0), first + last two (1), last three (2).
  std::array<int, 3> order{0, 1, 2};
  PutBack put_back = PutBack::in_order;
  Seen seen = Seen::everything;
  long modulus = 1;  // of one_hash
  bool one_removal = false;
  bool empty_piles_stay = false;
};

struct Ending {
  char kind = '?';  // W, L, D, or ? when the limit was reached
  int dealt = 0;

  bool operator==(const Ending&) const = default;
};

class Game {
 public:
  Game(const Pack& pack, const Rules& rules) : rules_(rules), deck_(pack.begin(), pack.end()) {
    for (auto& pile : piles_) {
      pile.push_back(deck_.front());
      deck_.pop_front();
    }
  }

  Ending play(int limit) {
    for (int dealt = k_piles + 1; dealt <= limit; ++dealt) {
      const bool ends_round = deal();
      if (is_won()) return {'W', dealt};
      if (deck_.empty()) return {'L', dealt};
      if (rules_.seen == Seen::once_a_round && !ends_round) continue;
      if (!seen_.insert(state()).second) return {'D', dealt};
    }
    return {};
  }

  const std::deque<int>& deck() const { return deck_; }
  const std::array<std::vector<int>, k_piles>& piles() const { return piles_; }
  /// The pile that gets the next card.
  std::size_t next() const { return next_; }
  bool is_won() const {
    return std::all_of(piles_.begin(), piles_.end(), [](const auto& pile) { return pile.empty(); });
  }

  /// Whether the last pile of a round got the card.
  bool deal() {
    while (piles_[next_].empty() && !rules_.empty_piles_stay)
      next_ = (next_ + 1) % k_piles;
    std::vector<int>& pile = piles_[next_];
    pile.push_back(deck_.front());
    deck_.pop_front();
    while (take_three(pile) && !rules_.one_removal) {
    }
    const std::size_t dealt_to = next_;
    do {
      next_ = (next_ + 1) % k_piles;
    } while (piles_[next_].empty() && !rules_.empty_piles_stay && next_ != dealt_to);
    return next_ <= dealt_to;
  }

 private:
  bool take_three(std::vector<int>& pile) {
    const std::size_t n = pile.size();
    if (n < 3) return false;
    for (const int combination : rules_.order) {
      const std::size_t front = combination == 0 ? 2 : combination == 1 ? 1 : 0;
      std::array<int, 3> cards{};
      for (std::size_t i = 0; i < 3; ++i)
        cards[i] = pile[i < front ? i : n - 3 + i];
      if ((cards[0] + cards[1] + cards[2]) % 10 != 0) continue;
      pile.resize(n - 3 + front);
      pile.erase(pile.begin(), pile.begin() + static_cast<std::ptrdiff_t>(front));
      put_back(cards);
      return true;
    }
    return false;
  }

  void put_back(std::array<int, 3> cards) {
    if (rules_.put_back == PutBack::reversed) std::swap(cards[0], cards[2]);
    if (rules_.put_back == PutBack::sorted) std::sort(cards.begin(), cards.end());
    const bool is_top = rules_.put_back == PutBack::on_top;
    deck_.insert(is_top ? deck_.begin() : deck_.end(), cards.begin(), cards.end());
  }

  std::string state() const {
    std::string text;
    if (rules_.seen != Seen::piles) text.assign(deck_.begin(), deck_.end());
    for (const auto& pile : piles_) {
      if (rules_.seen != Seen::no_boundaries) text += '\0';
      text.append(pile.begin(), pile.end());
    }
    if (rules_.seen != Seen::one_hash) return text;
    long hash = 0;
    for (const char card : text)
      hash = (hash * 31 + card) % rules_.modulus;
    return std::to_string(hash);
  }

  Rules rules_;
  std::deque<int> deck_;
  std::array<std::vector<int>, k_piles> piles_;
  std::size_t next_ = 0;
  std::unordered_set<std::string> seen_;
};

inline Ending play(const Pack& pack, const Rules& rules = {}, int limit = k_no_limit) {
  return Game(pack, rules).play(limit);
}

/// The packs, each on one line, and the 0.
inline void write(arbiter::OutputText& out, const std::vector<Pack>& packs) {
  for (const Pack& pack : packs)
    out << pack << '\n';
  out << "0\n";
}

}  // namespace game
