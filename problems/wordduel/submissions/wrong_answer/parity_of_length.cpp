// Bug: believes that every game lasts until one letter is left, so only the length matters.
#include <iostream>
#include <string>

int main() {
  std::string word;
  std::cin >> word;
  std::cout << (word.size() - 1) % 2 << std::endl;
}
