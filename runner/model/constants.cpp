#include "model/constants.hpp"

namespace arbiter::model {
namespace {

constexpr std::string_view k_open = "{{";
constexpr std::string_view k_close = "}}";

}  // namespace

std::string with_constants(std::string_view text, const Constants& constants) {
  std::string replaced;
  while (!constants.empty()) {
    const std::size_t open = text.find(k_open);
    if (open == std::string_view::npos) break;
    const std::string_view inside = text.substr(open + k_open.size());
    const std::size_t close = inside.find_first_of("{}\n");
    const bool is_closed =
        close != std::string_view::npos && inside.substr(close).starts_with(k_close);
    const auto found = is_closed ? constants.find(inside.substr(0, close)) : constants.end();
    if (found == constants.end()) {
      // Of three braces the inner two may open a name.
      replaced += text.substr(0, open + 1);
      text.remove_prefix(open + 1);
      continue;
    }
    replaced += text.substr(0, open);
    replaced += found->second;
    text = inside.substr(close + k_close.size());
  }
  replaced += text;
  return replaced;
}

}  // namespace arbiter::model
