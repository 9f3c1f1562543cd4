/* Another algorithm: a tree of letters, solved from its newest node back to its root. Reads
   bokstav.dat and prints the label in Latin-1, as programs of the nineties did. */
#include <stdio.h>

#define MOST_NODES 698279 /* 26 + 26^2 + 26^3 + 40000 * 17, and the root */

static int child[MOST_NODES][26];
static char is_word[MOST_NODES];
/* Whether the player who has to speak here can win. */
static char mover_wins[MOST_NODES];

int main(void) {
  char word[32];
  int n, nodes = 1, node, letter;
  FILE *file = fopen("bokstav.dat", "r");
  if (!file || fscanf(file, "%d", &n) != 1) return 1;
  while (n-- > 0 && fscanf(file, "%31s", word) == 1) {
    const char *c;
    node = 0;
    for (c = word; *c; c++) {
      int *next = &child[node][*c - 'A'];
      if (!*next) *next = nodes++;
      node = *next;
    }
    is_word[node] = 1;
  }
  fclose(file);
  /* A child is always newer than its parent. */
  for (node = nodes - 1; node > 0; node--)
    for (letter = 0; letter < 26; letter++) {
      int next = child[node][letter];
      if (next && !is_word[next] && !mover_wins[next]) mover_wins[node] = 1;
    }
  printf("S\344kra bokst\344ver:");
  for (letter = 0; letter < 26; letter++) {
    int next = child[0][letter];
    if (next && !is_word[next] && !mover_wins[next]) printf(" %c", 'A' + letter);
  }
  printf("\n");
  return 0;
}
