// Bug: a letter with which no word begins is taken for safe.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Node {
  int child[26] = {};
  bool word = false;
};
vector<Node> trie(1);

bool good(int node) {
  if (trie[node].word) return false;
  for (int next : trie[node].child)
    if (next && good(next)) return false;
  return true;
}

int main() {
  int n;
  cin >> n;
  while (n--) {
    string word;
    cin >> word;
    int node = 0;
    for (char c : word) {
      if (!trie[node].child[c - 'A']) {
        trie[node].child[c - 'A'] = (int)trie.size();
        trie.push_back({});
      }
      node = trie[node].child[c - 'A'];
    }
    trie[node].word = true;
  }
  cout << "Säkra bokstäver:";
  for (int c = 0; c < 26; c++)
    if (!trie[0].child[c] || good(trie[0].child[c])) cout << ' ' << char('A' + c);
  cout << endl;
}
