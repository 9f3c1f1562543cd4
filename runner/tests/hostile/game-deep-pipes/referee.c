// Says all, then listens.
#include "hostile.h"

int main(void) { return say_all_then_listen() ? 42 : 43; }
