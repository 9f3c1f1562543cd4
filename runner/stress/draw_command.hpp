#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/generation.hpp"

namespace arbiter::stress {

/// A word of a command, which may stand for a number of a range: "n=1..20" has the text "n=".
struct DrawWord {
  struct Range {
    std::int64_t least = 0;
    std::int64_t most = 0;
    bool operator==(const Range&) const = default;
  };
  std::string text;
  std::optional<Range> range;

  bool operator==(const DrawWord&) const = default;
};

/// A command that makes inputs: a generator and what it is told.
struct DrawCommand {
  std::string shown;            ///< as it was written, {seed} included
  std::string program;          ///< the word that calls the generator
  std::vector<DrawWord> words;  ///< after it
  bool uses_seed = true;        ///< false: it makes the same input every time

  [[nodiscard]] bool has_range() const;
};

/// A command as typed for --generator. A seed is given as last word where no {seed} says where.
/// Error{usage}: no word, a quote that is not closed, a range that holds nothing.
Result<DrawCommand> parse_draw(const std::string& text);

/// The commands of all tests of generators.yaml that are to be valid, in its order, in which small
/// tests usually come first. Each stands there once: those that differ in their seed alone are one.
std::vector<DrawCommand> commands_of(const model::Generation& generation);

/// The arguments of draw number `draw` (from 0) of a command: its seed follows from `seed` and that
/// number, and the numbers of ranges grow, from their least at the first draw to anything of the
/// range from the draw `k_full_range` on.
std::vector<std::string> drawn_arguments(const DrawCommand& command, std::uint64_t seed,
                                         std::uint64_t draw);
inline constexpr std::uint64_t k_full_range = 64;

/// How far the ranges of a command were used in so many draws, as "n=1..14"; empty where it was all
/// of them, or nothing was drawn.
std::string reached_ranges(const DrawCommand& command, std::uint64_t draws);

/// The command with small numbers alone: no range goes farther than `reach` above its least, and
/// with `lowers_words` no other word is a whole number above `reach`, be it as "n=5". `reach` is
/// above 0.
DrawCommand narrowed(DrawCommand command, std::uint64_t reach, bool lowers_words);

/// What a command can be told: a list of arguments for each choice of numbers from its ranges.
struct Variants {
  std::vector<std::vector<std::string>> arguments;
  bool are_all = true;  ///< false: there are more, with larger numbers
};

/// At most `most` variants of a command, small numbers first. Its seed follows from `seed`.
Variants variants_of(const DrawCommand& command, std::uint64_t seed, std::size_t most);

/// How many variants of one command are enumerated.
inline constexpr std::size_t k_most_variants = 1000;

/// The command as it was written, with the numbers that `arguments` has for its ranges.
std::string shown_with(const DrawCommand& command, const std::vector<std::string>& arguments);

/// A command of words as it can be typed.
std::string typed(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace arbiter::stress
