// The seven piles and the deck, with marks on the cards that move.
#pragma once

#include <algorithm>
#include <arbiter/replay.hpp>
#include <array>
#include <deque>
#include <iterator>
#include <map>
#include <string>
#include <vector>

constexpr std::size_t k_piles = 7;

struct Card {
  int value = 0;
  std::string mark{};
};

inline arbiter::ReplayThing shown(const Card& card) {
  return {std::to_string(card.value), false, card.mark};
}

class Table {
 public:
  explicit Table(const std::vector<int>& pack) {
    for (const int value : pack)
      deck_.push_back({value});
  }

  void unmark() {
    for (Card& card : deck_)
      card.mark.clear();
    for (auto& pile : piles_)
      for (Card& card : pile)
        card.mark.clear();
  }

  /// Puts the next card on its pile, and returns the number of that pile.
  std::size_t deal() {
    while (dealt_ >= static_cast<int>(k_piles) && piles_[next_].empty())
      next_ = (next_ + 1) % k_piles;
    const std::size_t pile = next_;
    piles_[pile].push_back({deck_.front().value, "moved"});
    deck_.pop_front();
    ++dealt_;
    next_ = (next_ + 1) % k_piles;
    return pile;
  }

  /// The places of three cards to take: first two and last, first and last two, last three.
  std::vector<std::size_t> three(std::size_t pile) const {
    const std::size_t n = piles_[pile].size();
    if (n < 3 || dealt_ <= static_cast<int>(k_piles)) return {};
    for (const std::size_t front : {2, 1, 0}) {
      std::vector<std::size_t> places;
      int sum = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        places.push_back(i < front ? i : n - 3 + i);
        sum += piles_[pile][places.back()].value;
      }
      if (sum % 10 == 0) return places;
    }
    return {};
  }

  void mark(std::size_t pile, const std::vector<std::size_t>& places) {
    for (const std::size_t place : places)
      piles_[pile][place].mark = "out";
  }

  /// Takes the marked cards to the bottom of the deck.
  void take(std::size_t pile) {
    for (Card& card : piles_[pile]) {
      if (card.mark == "out") deck_.push_back({card.value, "moved"});
    }
    std::erase_if(piles_[pile], [](const Card& card) { return card.mark == "out"; });
  }

  /// How it has ended, as the answer says it; empty while it goes on.
  std::string result() {
    const bool has_won =
        std::all_of(piles_.begin(), piles_.end(), [](auto& p) { return p.empty(); });
    if (has_won) return "Win : " + std::to_string(dealt_);
    if (deck_.empty()) return "Loss: " + std::to_string(dealt_);
    std::string key;
    for (const Card& card : deck_)
      key += static_cast<char>(card.value);
    for (const auto& pile : piles_) {
      key += '\0';
      for (const Card& card : pile)
        key += static_cast<char>(card.value);
    }
    const auto [at, is_new] = seen_.emplace(key, dealt_);
    if (is_new) return {};
    repeats_ = "as after card " + std::to_string(at->second);
    return "Draw: " + std::to_string(dealt_);
  }

  std::vector<arbiter::ReplayZone> state() const {
    std::vector<arbiter::ReplayPile> piles(k_piles);
    for (std::size_t i = 0; i < k_piles; ++i)
      std::transform(piles_[i].begin(), piles_[i].end(), std::back_inserter(piles[i]), shown);
    arbiter::ReplayPile deck;
    std::transform(deck_.begin(), deck_.end(), std::back_inserter(deck), shown);
    return {arbiter::ReplayZone::of_piles("piles", piles), arbiter::ReplayZone::row("deck", deck)};
  }

  int dealt() const { return dealt_; }
  const std::string& repeats() const { return repeats_; }

 private:
  std::deque<Card> deck_;
  std::array<std::vector<Card>, k_piles> piles_;
  std::map<std::string, int> seen_;
  std::size_t next_ = 0;
  int dealt_ = 0;
  std::string repeats_;
};
