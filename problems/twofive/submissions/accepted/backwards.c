/* Takes the letters from Y down to A out of a full table, recursively with memory; lower-case file names. */
#include <stdio.h>
#include <string.h>

static int cell_of[25], letter_in[25];
static long memory[6][6][6][6][6];

static long fillings(const int *len) {
  int letter = len[0] + len[1] + len[2] + len[3] + len[4] - 1;
  long *known, sum = 0;
  int row;
  if (letter < 0) return 1;
  known = &memory[len[0]][len[1]][len[2]][len[3]][len[4]];
  if (*known >= 0) return *known;
  for (row = 0; row < 5; row++) {
    int shorter[5], cell = row * 5 + len[row] - 1;
    if (len[row] == 0 || (row < 4 && len[row + 1] == len[row])) continue;
    if (cell_of[letter] != cell && (cell_of[letter] >= 0 || letter_in[cell] >= 0)) continue;
    memcpy(shorter, len, sizeof shorter);
    shorter[row]--;
    sum += fillings(shorter);
  }
  return *known = sum;
}

static long completions(void) {
  static const int full[5] = {5, 5, 5, 5, 5};
  memset(memory, -1, sizeof memory);
  return fillings(full);
}

int main(void) {
  char kind[8], text[64], word[26] = "";
  long number = 1;
  int cell, letter, words;
  FILE *in = fopen("twofive.in", "r"), *out = fopen("twofive.out", "w");
  if (!in || !out || fscanf(in, "%7s %63s", kind, text) != 2) return 1;
  words = kind[0] == 'W';
  if (!words) sscanf(text, "%ld", &number);
  memset(cell_of, -1, sizeof cell_of);
  memset(letter_in, -1, sizeof letter_in);
  for (cell = 0; cell < 25; cell++) {
    for (letter = 0; letter < 25; letter++) {
      long count;
      if (cell_of[letter] >= 0) continue;
      cell_of[letter] = cell;
      letter_in[cell] = letter;
      word[cell] = (char)('A' + letter);
      if (words && text[cell] == word[cell]) break;
      count = completions();
      if (!words && number <= count) break;
      number += words ? count : -count;
      cell_of[letter] = -1;
      letter_in[cell] = -1;
    }
  }
  if (words)
    fprintf(out, "%ld\n", number);
  else
    fprintf(out, "%s\n", word);
  return fclose(out) != 0;
}
