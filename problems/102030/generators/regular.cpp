// Packs in an order that has a structure: few different games, and piles that behave alike.
#include "game.hpp"

namespace {

game::Pack regular_pack(arbiter::Generator& gen, const std::string& form) {
  game::Pack pack = game::sorted_pack();
  if (form == "reversed") std::reverse(pack.begin(), pack.end());
  if (form == "tens-first") std::rotate(pack.begin(), pack.end() - 16, pack.end());
  if (form == "dealt") {
    // As after sorted cards were dealt to so many heaps, and the heaps put together.
    const auto heaps = gen.integer(2, 26);
    game::Pack dealt;
    for (std::int64_t heap = 0; heap < heaps; ++heap) {
      for (std::int64_t i = heap; i < 52; i += heaps)
        dealt.push_back(pack[static_cast<std::size_t>(i)]);
    }
    pack = dealt;
  }
  if (form == "blocks") {
    const std::vector<int> order = arbiter::permutation(gen, 10, 1);
    pack.clear();
    for (const int value : order)
      pack.insert(pack.end(), value == 10 ? 16 : 4, value);
  }
  return pack;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = options.integer("packs", 1, 5000, 1);
    const std::string form =
        options.word("form", {"sorted", "reversed", "tens-first", "dealt", "blocks"}, "sorted");
    const auto swaps = options.integer("swaps", 0, 52, 0);
    const bool is_cut = options.word("cut", {"yes", "no"}, "no") == "yes";
    game::write(gen.out(), arbiter::list_towards(gen, 0, count, [&] {
                  game::Pack pack = regular_pack(gen, form);
                  if (is_cut) {
                    const auto cut = static_cast<std::ptrdiff_t>(gen.index(pack.size()));
                    std::rotate(pack.begin(), pack.begin() + cut, pack.end());
                  }
                  for (std::int64_t i = 0; i < swaps; ++i) {
                    const std::size_t one = gen.index(pack.size());
                    std::swap(pack[one], pack[gen.index(pack.size())]);
                  }
                  return pack;
                }));
  });
}
