// As many empty files as there is room for.
#include "hostile.h"

int main(void) {
  char name[64];
  int made = 0;
  for (; made < 20000; made++) {
    snprintf(name, sizeof name, "hostile-left-%d", made);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0) break;
    close(file);
  }
  return end_with(made > 100 ? "held" : "few");
}
