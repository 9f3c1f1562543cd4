// An increasing word in which a few letters were moved, exchanged or made equal to a neighbour.
#include "duel.hpp"

namespace {

std::string sorted_word(arbiter::ChoiceSource& source, std::int64_t length) {
  std::string word;
  for (const std::int64_t letter : arbiter::distinct(source, length, 'a', 'z'))
    word += static_cast<char>(letter);
  std::sort(word.begin(), word.end());
  return word;
}

void disturb(arbiter::ChoiceSource& source, std::string& word) {
  const auto whole = source.span("fault");
  const std::size_t from = source.index(word.size());
  const std::size_t to = source.index(word.size());
  const std::int64_t kind = source.integer(0, 2);
  if (kind == 0) word[from] = word[from > 0 ? from - 1 : 1];
  if (kind == 1) std::swap(word[from], word[to]);
  if (kind == 2) word = without(word, from).insert(to, 1, word[from]);
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t length = options.integer("length", 2, 15);
    const std::int64_t faults = options.integer("faults", 1, 15);
    const auto draw = [&] {
      std::string word = sorted_word(gen, gen.size(2, length));
      for (std::int64_t left = gen.size(1, faults); left > 0; --left)
        disturb(gen, word);
      return word;
    };
    gen.out() << drawn_word(gen, draw) << '\n';
  });
}
