// Right but too slow: writes down the words in order, from both ends of the list at once, until it
// meets the one that is asked for; words in the middle are too far from either end.
#include <iostream>
#include <string>

const int words = 701149020;

struct Walk {
  bool forward;
  std::string table = std::string(25, ' ');
  unsigned left = (1u << 25) - 1;  // a bit for each letter that is not in the table
  int number = forward ? 0 : words + 1;

  // The letters that may come into the cell: more than those beside and above it, and such that the
  // smaller ones that are left have room below and to the left.
  unsigned choices(int cell) const {
    int row = cell / 5, column = cell % 5;
    unsigned bits = left, after = left;
    if (column > 0) bits &= ~0u << (table[cell - 1] - 'A');
    if (row > 0) bits &= ~0u << (table[cell - 5] - 'A');
    for (int room = (4 - row) * column; room >= 0; --room)
      after &= after - 1;
    return bits & ~after;
  }

  // Puts the next letter into the cell, after the one that is there.
  bool change(int cell) {
    unsigned before = table[cell] == ' ' ? 0 : 1u << (table[cell] - 'A');
    left |= before;
    unsigned bits = choices(cell);
    if (before) bits &= forward ? ~(before | (before - 1)) : before - 1;
    table[cell] = ' ';
    if (bits == 0) return false;
    int letter = forward ? __builtin_ctz(bits) : 31 - __builtin_clz(bits);
    left ^= 1u << letter;
    table[cell] = 'A' + letter;
    return true;
  }

  void next() {
    int cell = number == 0 || number > words ? 0 : 24;
    while (cell < 25)
      cell += change(cell) ? 1 : -1;
    number += forward ? 1 : -1;
  }
};

int main() {
  std::string kind, asked;
  std::cin >> kind >> asked;
  int wanted = kind == "N" ? std::stoi(asked) : 0;
  Walk first{true}, last{false};
  while (true) {
    for (Walk* walk : {&first, &last}) {
      walk->next();
      if (kind == "N" && walk->number == wanted) {
        std::cout << walk->table << '\n';
        return 0;
      }
      if (kind == "W" && walk->table == asked) {
        std::cout << walk->number << '\n';
        return 0;
      }
    }
  }
}
