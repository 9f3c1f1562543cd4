#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "box/box.hpp"
#include "box/ways_kit.hpp"

namespace arbiter::box {

/// A run and what it wrote.
struct Ran {
  RunReport report;
  std::string output;
  std::string error;
};

/// The processes that one has started, and those that they have; its own children first.
std::vector<int> processes_below(int pid);

/// Gives every test a factory in one of the ways, and the actor program.
class BoxTest : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Boxes come from this program from now on.
  void take_boxes_of(const std::string& program);
  /// They are such that can fail on purpose (box/planned_fault.hpp).
  void take_boxes_with_faults() { take_boxes_of(program_ + "-with-faults"); }
  /// A box that holds the actor as /program/actor.
  std::unique_ptr<Box> make_box(BoxConfig config = {});
  std::unique_ptr<Box> make_box_for(Policy policy) {
    BoxConfig config;
    config.policy = policy;
    return make_box(config);
  }
  /// The request `actor words…` with limits that a well-behaved program keeps.
  static RunRequest act(std::vector<std::string> words);
  static Result<Ran> run(Box& box, const RunRequest& request, const std::string& input = {});
  /// As run; a fault of the box fails the test.
  static Ran must_run(Box& box, const RunRequest& request, const std::string& input = {});
  /// The same in a box of its own.
  Ran run_alone(const RunRequest& request, const std::string& input = {}) {
    return must_run(*make_box(), request, input);
  }

  [[nodiscard]] bool is_isolated() const { return GetParam().mode != Mode::unsandboxed; }
  /// Whether time and memory of all processes are counted.
  [[nodiscard]] bool counts_all() const;

  std::optional<TempDir> folder_;
  std::optional<AsNobody> nobody_;
  std::string program_;
  std::unique_ptr<BoxFactory> factory_;
};

/// For what only isolation gives: not in the mode without it.
class IsolatedBoxTest : public BoxTest {};

}  // namespace arbiter::box
