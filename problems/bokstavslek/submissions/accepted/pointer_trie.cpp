// A tree of letters made of pointers, searched from its root. Written as for a DOS computer: the
// file is named with a backslash, and the label is printed in code page 437.
#include <array>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

struct Node {
  std::array<std::unique_ptr<Node>, 26> next;
  bool is_word = false;
};

// Whether the player wins who has said the letters that lead here.
bool good(const Node& said) {
  if (said.is_word) return false;
  for (const std::unique_ptr<Node>& longer : said.next) {
    if (longer && good(*longer)) return false;
  }
  return true;
}

int main() {
  std::ifstream file("data\\bokstav.dat");
  int count = 0;
  file >> count;
  Node root;
  std::string word;
  while (count-- > 0 && file >> word) {
    Node* node = &root;
    for (char letter : word) {
      std::unique_ptr<Node>& next = node->next[letter - 'A'];
      if (!next) next = std::make_unique<Node>();
      node = next.get();
    }
    node->is_word = true;
  }
  std::cout << "S\x84kra bokst\x84ver:";
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const std::unique_ptr<Node>& first = root.next[letter - 'A'];
    if (first && good(*first)) std::cout << ' ' << letter;
  }
  std::cout << '\n';
}
