// Writes and never reads, too.
#include "hostile.h"

int main(void) { return flood(1) == 1 ? 43 : 42; }
