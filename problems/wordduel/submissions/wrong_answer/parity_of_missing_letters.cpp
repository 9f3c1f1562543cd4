// Bug: takes the parity of the number of letters outside the longest increasing subsequence.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
  std::string word;
  std::cin >> word;
  int length[32] = {}, longest = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    length[i] = 1;
    for (size_t j = 0; j < i; ++j)
      if (word[j] < word[i]) length[i] = std::max(length[i], length[j] + 1);
    longest = std::max(longest, length[i]);
  }
  std::cout << (word.size() - longest) % 2 << std::endl;
}
