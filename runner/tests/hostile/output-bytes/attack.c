// Bytes that are no text: NUL, invalid UTF-8, escape sequences of a terminal.
#include "hostile.h"

int main(void) {
  static const char *const all[] = {"held", "\0held", "\xff\xfe\xc0\x80\xed\xa0\x80",
                                    "\x1b[2J\x1b]0;title\a\x1b[31mAC\x1b[0m\r", "he\bld"};
  static const int sizes[] = {4, 5, 7, 26, 5};
  int which = 0;
  if (scanf("%d", &which) != 1) return 1;
  return write(1, all[which], (size_t)sizes[which]) < 0;
}
