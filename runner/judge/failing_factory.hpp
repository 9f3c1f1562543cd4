#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "box/box.hpp"
#include "box/planned_fault.hpp"

namespace arbiter::judge {

/// What fails, and in how many boxes: in the first of them at its run number `run`, in those that
/// follow at once.
struct BoxFaults {
  box::FaultPoint point = box::FaultPoint::dies_in_run;
  int boxes = 1;
  std::optional<box::Policy> policy = std::nullopt;  ///< only boxes for these programs; none: all
  int run = 0;
  int good_first = 0;  ///< boxes for these programs that are asked for before and do not fail
};

/// For tests: the first boxes that are asked for fail.
class FailingFactory final : public box::BoxFactory {
 public:
  FailingFactory(std::unique_ptr<box::BoxFactory> good, BoxFaults faults)
      : good_(std::move(good)),
        faults_(faults),
        good_left_(faults.good_first),
        left_(faults.boxes) {}

  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& config) override {
    const bool is_other = faults_.policy && config.policy != *faults_.policy;
    if (is_other || good_left_-- > 0 || left_-- <= 0) return good_->make(config);
    const bool may_wait = made_++ == 0 && faults_.point != box::FaultPoint::dies_in_setup;
    const int run = may_wait ? faults_.run : 0;
    box::BoxConfig changed = config;
    changed.binds.push_back(box::planned_fault(faults_.point, run));
    if (faults_.point != box::FaultPoint::is_silent) return good_->make(changed);
    changed.patience = std::chrono::milliseconds(100);
    ARBITER_TRY(box, good_->make(changed));
    return std::unique_ptr<box::Box>(std::make_unique<HastyBox>(std::move(box), run));
  }
  [[nodiscard]] box::Mode mode() const override { return good_->mode(); }
  void stop() override { good_->stop(); }
  /// How many failing boxes were asked for.
  [[nodiscard]] int made() const { return made_; }

 private:
  /// For a box that will be silent: does not wait for it as long as a game may take.
  class HastyBox final : public box::Box {
   public:
    HastyBox(std::unique_ptr<box::Box> real, int failing_run)
        : real_(std::move(real)), before_(failing_run) {}
    Result<box::RunReport> run(const box::RunRequest& request,
                               const box::RunDescriptors& descriptors) override {
      box::RunRequest changed = request;
      if (before_-- == 0) changed.wall_limit = std::chrono::milliseconds(200);
      return real_->run(changed, descriptors);
    }

   private:
    std::unique_ptr<box::Box> real_;
    int before_;
  };

  std::unique_ptr<box::BoxFactory> good_;
  BoxFaults faults_;
  std::atomic<int> good_left_;
  std::atomic<int> left_;
  std::atomic<int> made_ = 0;
};

}  // namespace arbiter::judge
