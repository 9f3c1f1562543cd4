// Includes a file without an end, whose bytes are errors.
#include "/dev/urandom"

int main(void) { return 0; }
