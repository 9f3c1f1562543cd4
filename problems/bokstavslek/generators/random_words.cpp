// Words of random letters and lengths; some begin as another one does, or go on behind it.
#include "word_list.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    arbiter::WordList list;
    list.count = options.integer("count", 1, 40000);
    const std::int64_t letters = options.integer("letters", 1, 26);
    list.least_length = options.integer("least", 1, 20);
    list.most_length = options.integer("most", 1, 20);
    list.shared = options.integer("shared", 0, 100, 0);
    options.require(list.least_length <= list.most_length, "--least is over --most");
    list.count = gen.size(1, list.count);
    list.alphabet = some_letters(gen, letters);
    write_list(gen, arbiter::words(gen, list));
  });
}
