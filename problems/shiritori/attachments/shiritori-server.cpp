// The opponent as a program of its own: it plays Shiritori over standard input and output.
//
//   g++ -O2 -std=c++17 -o shiritori-server shiritori-server.cpp
//   ./shiritori-server DICTIONARY [DIALOGUE]
//
// DICTIONARY has a word a line, the start word first; a first line with the number of words may be
// there. The dialogue is written to the file DIALOGUE, shiritori.txt if it is not named: lines of
// the server begin with <, those of the player with >. The exit status is 0 if the player has won,
// 1 if the server has, 2 if there is nothing to play with.

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int k_letters = 26;

using Counts = std::array<std::array<int, k_letters>, k_letters>;

int first(const std::string& word) {
  return word.front() - 'a';
}
int last(const std::string& word) {
  return word.back() - 'a';
}

/// Finds out who wins. Two words that lead there and back cancel each other, as do two that begin
/// and end with the same letter; what is left is searched, and what was found is remembered.
class Search {
 public:
  /// Whether the player who has to begin with `letter` loses for certain.
  bool is_lost(const Counts& unused, int letter) {
    for (int a = 0; a < k_letters; ++a)
      for (int b = 0; b < k_letters; ++b)
        left_[a][b] = a == b ? unused[a][a] % 2 : std::max(0, unused[a][b] - unused[b][a]);
    gave_up_ = false;
    work_ = 0;
    const bool wins = mover_wins(letter);
    return !wins && !gave_up_;
  }

 private:
  static constexpr int k_most_work = 200000;
  static constexpr std::size_t k_most_remembered = 400000;

  std::vector<int> letters_after(int letter) const {
    std::multimap<int, int> by_answers;
    for (int to = 0; to < k_letters; ++to) {
      if (left_[letter][to] == 0) continue;
      int answers = 0;
      for (const int number : left_[to])
        answers += number > 0 ? 1 : 0;
      by_answers.emplace(answers, to);
    }
    std::vector<int> letters;
    for (const auto& [answers, to] : by_answers)
      letters.push_back(to);
    return letters;
  }

  std::string name_of_position(int letter) const {
    std::string name(1, static_cast<char>(letter));
    for (int a = 0; a < k_letters; ++a)
      for (int b = 0; b < k_letters; ++b)
        if (left_[a][b] > 0)
          name += {static_cast<char>(a), static_cast<char>(b), static_cast<char>(left_[a][b] % 128),
                   static_cast<char>(left_[a][b] / 128)};
    return name;
  }

  bool mover_wins(int letter) {
    const std::string name = name_of_position(letter);
    const auto known = known_.find(name);
    if (known != known_.end()) return known->second;
    if (++work_ > k_most_work) gave_up_ = true;
    bool wins = false;
    for (const int to : letters_after(letter)) {
      if (wins || gave_up_) break;
      --left_[letter][to];
      wins = !mover_wins(to);
      ++left_[letter][to];
    }
    if (gave_up_) return false;
    if (known_.size() >= k_most_remembered) known_.clear();
    known_[name] = wins;
    return wins;
  }

  Counts left_{};
  std::map<std::string, bool> known_;
  int work_ = 0;
  bool gave_up_ = false;
};

class Server {
 public:
  Server(std::vector<std::string> words, const char* dialogue)
      : words_(std::move(words)), used_(words_.size(), false), dialogue_(dialogue) {
    for (std::size_t i = 1; i < words_.size(); ++i)
      ++unused_[first(words_[i])][last(words_[i])];
    used_[0] = true;
    letter_ = last(words_[0]);
  }

  int play() {
    say(std::to_string(words_.size()));
    for (const std::string& word : words_)
      say(word);
    std::string word;
    while (std::getline(std::cin, word)) {
      if (!word.empty() && word.back() == '\r') word.pop_back();
      dialogue_ << '>' << word << std::endl;
      const std::string fault = what_is_wrong_with(word);
      if (!fault.empty()) return end(1, "you have lost: " + fault);
      take(word);
      const std::string answer = choose();
      say(answer);
      if (answer == "-") return end(0, "you have won");
      take(answer);
    }
    return end(1, "you have lost: your output has ended");
  }

 private:
  void say(const std::string& line) {
    std::cout << line << std::endl;
    dialogue_ << '<' << line << std::endl;
  }

  static int end(int status, const std::string& message) {
    std::cerr << message << std::endl;
    return status;
  }

  std::size_t find(const std::string& word) const {
    std::size_t i = 0;
    while (i < words_.size() && words_[i] != word)
      ++i;
    return i;
  }

  std::string what_is_wrong_with(const std::string& word) const {
    const std::size_t i = find(word);
    if (word == "-") return "you have given up";
    if (i == words_.size()) return "'" + word + "' is not in the dictionary";
    if (used_[i]) return "'" + word + "' was said before";
    if (first(word) != letter_) return "'" + word + "' begins with the wrong letter";
    return {};
  }

  void take(const std::string& word) {
    used_[find(word)] = true;
    --unused_[first(word)][last(word)];
    letter_ = last(word);
  }

  /// A word that wins; without one, a word after which the most words are left to begin with.
  std::string choose() {
    std::string best = "-";
    int best_value = -1;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (used_[i] || first(words_[i]) != letter_) continue;
      const int to = last(words_[i]);
      --unused_[letter_][to];
      const bool wins = search_.is_lost(unused_, to);
      ++unused_[letter_][to];
      if (wins) return words_[i];
      int value = 0;
      for (const int number : unused_[to])
        value += number;
      if (value > best_value) best = words_[i];
      best_value = std::max(best_value, value);
    }
    return best;
  }

  std::vector<std::string> words_;
  std::vector<bool> used_;
  std::ofstream dialogue_;
  Counts unused_{};
  int letter_ = 0;
  Search search_;
};

bool is_word(const std::string& text) {
  return text.size() >= 2 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
  // A player who has gone is told so as well.
  std::signal(SIGPIPE, SIG_IGN);
#endif
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: " << argv[0] << " DICTIONARY [DIALOGUE]" << std::endl;
    return 2;
  }
  std::ifstream file(argv[1]);
  std::vector<std::string> words;
  std::string word;
  while (file >> word) {
    const bool is_count =
        words.empty() && word.find_first_not_of("0123456789") == std::string::npos;
    if (is_count) continue;
    if (!is_word(word)) {
      std::cerr << argv[1] << ": '" << word << "' is no word of 2 or more letters a-z" << std::endl;
      return 2;
    }
    words.push_back(word);
  }
  if (words.empty()) {
    std::cerr << argv[1] << ": there are no words" << std::endl;
    return 2;
  }
  return Server(std::move(words), argc == 3 ? argv[2] : "shiritori.txt").play();
}
