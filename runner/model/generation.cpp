#include "model/generation.hpp"

namespace arbiter::model {
namespace {

constexpr std::string_view k_seed = "{seed";
constexpr std::string_view k_name = "{name}";

/// The length of the {seed} or {seed:N} that `text` begins with; 0 if it does not.
std::size_t seed_length(std::string_view text) {
  if (!text.starts_with(k_seed)) return 0;
  std::size_t at = k_seed.size();
  if (at < text.size() && text[at] == ':') {
    const std::size_t digits = ++at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
      ++at;
    if (at == digits) return 0;
  }
  return at < text.size() && text[at] == '}' ? at + 1 : 0;
}

}  // namespace

int count_seeds(std::string_view word) {
  int count = 0;
  for (std::size_t at = word.find(k_seed); at != std::string_view::npos;
       at = word.find(k_seed, at + 1)) {
    if (seed_length(word.substr(at)) > 0) ++count;
  }
  return count;
}

std::string fill_in(std::string_view word, const std::string& seed, std::string_view name) {
  std::string filled;
  while (!word.empty()) {
    if (word.starts_with(k_name)) {
      filled += name;
      word.remove_prefix(k_name.size());
    } else if (const std::size_t length = seed_length(word); length > 0) {
      filled += seed;
      word.remove_prefix(length);
    } else {
      filled += word.front();
      word.remove_prefix(1);
    }
  }
  return filled;
}

}  // namespace arbiter::model
