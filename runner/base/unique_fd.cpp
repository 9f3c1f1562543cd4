#include "base/unique_fd.hpp"

#include <unistd.h>

namespace arbiter {

void UniqueFd::reset(int fd) {
  // A failed close is not retried: on Linux the descriptor is gone even after EINTR.
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

}  // namespace arbiter
