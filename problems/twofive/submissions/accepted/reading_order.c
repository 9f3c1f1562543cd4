/* Fills the table cell by cell, in the order in which the word is read, instead of letter by letter:
   how the rest can be filled depends only on how many of the letters that are left are smaller than
   the lowest letter of each column. One table of these numbers serves all beginnings. Lower-case
   file names. */
#include <stdio.h>
#include <string.h>

enum { side = 5, cells = side * side };

/* For the next cell, and for each column but the first: how many of the letters that are left are
   smaller than its lowest one. Smaller letters must go below and to the left, so that column c has
   at most 4 * c of them; the first column has none. */
static int memory[cells][5][9][13][17];

static int smallest(int cell, const int *less) {
  int column = cell % side;
  return column > 0 && less[column - 1] > less[column] ? less[column - 1] : less[column];
}

static int largest(int cell) {
  return (side - 1 - cell / side) * (cell % side);
}

/* The state after the cell got the letter that has `letter` smaller ones beside it. */
static void put(int cell, int letter, const int *less, int *after) {
  int column;
  for (column = 0; column < side; column++)
    after[column] = less[column] - (less[column] > letter);
  after[cell % side] = letter;
}

/* In how many ways the cells from this one on can be filled. */
static int fillings(int cell, const int *less) {
  int *known, letter, sum = 0, after[side];
  if (cell == cells) return 1;
  known = &memory[cell][less[1]][less[2]][less[3]][less[4]];
  if (*known > 0) return *known - 1;
  for (letter = smallest(cell, less); letter <= largest(cell); letter++) {
    put(cell, letter, less, after);
    sum += fillings(cell + 1, after);
  }
  *known = sum + 1;
  return sum;
}

int main(void) {
  char kind[8], text[64], left[cells + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXY", word[cells + 1] = "";
  int number = 1, less[side] = {0}, cell;
  FILE *in = fopen("twofive.in", "r"), *out = fopen("twofive.out", "w");
  if (!in || !out || fscanf(in, "%7s %63s", kind, text) != 2) return 1;
  if (kind[0] == 'N') sscanf(text, "%d", &number);
  for (cell = 0; cell < cells; cell++) {
    int letter, count, after[side];
    for (letter = smallest(cell, less); letter <= largest(cell); letter++) {
      put(cell, letter, less, after);
      if (kind[0] == 'W' && text[cell] == left[letter]) break;
      count = fillings(cell + 1, after);
      if (kind[0] == 'N' && number <= count) break;
      number += kind[0] == 'W' ? count : -count;
    }
    word[cell] = left[letter];
    memmove(left + letter, left + letter + 1, strlen(left + letter));
    memcpy(less, after, sizeof less);
  }
  if (kind[0] == 'W')
    fprintf(out, "%d\n", number);
  else
    fprintf(out, "%s\n", word);
  return fclose(out) != 0;
}
