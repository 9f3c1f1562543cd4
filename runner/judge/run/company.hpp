#pragma once

#include <mutex>
#include <shared_mutex>

namespace arbiter::judge {

/// Lets threads work side by side, and one at a time alone. Who wants to be alone waits until the
/// others have ended what they began; meanwhile nobody begins anything.
class Company {
 public:
  /// For as long as it lives its thread works beside others.
  class Beside {
   public:
    explicit Beside(Company& company) {
      const std::lock_guard entrance(company.entrance_);
      room_ = std::shared_lock(company.room_);
    }

   private:
    std::shared_lock<std::shared_mutex> room_;
  };

  /// For as long as it lives its thread works alone. It must not be beside others already.
  class Alone {
   public:
    explicit Alone(Company& company) : entrance_(company.entrance_), room_(company.room_) {}

   private:
    std::unique_lock<std::mutex> entrance_;
    std::unique_lock<std::shared_mutex> room_;
  };

 private:
  std::mutex entrance_;  ///< held by who wants to be alone, so that nobody comes in
  std::shared_mutex room_;
};

}  // namespace arbiter::judge
