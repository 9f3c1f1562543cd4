// Includes a file without an end, and of no lines.
#include "/dev/zero"

int main(void) { return 0; }
