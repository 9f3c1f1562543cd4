// Bug: keeps only which letter follows which at each place, so parts of different words are mixed;
// the end of a word is one more letter.
#include <bits/stdc++.h>
using namespace std;

bool follows[21][27][27];  // 26 is the end of a word
int memo[21][26];

// Whether the player wins who has just said `letter` as the letter number `level`.
bool good(int level, int letter) {
  if (follows[level][letter][26]) return false;
  int& known = memo[level][letter];
  if (known) return known == 1;
  known = 1;
  for (int next = 0; next < 26; next++)
    if (follows[level][letter][next] && good(level + 1, next)) known = 2;
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
    for (size_t i = 0; i < word.size(); i++)
      follows[i + 1][word[i] - 'A'][i + 1 < word.size() ? word[i + 1] - 'A' : 26] = true;
  }
  cout << "Säkra bokstäver:";
  for (int letter = 0; letter < 26; letter++)
    if (begins[letter] && good(1, letter)) cout << ' ' << char('A' + letter);
  cout << endl;
}
