#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/counterexample.hpp"

namespace arbiter::stress {

/// An input on which a program was run.
struct Observation {
  std::string input;
  bool fails = false;
};

/// What is known of how a program does: of failing inputs and of others the first 300, none of them
/// so large that a person could not read it.
class Observations {
 public:
  void add(const std::string& input, bool fails);
  [[nodiscard]] std::vector<Observation> all() const;

 private:
  std::map<std::string, bool> fails_;
  std::array<std::size_t, 2> counts_{};
};

/// The shortest failing inputs, at most so many, and as many others, whose length is nearest to
/// that of the shortest failing one; none of more than so many bytes.
std::vector<Observation> near_the_least(std::vector<Observation> tried, std::size_t most_bytes,
                                        std::size_t most);

/// The simplest property, or the simplest two together, that all failing inputs have and no other.
/// Properties are those of a fixed list: how many values a line has, how large they are, whether
/// some are equal, their order, and so on. None where no property fits, or where so few inputs were
/// tried that one would fit by chance.
std::optional<model::Pattern> find_pattern(const std::vector<Observation>& tried);

}  // namespace arbiter::stress
