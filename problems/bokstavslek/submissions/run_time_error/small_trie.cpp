// Bug: room for 300000 nodes, but there can be 698278.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Node {
  int child[26] = {};
  bool word = false;
};
vector<Node> trie(300000);
int nodes = 1;

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
      int& next = trie[node].child[c - 'A'];
      if (!next) next = nodes++;
      node = next;
      trie.at(node);
    }
    trie[node].word = true;
  }
  cout << "Säkra bokstäver:";
  for (int c = 0; c < 26; c++)
    if (trie[0].child[c] && good(trie[0].child[c])) cout << ' ' << char('A' + c);
  cout << endl;
}
