// Two to six letters out of the first few or the last few: words that can be searched on paper.
#include "duel.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t least = options.integer("least", 2, 6, 2);
    const std::int64_t most = options.integer("most", 2, 6, 6);
    options.require(least <= most, "--least is over --most");
    const auto draw = [&] {
      const std::int64_t length = gen.integer(least, most);
      return arbiter::word(gen, length, first_letters(gen.integer(1, length)));
    };
    std::string word = drawn_word(gen, draw);
    const bool ends_with_z = gen.integer(0, 1) == 1;
    for (char& letter : word)
      letter = static_cast<char>(letter + (ends_with_z ? 26 - most : 0));
    gen.out() << word << '\n';
  });
}
