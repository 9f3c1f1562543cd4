// Writes wherever it should not: the system, its own program, the kernel's settings.
#include "hostile.h"

int main(void) {
  static const char *const folders[] = {"/", "/usr", "/usr/bin", "/bin", "/lib", "/etc", "/dev",
                                        "/program", "/proc", "/proc/self", "/.host", "/.scratch"};
  static const char *const files[] = {"/program/attack", "/proc/self/exe", "/etc/passwd",
                                      "/usr/bin/env", "/proc/sys/kernel/core_pattern",
                                      "/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger",
                                      "/proc/self/oom_score_adj", "/proc/self/coredump_filter",
                                      "/proc/self/setgroups", "/proc/self/uid_map",
                                      "/proc/self/clear_refs", "/proc/self/timerslack_ns",
                                      "/proc/self/attr/current", "/proc/sys/vm/drop_caches"};
  char path[256];
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    snprintf(path, sizeof path, "%s/hostile-left", folders[i]);
    if (open(path, O_CREAT | O_WRONLY, 0600) >= 0) printf("wrote %s\n", path);
    if (mkdir(path, 0700) == 0) printf("made %s\n", path);
    if (symlink("/", path) == 0) printf("linked %s\n", path);
    if (chmod(folders[i], 0777) == 0) printf("opened %s\n", folders[i]);
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    int file = open(files[i], O_WRONLY);
    // Some open, but nothing may come of it.
    if (file >= 0 && write(file, "1\n", 2) == 2) printf("wrote %s\n", files[i]);
    if (unlink(files[i]) == 0) printf("deleted %s\n", files[i]);
    if (truncate(files[i], 0) == 0) printf("cut %s\n", files[i]);
  }
  if (rename("/work", "/tmp/work") == 0) puts("moved /work");
  if (rmdir("/tmp") == 0 || rmdir("/work") == 0) puts("removed a folder");
  return end_with("held");
}
