#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/verdict.hpp"
#include "stress/draw_command.hpp"
#include "stress/hunt.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// Which inputs are tried before a large failure is made small, as data: draws of all commands with
/// small numbers first, the first commands most often, and a fixed number of them all.
class SmallDraws {
 public:
  struct Draw {
    std::size_t command = 0;
    std::vector<std::string> arguments;
  };

  /// All draws follow from `seed` and from what hear() is told. `first` is the command whose
  /// failure it is. With `has_validators` the whole numbers of a command are lowered as ranges are;
  /// else nobody would tell whether what it makes then is an input. The commands are borrowed.
  SmallDraws(const std::vector<DrawCommand>& commands, std::size_t first, std::uint64_t seed,
             bool has_validators);

  /// None: enough was tried.
  std::optional<Draw> next();
  enum class Outcome {
    is_tried,      ///< submissions were run on it
    is_useless,    ///< nothing was made, or what is no input, or was tried before
    is_too_large,  ///< not smaller than the failure
  };
  /// What came of the last draw.
  void hear(Outcome outcome);

 private:
  struct Candidate {
    std::size_t command = 0;
    std::uint64_t draws = 0;
    std::uint64_t steps = 0;  ///< some of them make a size
    int too_large = 0;        ///< in a row
  };

  const std::vector<DrawCommand>& commands_;
  std::uint64_t seed_;
  bool has_validators_;
  std::vector<Candidate> candidates_;
  std::size_t current_ = 0;
  std::uint64_t draws_ = 0;
};

struct SmallFirstControl {
  std::uint64_t seed = 0;
  std::function<bool(model::Verdict)> is_looked_for;
  std::function<bool()> is_over;
  std::function<void(std::int64_t bytes)> on_better;
};

/// Looks for a smaller failure of the same submission than a large drawn one, for what a large
/// input shows a small one often shows too. `hit` becomes the smallest that it finds. How much it
/// tries depends on no clock, unless `is_over` says so. Error: a fault of the judge.
Result<void> look_for_smaller(Workplace& place, const std::vector<DrawCommand>& commands, Hit& hit,
                              const SmallFirstControl& control);

}  // namespace arbiter::stress
