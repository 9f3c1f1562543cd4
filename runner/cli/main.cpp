#include <fcntl.h>
#include <unistd.h>

#include "cli/app.hpp"

int main(int argc, char** argv) {
  // A file that is opened later must never be taken for a standard stream that was closed.
  int fd = 0;
  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = ::open("/dev/null", O_RDWR);
  if (fd >= 0) ::close(fd);
  return arbiter::cli::run({argv + 1, argv + argc});
}
