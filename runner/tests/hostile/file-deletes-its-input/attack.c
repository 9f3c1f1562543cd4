// Deletes its input file, and leaves another one in its place for the next run.
#include "hostile.h"

int main(void) {
  char word[64] = "";
  FILE *in = fopen("in.txt", "r");
  if (!in || fscanf(in, "%63s", word) != 1) return 1;
  if (unlink("in.txt") != 0) return 2;
  int out = open("in.txt", O_CREAT | O_WRONLY, 0444);
  if (write(out, "forged\n", 7) != 7) return 3;
  fchmod(out, 0);
  mkdir("other.txt", 0);
  return end_with(word);
}
