#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "box/box.hpp"

namespace arbiter::hostile {

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

  /// Looks into the box that was made last, which must be as it was when it was made: the same
  /// world, init alone, and no larger. For boxes of submissions.
  void expect_virgin_box();
  /// How many boxes were made.
  [[nodiscard]] int made() const { return made_; }

 private:
  class SpiedBox;
  void look(std::optional<SeenBox>& into);
  void search(int descriptor, const char* what) const;

  box::BoxFactory& real_;
  std::string secret_;
  std::string folder_;
  SpiedBox* last_ = nullptr;
  std::optional<SeenBox> before_;
  int made_ = 0;
};

}  // namespace arbiter::hostile
