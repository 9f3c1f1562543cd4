// A few of all short words over a few letters: lists so small that a game can be followed by hand.
#include "word_list.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t letters = options.integer("letters", 1, 4, 3);
    const std::int64_t most = options.integer("most", 1, 4, 3);
    const std::int64_t times = options.integer("of-100", 1, 100, 20);
    const std::string alphabet = some_letters(gen, letters);
    std::vector<std::string> all = {""};
    std::size_t begin = 0;
    for (std::int64_t length = 1; length <= most; ++length) {
      const std::size_t end = all.size();
      for (; begin < end; ++begin) {
        for (const char letter : alphabet)
          all.push_back(all[begin] + letter);
      }
    }
    all.erase(all.begin());
    std::vector<std::string> words = arbiter::subset(gen, all, times, 100);
    if (words.empty()) words.push_back(gen.pick(all));
    write_list(gen, words);
  });
}
