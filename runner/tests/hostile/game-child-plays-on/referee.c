// Says a word a million times and wants to hear it again.
#include "hostile.h"

int main(void) { return expect_echoes(1000000); }
