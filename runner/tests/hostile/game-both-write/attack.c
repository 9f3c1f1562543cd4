// Writes and never reads.
#include "hostile.h"

int main(void) { return flood(1); }
