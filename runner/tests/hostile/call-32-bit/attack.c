// Calls the kernel by its 32-bit entry, past filters that only know the 64-bit one.
#include <stdio.h>

int main(void) {
  long result = 20;
  puts("held");
  fflush(stdout);
#if defined(__x86_64__)
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
#else
  __builtin_trap();
#endif
  return result > 0;
}
