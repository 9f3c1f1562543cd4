#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/judgement.hpp"

namespace arbiter::model {

/// Something that holds for values of an input. Both texts are keys of the sentences that students
/// are told (report/languages), with the numbers that belong into them.
struct Property {
  std::string subject;  ///< whose: "number", "line_numbers", …
  std::vector<std::string> places;
  std::string holds;  ///< what: "at_least", "has_equal", …
  std::string value;  ///< empty where it takes none

  bool operator==(const Property&) const = default;
};

/// What inputs on which a program fails have in common, and no other input that was tried has. Of a
/// program that fails on all inputs there is nothing to say but that.
struct Pattern {
  std::vector<Property> properties;  ///< one, or two that hold together; none: it fails on all
  std::size_t failing = 0;           ///< inputs tried that have it: the program fails on each
  std::size_t passing = 0;           ///< that have it not: it passes on each

  bool operator==(const Pattern&) const = default;
};

/// How the time of a program grows that is too slow, with the size n of inputs that a generator of
/// the package makes.
struct Slowness {
  std::int64_t size = 0;     ///< the largest n that was measured
  Nanoseconds time{};        ///< that it took there
  std::string law;           ///< "n^2.0"
  std::int64_t largest = 0;  ///< n of the largest inputs
  double at_largest = 0;     ///< seconds that it would take there
  std::string reference;     ///< the law of the reference; empty: not known

  bool operator==(const Slowness&) const = default;
};

/// The smallest input on which a program was seen to fail. It is drawn from the generators of the
/// package, and no test case but a sample has the same input.
struct Counterexample {
  std::string
      none;  ///< not empty: why there is no such input, and then there is nothing but `slowness`
  TestJudgement test;  ///< how the program did on it
  std::string input;   ///< whole, raw bytes
  std::string answer;  ///< empty in games
  std::string course;  ///< how the right answer comes about, step by step; may be empty
  std::string others;  ///< how it does on other small inputs, a line for each; may be empty
  std::optional<Pattern> pattern;
  std::optional<Slowness> slowness;  ///< may be known where there is no input

  bool operator==(const Counterexample&) const = default;
};

}  // namespace arbiter::model
