// Fifteen letters for which a search without memory takes for ever, whether it deletes from the
// left or from the right.
#include "duel.hpp"

namespace {

constexpr std::uint64_t k_slow = 5'000'000'000;

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::int64_t winner = options.integer("winner", 0, 1);
    const auto draw = [&] {
      // Long increasing parts make games short of ends; a few faults keep them from ending.
      std::string word = first_letters(13);
      for (const std::int64_t place : arbiter::distinct(gen, 2, 0, 12))
        word.insert(gen.index(word.size() + 1), 1, word[static_cast<std::size_t>(place)]);
      return word;
    };
    for (int i = 0; i < 3000; ++i) {
      const std::string word = draw();
      if (falls(word) == 0) continue;
      const Duel duel(word);
      if (duel.first_wins() != (winner == 1)) continue;
      if (duel.calls(true) < k_slow || duel.calls(false) < k_slow) continue;
      gen.out() << word << '\n';
      return;
    }
    throw std::runtime_error("no such word was found; take another seed");
  });
}
