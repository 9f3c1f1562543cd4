#include "base/pattern.hpp"

#include <regex>

namespace arbiter {

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression)
    : compiled_(std::make_shared<const Compiled>(Compiled{std::regex(expression)})) {}

std::optional<std::vector<std::string>> Pattern::match(std::string_view text) const {
  constexpr std::size_t k_longest = 255;
  std::match_results<std::string_view::const_iterator> groups;
  if (text.size() > k_longest ||
      !std::regex_match(text.begin(), text.end(), groups, compiled_->regex)) {
    return std::nullopt;
  }
  return std::vector<std::string>(groups.begin(), groups.end());
}

}  // namespace arbiter
