#pragma once

#include <mutex>

namespace arbiter::hostile {

/// A mutex that lets whoever waits have it before the one who gives it back gets it again.
class FairMutex {
 public:
  void lock() {
    const std::lock_guard turn(next_);
    held_.lock();
  }
  void unlock() { held_.unlock(); }

 private:
  std::mutex next_;
  std::mutex held_;
};

}  // namespace arbiter::hostile
