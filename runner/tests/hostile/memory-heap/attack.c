// Takes and touches memory without end.
#include "hostile.h"

int main(void) { return take_memory(); }
