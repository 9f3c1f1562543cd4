// Folders in folders in folders.
#include "hostile.h"

int main(void) {
  int depth = 0;
  while (depth < 5000 && mkdir("hostile-left", 0700) == 0 && chdir("hostile-left") == 0) {
    depth++;
  }
  printf("%s\n", depth > 500 ? "held" : "not deep");
  return 0;
}
