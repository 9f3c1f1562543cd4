#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/common/verb.hpp"

int main(int argc, char** argv) {
  // A file that is opened later must never be taken for a standard stream that was closed.
  int fd = 0;
  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = ::open("/dev/null", O_RDWR);
  if (fd >= 0) ::close(fd);
  // Descriptors that are on their way are counted for all processes of a user, up to this limit of
  // who sends the next: programs have few, so what they leave on the way never stops the judge.
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  return arbiter::cli::run({argv + 1, argv + argc});
}
