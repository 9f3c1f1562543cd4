// A right answer, but status 3.
#include <iostream>

int main() {
  long long a = 0, b = 0;
  std::cin >> a >> b;
  std::cout << a + b << "\n";
  return 3;
}
