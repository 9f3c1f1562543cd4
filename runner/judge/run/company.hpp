#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace arbiter::judge {

/// Lets threads work side by side, and one at a time alone. Who wants to be alone waits until the
/// others have ended what they began; meanwhile nobody begins anything.
class Company {
 public:
  /// For as long as it lives its thread works beside others.
  class Beside {
   public:
    explicit Beside(Company& company) : company_(company) {
      std::unique_lock lock(company_.mutex_);
      company_.changed_.wait(lock, [&] { return company_.alone_ == 0; });
      ++company_.beside_;
    }
    ~Beside() {
      const std::lock_guard lock(company_.mutex_);
      --company_.beside_;
      company_.changed_.notify_all();
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

   private:
    Company& company_;
  };

  /// For as long as it lives its thread works alone. It must not be beside others already.
  class Alone {
   public:
    explicit Alone(Company& company) : company_(company) {
      std::unique_lock lock(company_.mutex_);
      ++company_.alone_;
      company_.changed_.wait(lock, [&] { return company_.beside_ == 0 && !company_.is_taken_; });
      company_.is_taken_ = true;
    }
    ~Alone() {
      const std::lock_guard lock(company_.mutex_);
      --company_.alone_;
      company_.is_taken_ = false;
      company_.changed_.notify_all();
    }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

   private:
    Company& company_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t beside_ = 0;
  std::size_t alone_ = 0;  ///< who are, or wait for it
  bool is_taken_ = false;
};

}  // namespace arbiter::judge
