/* The cancelled game, searched with a table of positions that overwrites older entries. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { k_letters = 26, k_words = 400, k_table = 1 << 18 };

static char words[k_words][24];
static int used[k_words];
static int all[k_letters][k_letters];
static int surplus[k_letters][k_letters];

/* Both words are kept, so that a wrong hit needs 128 equal bits. */
static struct {
  uint64_t low, high;
  int wins;
} table[k_table];
static uint64_t low, high;

static uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void set_surplus(int a, int b, int number) {
  const uint64_t change = (uint64_t)number - (uint64_t)surplus[a][b];
  low += change * mixed((uint64_t)(a * k_letters + b + 1) * 0x9e3779b97f4a7c15u);
  high += change * mixed((uint64_t)(a * k_letters + b + 1000) * 0x9e3779b97f4a7c15u);
  surplus[a][b] = number;
}

static void cancel(void) {
  for (int a = 0; a < k_letters; ++a) {
    for (int b = 0; b < k_letters; ++b) {
      const int pairs = all[a][b] < all[b][a] ? all[a][b] : all[b][a];
      set_surplus(a, b, a == b ? all[a][a] % 2 : all[a][b] - pairs);
    }
  }
}

static int answers(int letter) {
  int number = 0;
  for (int to = 0; to < k_letters; ++to)
    number += surplus[letter][to] > 0;
  return number;
}

static int mover_wins(int letter) {
  const uint64_t here_low = mixed(low + (uint64_t)letter);
  const uint64_t here_high = mixed(high + (uint64_t)letter);
  const size_t place = (size_t)(here_low % k_table);
  if (table[place].low == here_low && table[place].high == here_high) return table[place].wins;
  int number_of[k_letters];
  for (int to = 0; to < k_letters; ++to)
    number_of[to] = surplus[letter][to] > 0 ? answers(to) : -1;
  int wins = 0;
  /* Letters with few answers first: the opponent runs out of words sooner. */
  for (int number = 0; number <= k_letters && !wins; ++number) {
    for (int to = 0; to < k_letters && !wins; ++to) {
      if (number_of[to] != number) continue;
      set_surplus(letter, to, surplus[letter][to] - 1);
      wins = !mover_wins(to);
      set_surplus(letter, to, surplus[letter][to] + 1);
    }
  }
  table[place].low = here_low;
  table[place].high = here_high;
  table[place].wins = wins;
  return wins;
}

static int first(int word) {
  return words[word][0] - 'a';
}
static int last(int word) {
  return words[word][strlen(words[word]) - 1] - 'a';
}

static int winning_word(int n, int letter) {
  for (int i = 1; i < n; ++i) {
    if (used[i] || first(i) != letter) continue;
    --all[first(i)][last(i)];
    cancel();
    if (!mover_wins(last(i))) return i;
    ++all[first(i)][last(i)];
  }
  return 0;
}

int main(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n; ++i) {
    if (scanf("%23s", words[i]) != 1) return 1;
    if (i > 0) ++all[first(i)][last(i)];
  }
  int letter = last(0);
  while (1) {
    const int mine = winning_word(n, letter);
    if (mine == 0) return 1;
    used[mine] = 1;
    printf("%s\n", words[mine]);
    fflush(stdout);
    char reply[24];
    if (scanf("%23s", reply) != 1) return 1;
    if (strcmp(reply, "-") == 0) return 0;
    for (int i = 1; i < n; ++i) {
      if (strcmp(words[i], reply) != 0) continue;
      used[i] = 1;
      --all[first(i)][last(i)];
      letter = last(i);
    }
  }
}
