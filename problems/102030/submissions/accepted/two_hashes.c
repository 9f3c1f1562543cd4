/* Recognises a repeated state by two hashes: the first gives the place in a table with open
   addressing, the second, of 64 bits, is stored there in the state's stead. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { cards = 52, table_size = 1 << 16 };

static uint64_t keys[table_size];
static int owners[table_size]; /* the pack that used the entry last; saves clearing the table */

static unsigned char deck[cards];
static int deck_size;
static unsigned char piles[7][cards];
static int sizes[7];

static uint64_t mixed(uint64_t hash, unsigned value, uint64_t factor) {
  hash = (hash + value + 1) * factor;
  return hash ^ (hash >> 31);
}

/* Notes the state for this pack; answers whether it was there already. */
static int seen_before(int pack) {
  uint64_t place = 1, key = 2;
  for (int i = 0; i < deck_size; ++i) {
    place = mixed(place, deck[i], 0x9e3779b97f4a7c15u);
    key = mixed(key, deck[i], 0xd1342543de82ef95u);
  }
  for (int p = 0; p < 7; ++p) {
    place = mixed(place, 0, 0x9e3779b97f4a7c15u);
    key = mixed(key, 0, 0xd1342543de82ef95u);
    for (int i = 0; i < sizes[p]; ++i) {
      place = mixed(place, piles[p][i], 0x9e3779b97f4a7c15u);
      key = mixed(key, piles[p][i], 0xd1342543de82ef95u);
    }
  }
  unsigned at = (unsigned)(place >> 48);
  while (owners[at] == pack) {
    if (keys[at] == key) return 1;
    at = (at + 1) % table_size;
  }
  owners[at] = pack;
  keys[at] = key;
  return 0;
}

static int take(int p, int a, int b, int c) {
  unsigned char* pile = piles[p];
  if ((pile[a] + pile[b] + pile[c]) % 10 != 0) return 0;
  deck[deck_size++] = pile[a];
  deck[deck_size++] = pile[b];
  deck[deck_size++] = pile[c];
  int kept = 0;
  for (int i = 0; i < sizes[p]; ++i)
    if (i != a && i != b && i != c) pile[kept++] = pile[i];
  sizes[p] = kept;
  return 1;
}

static void deal(int p) {
  piles[p][sizes[p]++] = deck[0];
  memmove(deck, deck + 1, (size_t)--deck_size);
  for (int n = sizes[p]; n >= 3; n = sizes[p])
    if (!take(p, 0, 1, n - 1) && !take(p, 0, n - 2, n - 1) && !take(p, n - 3, n - 2, n - 1)) break;
}

static void play(int pack) {
  int left = 7, dealt = 7, next = 0;
  for (int p = 0; p < 7; ++p) {
    piles[p][0] = deck[p];
    sizes[p] = 1;
  }
  deck_size = cards - 7;
  memmove(deck, deck + 7, (size_t)deck_size);
  const char* outcome = NULL;
  seen_before(pack);
  while (outcome == NULL) {
    while (sizes[next] == 0)
      next = (next + 1) % 7;
    deal(next);
    ++dealt;
    if (sizes[next] == 0) --left;
    next = (next + 1) % 7;
    if (left == 0)
      outcome = "Win : ";
    else if (deck_size == 0)
      outcome = "Loss: ";
    else if (seen_before(pack))
      outcome = "Draw: ";
  }
  printf("%s%d\n", outcome, dealt);
}

int main(void) {
  int card;
  for (int pack = 1; scanf("%d", &card) == 1 && card != 0; ++pack) {
    deck[0] = (unsigned char)card;
    for (int i = 1; i < cards; ++i) {
      if (scanf("%d", &card) != 1) return 1;
      deck[i] = (unsigned char)card;
    }
    play(pack);
  }
  return 0;
}
