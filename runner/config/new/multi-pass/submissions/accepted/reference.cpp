#include <iostream>
#include <string>

int main() {
  std::string task;
  std::string word;
  std::cin >> task >> word;
  if (task == "encode") {
    std::string bits;
    for (int n = std::stoi(word); n > 0; n /= 2)
      bits.insert(0, 1, n % 2 == 0 ? 'a' : 'b');
    std::cout << (bits.empty() ? "a" : bits) << '\n';
  } else {
    int n = 0;
    for (const char letter : word)
      n = 2 * n + (letter == 'b' ? 1 : 0);
    std::cout << n << '\n';
  }
}
