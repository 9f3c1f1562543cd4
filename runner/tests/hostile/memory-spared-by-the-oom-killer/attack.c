// Tries to make the kernel kill somebody else when memory is over.
#include "hostile.h"

static void put(const char *path, const char *text) {
  int file = open(path, O_WRONLY);
  if (file < 0) return;
  if (write(file, text, strlen(text)) < 0) close(file);
}

int main(void) {
  put("/proc/self/oom_score_adj", "-1000");
  put("/proc/self/oom_score_adj", "0");
  put("/proc/self/oom_adj", "-17");
  put("/proc/1/oom_score_adj", "1000");
  return take_memory();
}
