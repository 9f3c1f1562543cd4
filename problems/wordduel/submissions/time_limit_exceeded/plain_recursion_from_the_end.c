/* Bug: searches without memory; trying the last letters first only changes which words are slow. */
#include <stdio.h>
#include <string.h>

static int wins(const char* word, int length) {
  int increasing = 1;
  for (int i = 1; i < length; ++i)
    if (word[i - 1] >= word[i]) increasing = 0;
  if (increasing) return 0;
  for (int i = length - 1; i >= 0; --i) {
    char next[16];
    memcpy(next, word, (size_t)i);
    memcpy(next + i, word + i + 1, (size_t)(length - i));
    if (!wins(next, length - 1)) return 1;
  }
  return 0;
}

int main(void) {
  char word[16];
  if (scanf("%15s", word) != 1) return 1;
  printf("%d\n", wins(word, (int)strlen(word)));
  return 0;
}
