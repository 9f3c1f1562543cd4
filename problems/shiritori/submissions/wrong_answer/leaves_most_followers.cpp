// Bug: says the word that leaves the most words to follow, so as not to be stuck itself.
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
std::vector<bool> used;
int unused[26][26];  // how many words are left, by first and last letter

int first(std::size_t word) {
  return words[word].front() - 'a';
}
int last(std::size_t word) {
  return words[word].back() - 'a';
}

void mark_used(std::size_t word) {
  used[word] = true;
  --unused[first(word)][last(word)];
}

/// How many words could follow a word that ends with this letter.
int followers(int letter) {
  int sum = 0;
  for (int to = 0; to < 26; ++to)
    sum += unused[letter][to];
  return sum;
}

std::size_t choose(std::size_t before) {
  std::size_t best = 0;
  int best_value = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != last(before)) continue;
    const int value = followers(last(i));
    if (best != 0 && value <= best_value) continue;
    best = i;
    best_value = value;
  }
  return best;
}

int main() {
  std::size_t n = 0;
  std::cin >> n;
  words.resize(n);
  used.assign(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    std::cin >> words[i];
    ++unused[first(i)][last(i)];
  }
  mark_used(0);
  std::size_t before = 0;
  while (true) {
    const std::size_t mine = choose(before);
    if (mine == 0) {
      std::cout << "-" << std::endl;
      return 0;
    }
    std::cout << words[mine] << std::endl;
    mark_used(mine);
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    before = 0;
    while (words[before] != reply)
      ++before;
    mark_used(before);
  }
}
