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

/// How a program does on all inputs that a person could read: of at most 4096 bytes.
class Observations {
 public:
  void add(const std::string& input, bool fails);
  [[nodiscard]] std::vector<Observation> all() const;
  /// False: there was no room for some, so nothing can be said of all.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

 private:
  std::map<std::string, bool> fails_;
  std::array<std::size_t, 2> used_{};  ///< bytes, by `fails`
  bool is_whole_ = true;
};

/// At most so many failing inputs, and as many others, none of more than so many bytes: half of
/// them have the length that is nearest to that of the shortest failing one, half have lengths
/// spread over the rest.
std::vector<Observation> near_the_least(std::vector<Observation> tried, std::size_t most_bytes,
                                        std::size_t most);

/// The simplest property, or the simplest two together, that all failing inputs have and no other.
/// Properties are those of a fixed list: how many values a line has, how large they are, whether
/// some are equal, their order, and so on; no property where all inputs fail. None where no
/// property fits, or where so few inputs were tried that one would fit by chance.
std::optional<model::Pattern> find_pattern(const std::vector<Observation>& tried);

}  // namespace arbiter::stress
