#include <iostream>
#include <string>

int main() {
  int least = 1;
  int most = 1000;
  std::string answer;
  while (answer != "correct") {
    const int guess = (least + most) / 2;
    std::cout << guess << std::endl;
    if (!(std::cin >> answer)) return 1;
    if (answer == "lower") most = guess - 1;
    if (answer == "higher") least = guess + 1;
  }
}
