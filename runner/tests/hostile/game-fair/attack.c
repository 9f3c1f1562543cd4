// Plays by the rules, against a referee who does.
#include "hostile.h"

int main(void) { return echo(); }
