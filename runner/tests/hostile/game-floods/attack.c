// Writes without end to a referee that reads.
#include "hostile.h"

int main(void) { return flood(1); }
