/* Bytes that are neither text nor harmless: NUL, broken UTF-8, a terminal escape, a long line. */
#include <stdio.h>

int main(void) {
  fwrite("\0\xff\xfe\xc3(\x1b[31mred\x1b[2J\r", 1, 20, stdout);
  fwrite("\xe2\x80\xae\x07\x1b]0;title\x07", 1, 14, stderr);
  for (int i = 0; i < 5000; ++i) putchar('x');
  return 0;
}
