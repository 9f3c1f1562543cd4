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
      const std::int64_t letters = gen.size(2, 13);
      std::string word = first_letters(letters);
      for (const std::int64_t place : arbiter::distinct(gen, 2, 0, letters - 1))
        word.insert(gen.index(word.size() + 1), 1, word[static_cast<std::size_t>(place)]);
      return word;
    };
    const auto fits = [&](const std::string& word) {
      if (falls(word) == 0) return false;
      const Duel duel(word);
      return duel.first_wins() == (winner == 1) && duel.calls(true) >= k_slow &&
             duel.calls(false) >= k_slow;
    };
    gen.out() << not_increasing(gen.search(3000, draw, fits)) << '\n';
  });
}
