#pragma once

#include <unistd.h>

#include <utility>

namespace arbiter {

/// Owns one file descriptor and closes it; -1 is none. Whoever opens a descriptor opens it
/// close-on-exec.
class [[nodiscard]] UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  ~UniqueFd() { reset(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  explicit operator bool() const { return is_open(); }
  /// Gives the descriptor away without closing it.
  int release() { return std::exchange(fd_, -1); }
  /// Closes the descriptor that is held and takes `fd`.
  void reset(int fd = -1) {
    // A failed close is not retried: on Linux the descriptor is gone even after EINTR.
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace arbiter
