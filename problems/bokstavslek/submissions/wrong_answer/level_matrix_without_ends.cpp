// Bug: keeps only which letter follows which at each place, and takes a letter for the end of a
// word when nothing follows it there.
#include <bits/stdc++.h>
using namespace std;

bool follows[21][26][26];

int memo[21][26];  // 0: not known yet, 1: good, 2: bad

bool good(int level, int letter) {
  int& known = memo[level][letter];
  if (known != 0) return known == 1;
  bool last = true;
  bool answered = false;
  for (int next = 0; next < 26; next++) {
    if (!follows[level][letter][next]) continue;
    last = false;
    answered = answered || good(level + 1, next);
  }
  known = last || answered ? 2 : 1;
  return known == 1;
}

int main() {
  int n;
  cin >> n;
  bool begins[26] = {};
  while (n--) {
    string word;
    cin >> word;
    begins[word[0] - 'A'] = true;
    for (size_t i = 1; i < word.size(); i++)
      follows[i][word[i - 1] - 'A'][word[i] - 'A'] = true;
  }
  cout << "Säkra bokstäver:";
  for (int letter = 0; letter < 26; letter++)
    if (begins[letter] && good(1, letter)) cout << ' ' << char('A' + letter);
  cout << endl;
}
