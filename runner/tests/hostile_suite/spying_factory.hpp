#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "base/units.hpp"
#include "box/box.hpp"
#include "model/judgement.hpp"

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

/// What a box looked like at one time.
struct SeenBox {
  std::string world;  ///< what the witness printed
  Bytes init;         ///< resident memory of the box's first process
};

/// Hands out the boxes of another factory, and looks into them before and after: each holds
/// /program/witness, which prints all that a program can see of its world.
class SpyingFactory : public box::BoxFactory {
 public:
  /// `secret` may not be in anything that a program writes, `folder` not in what the witness sees.
  SpyingFactory(box::BoxFactory& real, std::string secret, std::string folder);

  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& config) override;
  [[nodiscard]] box::Mode mode() const override { return real_.mode(); }
  void stop() override { real_.stop(); }

  /// Looks into the boxes that exist, which must be as they were when they were made: the same
  /// world, init alone, and no larger. For boxes of submissions and of a package's programs.
  void expect_virgin_boxes();
  /// Whether there are such boxes.
  [[nodiscard]] bool has_boxes() const { return !inside_.empty(); }
  /// What the last run of such a box showed.
  [[nodiscard]] model::RunRecord last_run(box::Policy policy) const { return runs_.at(policy); }
  /// How many boxes were made.
  [[nodiscard]] int made() const { return made_; }
  /// Held while it looks: nothing else may run in boxes of the real factory then.
  FairMutex& quiet() { return quiet_; }

 private:
  class SpiedBox;
  void look(box::Box& real, std::optional<SeenBox>& into);
  void search(int descriptor, const char* what) const;

  box::BoxFactory& real_;
  std::string secret_;
  std::string folder_;
  std::set<SpiedBox*> inside_;  ///< those that are looked into
  std::mutex mutex_;            ///< the sides of a game run at once
  std::map<box::Policy, model::RunRecord> runs_;
  FairMutex quiet_;
  int made_ = 0;
};

}  // namespace arbiter::hostile
