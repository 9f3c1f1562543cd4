// Random letters; of few letters many are equal.
#include "duel.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t length = options.integer("length", 2, 15);
    const std::int64_t letters = options.integer("letters", 1, 26, 26);
    const std::string alphabet = first_letters(letters);
    const auto draw = [&] { return arbiter::word(gen, gen.size(2, length), alphabet); };
    gen.out() << drawn_word(gen, draw) << '\n';
  });
}
