#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/stress.hpp"
#include "stress/enumeration.hpp"
#include "stress/stress.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// Where inputs come from, in their order: an enumeration first, then drawn ones, small ones first.
/// Commands whose generators fail are given up. Not safe for several threads.
class Supply {
 public:
  /// `elapsed` tells the time since the beginning. All of it outlives this.
  Supply(const std::vector<DrawCommand>& commands, const StressOptions& options,
         std::function<Nanoseconds()> elapsed);

  /// None: there will be no other. Error: a fault of the judge.
  Result<std::optional<Drawn>> next(InputBench& bench);

  /// What came of an input. False: submissions were not run on it, which may be a fault of the
  /// generator or of the solution.
  bool hear(const Origin& origin, const std::string& input, const Examined& examined);
  /// The generator did not do what it is for.
  void blame(const Origin& origin, const std::string& why);

  [[nodiscard]] std::int64_t enumerated() const { return enumerated_; }
  [[nodiscard]] const Enumeration& enumeration() const { return enumeration_; }
  /// The commands that were used, and how much.
  [[nodiscard]] std::vector<model::StressSource> sources() const;
  /// How much of `asked` was gone through. `reached` is what the enumeration reached.
  [[nodiscard]] model::StressExhaustion exhaustion(
      std::size_t asked, const std::vector<model::StressExhausted>& reached) const;
  [[nodiscard]] std::map<std::pair<std::string, std::string>, model::StressFault> take_faults() {
    return std::move(faults_);
  }

 private:
  struct CommandState {
    std::uint64_t draws = 0;
    std::int64_t inputs = 0;  ///< on which submissions were run
    int faults = 0;
    int refusals = 0;  ///< in a row
    bool is_given_up = false;
  };

  [[nodiscard]] bool is_enumerating() const;
  std::optional<Drawn> draw();
  Result<std::optional<Drawn>> play_given(InputBench& bench);
  void note(const std::string& program, const Origin& origin, const std::string& why);

  const std::vector<DrawCommand>& commands_;
  const StressOptions& options_;
  std::function<Nanoseconds()> elapsed_;
  Enumeration enumeration_;
  std::int64_t enumerated_ = 0;
  bool is_enumeration_over_ = false;
  std::uint64_t draws_ = 0;
  std::vector<CommandState> states_;
  /// By program and message, but for the numbers in it.
  std::map<std::pair<std::string, std::string>, model::StressFault> faults_;
};

}  // namespace arbiter::stress
