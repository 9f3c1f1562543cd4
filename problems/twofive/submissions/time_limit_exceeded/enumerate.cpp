// Right but too slow: writes down all words in order until it meets the one that is asked for.
#include <iostream>
#include <string>

char table[26];
bool used[25];
long long number = 0, wanted = 0;
std::string word;

bool search(int cell) {
  if (cell == 25) {
    ++number;
    return wanted ? number == wanted : word == table;
  }
  char first = 'A';
  if (cell % 5 > 0) first = table[cell - 1] + 1;
  if (cell >= 5 && table[cell - 5] >= first) first = table[cell - 5] + 1;
  for (char letter = first; letter <= 'Y'; ++letter) {
    if (used[letter - 'A']) continue;
    used[letter - 'A'] = true;
    table[cell] = letter;
    if (search(cell + 1)) return true;
    used[letter - 'A'] = false;
    // The smallest letter that is left must begin this row.
    if (cell % 5 == 0) break;
  }
  return false;
}

int main() {
  std::string kind;
  std::cin >> kind;
  if (kind == "N")
    std::cin >> wanted;
  else
    std::cin >> word;
  search(0);
  if (wanted)
    std::cout << table << '\n';
  else
    std::cout << number << '\n';
}
