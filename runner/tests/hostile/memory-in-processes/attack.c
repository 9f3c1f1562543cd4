// Several processes, each of them far below the limit.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 10; i++) hold_in_child("one of many");
  sleep(1);
  return end_with("held");
}
