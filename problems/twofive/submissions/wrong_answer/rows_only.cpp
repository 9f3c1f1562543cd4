// Bug: the rows increase, but nobody looks at the columns.
#include <cstring>
#include <iostream>
#include <string>
using namespace std;

typedef long long count_t;
int place[25], owner[25];  // of each letter, of each cell; -1 is free
count_t memo[6][6][6][6][6];

count_t fill(int a, int b, int c, int d, int e) {
  int letter = a + b + c + d + e;
  if (letter == 25) return 1;
  count_t& m = memo[a][b][c][d][e];
  if (m != count_t(-1)) return m;
  m = 0;
  int len[5] = {a, b, c, d, e};
  for (int r = 0; r < 5; r++) {
    if (len[r] == 5) continue;
    int cell = r * 5 + len[r];
    if (place[letter] >= 0 ? place[letter] != cell : owner[cell] >= 0) continue;
    len[r]++;
    m += fill(len[0], len[1], len[2], len[3], len[4]);
    len[r]--;
  }
  return m;
}

count_t completions() {
  for (auto& x : memo)
    for (auto& y : x)
      for (auto& z : y)
        for (auto& w : z)
          for (auto& v : w)
            v = -1;
  return fill(0, 0, 0, 0, 0);
}

int main() {
  memset(place, -1, sizeof place);
  memset(owner, -1, sizeof owner);
  string kind, text, word;
  cin >> kind >> text;
  bool rank = kind == "W";
  count_t number = rank ? 1 : stoll(text);
  for (int cell = 0; cell < 25; cell++) {
    for (int letter = 0; letter < 25; letter++) {
      if (place[letter] >= 0) continue;
      place[letter] = cell;
      owner[cell] = letter;
      if (rank && text[cell] == 'A' + letter) break;
      count_t count = completions();
      if (!rank && number <= count) {
        word += char('A' + letter);
        break;
      }
      if (rank)
        number += count;
      else
        number -= count;
      place[letter] = owner[cell] = -1;
    }
  }
  if (rank)
    cout << number << endl;
  else
    cout << word << endl;
}
