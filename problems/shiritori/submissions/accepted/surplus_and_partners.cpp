// Solves only the game on the surplus words, once cancelled, and answers a word outside of it by
// the partner that leads back. Nothing is ever cancelled again. The search gives every surplus word
// a number and remembers sets of them by a hash of 64 bits.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

struct Word {
  std::string text;
  int from = 0;
  int to = 0;
  std::size_t partner = 0;  ///< 0: none, the word belongs to the surplus
};

class Player {
 public:
  explicit Player(std::vector<Word> words) : words_(std::move(words)), used_(words_.size(), false) {
    for (std::size_t i = 1; i < words_.size(); ++i)
      pair_up(i);
    for (std::size_t i = 1; i < words_.size(); ++i)
      if (words_[i].partner == 0) surplus_[words_[i].from].push_back(i);
    for (auto& [letter, list] : surplus_)
      std::stable_sort(list.begin(), list.end(),
                       [&](std::size_t a, std::size_t b) { return words_[a].to < words_[b].to; });
  }

  /// A surplus word that leaves a lost surplus game.
  std::size_t opening_word(int letter) {
    for (const std::size_t word : surplus_[letter])
      if (!used_[word] && loses_after(word)) return word;
    return 0;
  }

  std::size_t answer(std::size_t theirs) {
    const std::size_t partner = words_[theirs].partner;
    return partner != 0 ? partner : opening_word(words_[theirs].to);
  }

  void say(std::size_t word) {
    used_[word] = true;
    if (words_[word].partner == 0) gone_ ^= mark(word);
  }

  std::size_t find(const std::string& text) const {
    std::size_t word = 0;
    while (words_[word].text != text)
      ++word;
    return word;
  }

  const std::string& text(std::size_t word) const { return words_[word].text; }
  int last_of_start() const { return words_[0].to; }

 private:
  void pair_up(std::size_t later) {
    for (std::size_t i = 1; i < later && words_[later].partner == 0; ++i) {
      const bool is_back = words_[i].from == words_[later].to && words_[i].to == words_[later].from;
      if (!is_back || words_[i].partner != 0) continue;
      words_[i].partner = later;
      words_[later].partner = i;
    }
  }

  static std::uint64_t mark(std::size_t word) {
    std::uint64_t x = static_cast<std::uint64_t>(word + 1) * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  int choices(int letter) {
    int sum = 0;
    for (const std::size_t word : surplus_[letter])
      sum += used_[word] ? 0 : 1;
    return sum;
  }

  bool loses_after(std::size_t word) {
    say(word);
    const bool loses = !mover_wins(words_[word].to);
    used_[word] = false;
    gone_ ^= mark(word);
    return loses;
  }

  bool mover_wins(int letter) {
    const std::uint64_t here = gone_ ^ mark(words_.size() + static_cast<std::size_t>(letter));
    const auto known = known_.find(here);
    if (known != known_.end()) return known->second;
    std::multimap<int, std::size_t> by_choices;
    int previous = -1;
    for (const std::size_t word : surplus_[letter]) {
      // Words that end alike are equally good; the list is sorted by their last letter.
      if (used_[word] || words_[word].to == previous) continue;
      previous = words_[word].to;
      by_choices.emplace(choices(previous), word);
    }
    bool wins = false;
    for (auto each = by_choices.begin(); each != by_choices.end() && !wins; ++each)
      wins = loses_after(each->second);
    known_[here] = wins;
    return wins;
  }

  std::vector<Word> words_;
  std::vector<bool> used_;
  std::map<int, std::vector<std::size_t>> surplus_;
  std::uint64_t gone_ = 0;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace

int main() {
  std::size_t n = 0;
  std::cin >> n;
  std::vector<Word> words(n);
  for (Word& word : words) {
    std::cin >> word.text;
    word.from = word.text.front() - 'a';
    word.to = word.text.back() - 'a';
  }
  Player player(std::move(words));
  std::size_t mine = player.opening_word(player.last_of_start());
  while (mine != 0) {
    player.say(mine);
    std::cout << player.text(mine) << std::endl;
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    const std::size_t theirs = player.find(reply);
    player.say(theirs);
    mine = player.answer(theirs);
  }
  return 1;
}
