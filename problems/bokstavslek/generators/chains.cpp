// A long line for each letter, with few places to leave it: the length of the line is what decides.
#include "word_list.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t letters = options.integer("letters", 1, 26);
    const std::int64_t least = options.integer("least", 1, 20);
    const std::int64_t most = options.integer("most", 1, 20);
    const std::int64_t exits = options.integer("exits", 0, 100, 0);
    options.require(least <= most, "--least is over --most");
    std::vector<std::string> words;
    for (const char first : some_letters(gen, letters)) {
      const auto whole = gen.span("chain");
      const std::int64_t length = gen.integer(least, most);
      const std::string line = first + arbiter::word(gen, length - 1, "ABCDEFGHIJKLMNOPQRSTUVWXY");
      words.push_back(line);
      // Z is no letter of the line, so that an exit is no word on the way.
      for (std::size_t place = 1; place + 2 <= line.size(); ++place) {
        if (gen.chance(exits, 100)) words.push_back(line.substr(0, place) + "ZZ");
      }
    }
    write_list(gen, words);
  });
}
