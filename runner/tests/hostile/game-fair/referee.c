// Says a word a hundred times and wants to hear it again.
#include "hostile.h"

int main(void) { return expect_echoes(100); }
