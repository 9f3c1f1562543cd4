/* The function of the original task: a search with one remembered answer for each set of kept
   letters. */
#include "who.h"

#include <string.h>

enum { unknown, lost, won };

static const char* letters;
static int length;
static unsigned char answer[1 << 15];

static int is_increasing(int kept) {
  int previous = -1;
  for (int i = 0; i < length; ++i) {
    if (!(kept >> i & 1)) continue;
    if (previous >= 0 && letters[previous] >= letters[i]) return 0;
    previous = i;
  }
  return 1;
}

static int search(int kept) {
  if (answer[kept] != unknown) return answer[kept];
  answer[kept] = lost;
  if (is_increasing(kept)) return lost;
  for (int i = 0; i < length; ++i) {
    if ((kept >> i & 1) && search(kept & ~(1 << i)) == lost) {
      answer[kept] = won;
      break;
    }
  }
  return answer[kept];
}

int who(const char* word) {
  letters = word;
  length = (int)strlen(word);
  memset(answer, unknown, sizeof answer);
  return search((1 << length) - 1) == won;
}
