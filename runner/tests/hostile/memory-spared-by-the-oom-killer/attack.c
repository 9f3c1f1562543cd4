// Tries to make the kernel kill somebody else when memory is over.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
  for (;;) {
    char *block = malloc(1 << 20);
    if (block == 0) return 1;
    memset(block, 1, 1 << 20);
  }
}
