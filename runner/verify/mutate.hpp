#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::verify {

/// How a source text is read.
enum class Syntax : std::uint8_t { c, cpp, java, python };

/// The syntax of a family of languages ("cpp"); none: its programs are not mutated.
std::optional<Syntax> syntax_of(std::string_view family);

/// A small change of a source text, such as a beginner's slip.
struct Mutation {
  std::size_t offset = 0;  ///< bytes of the text that are replaced
  std::size_t length = 0;
  std::string replacement;

  bool operator==(const Mutation&) const = default;
};

/// All changes that a text allows, by their places: another comparison, arithmetic or logical
/// operator, a whole number one greater or smaller, a condition negated, a statement dropped, a
/// narrower type. The text is only split into words, so a change may not compile; what is not
/// understood (templates, macros, declarations) is left alone.
/// The operators are those of mutation testing: DeMillo, Lipton, Sayward, "Hints on test data
/// selection", 1978; King, Offutt, "A Fortran language system for mutation-based software testing",
/// 1991 (ROR, AOR, LCR, CRP, SDL).
std::vector<Mutation> mutations_of(std::string_view text, Syntax syntax);

/// The text with the change.
std::string mutated(std::string_view text, const Mutation& mutation);

/// `most` of `count` numbers below it, spread evenly; all where there are no more.
std::vector<std::size_t> spread(std::size_t count, std::size_t most);

}  // namespace arbiter::verify
