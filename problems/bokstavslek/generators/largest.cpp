// Lists as large as they may be: 40000 words that make the largest tree there is, that branch as
// late as they can, or that are as short as they can be.
#include <string_view>

#include "word_list.hpp"

namespace {

constexpr int k_words = 40000;
constexpr std::int64_t k_longest = 20;
constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The first words of that length, of as many letters as are needed for so many.
std::vector<std::string> first_words(int count, int length) {
  std::vector<std::string> words;
  for (int number = 0; number < count; ++number) {
    std::string word(static_cast<std::size_t>(length), 'A');
    int rest = number;
    for (std::size_t place = word.size(); place-- > 0; rest /= 26)
      word[place] = k_alphabet[static_cast<std::size_t>(rest % 26)];
    words.push_back(word);
  }
  return words;
}

/// All beginnings of three letters, and behind them all words apart from the fourth letter on: 26 +
/// 26^2 + 26^3 + 40000 * 17 nodes.
std::vector<std::string> largest_tree(arbiter::Generator& gen) {
  std::vector<std::string> words;
  const std::vector<std::string> beginnings = first_words(26 * 26 * 26, 3);
  for (int i = 0; i < k_words; ++i) {
    const std::size_t round = static_cast<std::size_t>(i) / beginnings.size();
    const std::string& begin = beginnings[static_cast<std::size_t>(i) % beginnings.size()];
    // In two steps: of two draws in one expression a compiler may take either first.
    const char fourth = k_alphabet[round * 9 + gen.index(8)];
    words.push_back(begin + fourth + arbiter::word(gen, k_longest - 4, k_alphabet));
  }
  return words;
}

/// One long beginning, then all branches.
std::vector<std::string> late_branches(arbiter::Generator& gen) {
  const std::string begin = arbiter::word(gen, k_longest - 4, k_alphabet);
  std::vector<std::string> words = first_words(k_words, 4);
  for (std::string& word : words)
    word.insert(0, begin);
  return words;
}

/// Words of four letters, two behind each three, and as many of five as still fit.
std::vector<std::string> short_words(arbiter::Generator& gen) {
  const std::vector<std::string> beginnings = first_words(26 * 26 * 26, 3);
  std::size_t longer = k_words - 2 * beginnings.size();
  std::vector<std::string> words;
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    const std::size_t first = gen.index(24);
    words.push_back(beginnings[i] + k_alphabet[first]);
    words.push_back(beginnings[i] + k_alphabet[first + 1]);
    const bool is_needed = beginnings.size() - i <= longer;
    if (longer == 0 || !(is_needed || gen.chance(1, 3))) continue;
    words.push_back(beginnings[i] + k_alphabet[first + 2] + k_alphabet[gen.index(26)]);
    --longer;
  }
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::string shape = options.word("shape", {"tree", "late", "short"});
    if (shape == "tree") return write_list(gen, largest_tree(gen));
    if (shape == "late") return write_list(gen, late_branches(gen));
    write_list(gen, short_words(gen));
  });
}
