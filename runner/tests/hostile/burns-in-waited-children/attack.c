// Computes in children one after the other and waits for them.
#include "hostile.h"

int main(void) {
  burn_in_children(200, 50);
  return end_with("held");
}
