// Writes a number into the times of all that it can reach, in nanoseconds, and wants to find it in
// the next pass.
#include "hostile.h"
#include <sys/time.h>

static const char *const k_places[] = {"/work", "/tmp",  "/dev/shm", "/",        "/program",
                                       "/dev",  "/proc", "/etc",     "/dev/null", "/usr"};
enum { COUNT = sizeof k_places / sizeof *k_places, NUMBER = 174174174 };

int main(void) {
  char word[64];
  int found = 0;
  const int is_first = scanf("%63s", word) != 1;
  for (int i = 0; i < COUNT; i++) {
    struct stat info;
    if (stat(k_places[i], &info) != 0) continue;
    // The same second, so that it does not meet the eye.
    const struct timespec times[2] = {{info.st_atim.tv_sec, NUMBER + i},
                                      {info.st_mtim.tv_sec, NUMBER + i}};
    found += info.st_mtim.tv_nsec == NUMBER + i || info.st_atim.tv_nsec == NUMBER + i;
    if (is_first) utimensat(AT_FDCWD, k_places[i], times, 0);
  }
  if (is_first) {
    puts("second");
  } else {
    puts(found ? "found" : "held");
  }
  return 0;
}
