#include "base/path_glob.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace arbiter {
namespace {

constexpr std::size_t k_most_texts = 256;

/// A pair of braces with the places of the commas between them.
struct Braces {
  std::size_t open = 0;
  std::vector<std::size_t> cuts;  ///< the opening brace, commas, the closing brace
};

/// The first pair of braces that is closed; none without one.
std::optional<Braces> first_braces(std::string_view pattern) {
  for (std::size_t open = pattern.find('{'); open != std::string_view::npos;
       open = pattern.find('{', open + 1)) {
    Braces braces{open, {open}};
    int depth = 0;
    for (std::size_t i = open; i < pattern.size(); ++i) {
      if (pattern[i] == '{') ++depth;
      if (pattern[i] == ',' && depth == 1) braces.cuts.push_back(i);
      if (pattern[i] == '}' && --depth == 0) {
        braces.cuts.push_back(i);
        return braces;
      }
    }
  }
  return std::nullopt;
}

/// All texts without braces that a pattern stands for; empty when there are too many.
std::vector<std::string> without_braces(std::string_view pattern) {
  std::vector<std::string> open = {std::string(pattern)};
  std::vector<std::string> done;
  while (!open.empty()) {
    const std::string text = std::move(open.back());
    open.pop_back();
    const auto braces = first_braces(text);
    if (!braces) {
      done.push_back(text);
    } else {
      for (std::size_t i = 0; i + 1 < braces->cuts.size(); ++i) {
        const std::size_t begin = braces->cuts[i] + 1;
        const auto choice = std::string_view(text).substr(begin, braces->cuts[i + 1] - begin);
        open.push_back(text.substr(0, braces->open) + std::string(trimmed(choice)) +
                       text.substr(braces->cuts.back() + 1));
      }
    }
    if (open.size() + done.size() > k_most_texts) return {};
  }
  return done;
}

/// Linear in text times stars: after a mismatch only the last star is tried again.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() &&
               (pattern[p] == text[t] || (pattern[p] == '?' && text[t] != '/'))) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos && text[star_text] != '/') {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

bool matches_path_glob(std::string_view pattern, std::string_view path, PathGlob what) {
  while (pattern.size() > 1 && pattern.ends_with('/'))
    pattern.remove_suffix(1);
  const std::vector<std::string> texts = without_braces(pattern);
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    if (matches(text, path)) return true;
    if (what == PathGlob::whole) return false;
    for (std::size_t end = path.rfind('/'); end != std::string_view::npos && end > 0;
         end = path.rfind('/', end - 1)) {
      if (matches(text, path.substr(0, end))) return true;
    }
    return false;
  });
}

}  // namespace arbiter
