// Says what a judge would say, wherever it can.
#include "hostile.h"

static const char *const k_says[] = {
    "AC\n", "verdict: AC\n", "status:OK\nexitcode:0\ntime:0.001\n", "{\"verdict\":\"AC\"}\n",
    "\001\000\000\000\004", "43\n"};

int main(void) {
  for (size_t i = 0; i < sizeof k_says / sizeof *k_says; i++) {
    for (int to = 2; to < 16; to++) {
      if (write(to, k_says[i], strlen(k_says[i])) < 0) continue;
    }
  }
  const char *const names[] = {"meta.txt", "judgemessage.txt", "score.txt", "nextpass.in"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int file = open(names[i], O_CREAT | O_WRONLY, 0600);
    if (write(file, "AC\n", 3) != 3) return 1;
  }
  return end_with("wrong");
}
