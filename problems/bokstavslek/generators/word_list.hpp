#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "arbiter/generator.hpp"

/// Writes the words as the statement wants them: how many, then each on a line, sorted.
inline void write_list(arbiter::Generator& gen, std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  gen.out() << words.size() << '\n';
  for (const std::string& word : words)
    gen.out() << word << '\n';
}

/// `count` letters of A to Z, in order.
inline std::string some_letters(arbiter::ChoiceSource& source, std::int64_t count) {
  std::string chosen;
  for (const std::int64_t letter : arbiter::distinct(source, count, 'A', 'Z'))
    chosen += static_cast<char>(letter);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}
