// Asks for a second pass, in which the submission reads what it wrote in the first. It must say
// "held" in the end.
#include "hostile.h"

int main(int argc, char **argv) {
  char path[4096];
  char said[4096];
  size_t got = fread(said, 1, sizeof said - 1, stdin);
  said[got] = '\0';
  snprintf(path, sizeof path, "%s/began", argv[argc > 3 ? 3 : 0]);
  FILE *began = fopen(path, "r");
  if (began) {
    if (strcmp(said, "held\n") == 0) return 42;
    printf("%s", said);
    fprintf(stderr, "in the second pass it said: %s", said);
    return 43;
  }
  began = fopen(path, "w");
  snprintf(path, sizeof path, "%s/nextpass.in", argv[3]);
  FILE *next = fopen(path, "w");
  if (!began || !next) return 1;
  fputs(said, next);
  return fclose(next) != 0 || fclose(began) != 0 ? 1 : 42;
}
