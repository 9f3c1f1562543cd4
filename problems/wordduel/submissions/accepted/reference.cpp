// Fills a table over all sets of kept letters, smallest sets first; no search, no recursion.
#include <cstdio>
#include <cstring>
#include <vector>

int main() {
  char word[32];
  if (std::scanf("%31s", word) != 1) return 1;
  const unsigned length = static_cast<unsigned>(std::strlen(word));
  const unsigned positions = 1U << length;
  // The empty set is never reached, but counts as increasing so that single letters come out right.
  std::vector<char> is_increasing(positions, 1);
  std::vector<char> mover_wins(positions, 0);
  for (unsigned kept = 1; kept < positions; ++kept) {
    unsigned last = 0;
    while ((kept >> last) > 1)
      ++last;
    const unsigned before = kept ^ (1U << last);
    unsigned previous = last;
    while (previous > 0 && (before >> previous & 1U) == 0)
      --previous;
    is_increasing[kept] = before == 0 || (is_increasing[before] && word[previous] < word[last]);
    // Who faces an increasing word has lost: the opponent has just left it.
    if (is_increasing[kept]) continue;
    for (unsigned letter = 0; letter < length; ++letter) {
      const bool can_delete = (kept >> letter & 1U) != 0;
      // Removing a letter makes the number smaller, so that entry is final already.
      if (can_delete && !mover_wins[kept ^ (1U << letter)]) mover_wins[kept] = 1;
    }
  }
  std::printf("%d\n", mover_wins[positions - 1]);
}
