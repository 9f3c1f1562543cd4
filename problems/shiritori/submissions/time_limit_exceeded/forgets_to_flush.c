/* Bug: printf without fflush, so that its first word never leaves the program. */
#include <stdio.h>
#include <string.h>

static char words[400][24];
static int used[400];

int main(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n; ++i)
    if (scanf("%23s", words[i]) != 1) return 1;
  char before[24];
  strcpy(before, words[0]);
  used[0] = 1;
  while (strcmp(before, "-") != 0) {
    int mine = 0;
    while (mine < n && (used[mine] || words[mine][0] != before[strlen(before) - 1]))
      ++mine;
    if (mine == n) {
      printf("-\n");
      break;
    }
    printf("%s\n", words[mine]);
    used[mine] = 1;
    if (scanf("%23s", before) != 1) break;
    for (int i = 0; i < n; ++i)
      if (strcmp(words[i], before) == 0) used[i] = 1;
  }
  return 0;
}
