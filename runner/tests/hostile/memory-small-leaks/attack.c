// Forgets many small pieces of memory, as real programs do.
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *volatile list;

int main(void) {
  for (int i = 0;; i++) {
    struct node *one = malloc(sizeof *one);
    if (one == 0) return 1;
    one->next = list;
    one->value = i;
    list = one;
  }
}
