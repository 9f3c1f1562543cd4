#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

/// A regular expression of ECMAScript. It is compiled here alone: std::regex takes seconds to build
/// in every source that uses it.
class Pattern {
 public:
  /// The expression must be a correct one: it is ours.
  explicit Pattern(const std::string& expression);

  /// The whole text and what each group matched, empty for one that took no part; none: the whole
  /// text does not match. Texts of more than 255 bytes match nothing, as the library recurses on
  /// their length.
  std::optional<std::vector<std::string>> match(std::string_view text) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace arbiter
