#include "judge/program/glob.hpp"

#include <cstddef>

namespace arbiter::judge {
namespace {

/// How one element of a pattern fared against one byte.
struct Step {
  bool matches = false;
  std::size_t length = 1;  ///< of the element in the pattern
};

Step match_set(std::string_view pattern, char c) {
  std::size_t i = 1;
  const bool negated = i < pattern.size() && pattern[i] == '!';
  if (negated) ++i;
  const std::size_t first = i;
  bool found = false;
  while (i < pattern.size() && (pattern[i] != ']' || i == first)) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found = found || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 3;
    } else {
      found = found || pattern[i] == c;
      ++i;
    }
  }
  if (i >= pattern.size()) return {pattern[0] == c, 1};
  return {found != negated, i + 1};
}

Step match_one(std::string_view pattern, char c) {
  if (pattern[0] == '?') return {true, 1};
  if (pattern[0] == '[') return match_set(pattern, c);
  return {pattern[0] == c, 1};
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_name = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_name = n;
      continue;
    }
    if (p < pattern.size()) {
      const Step step = match_one(pattern.substr(p), name[n]);
      if (step.matches) {
        p += step.length;
        ++n;
        continue;
      }
    }
    // Only the last star needs to be tried again: an earlier one can always give way to it.
    if (star == std::string_view::npos) return false;
    p = star + 1;
    n = ++star_name;
  }
  while (p < pattern.size() && pattern[p] == '*')
    ++p;
  return p == pattern.size();
}

}  // namespace arbiter::judge
