#include <cstring>
#include <iostream>
#include <vector>

int main() {
  std::vector<char*> kept;
  for (int i = 0; i < 1024; ++i) {
    char* piece = new char[1 << 20];
    std::memset(piece, i, 1 << 20);
    kept.push_back(piece);
  }
  std::cout << static_cast<int>(kept.back()[5]) << "\n";
}
