// A few packs, each given many times, next to each other or mixed.
#include "game.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = options.integer("packs", 1, 5000);
    const auto different = options.integer("different", 1, 5000);
    const bool is_mixed = options.word("order", {"mixed", "rounds"}, "mixed") == "mixed";
    options.require(different <= count, "--different must not be more than --packs");
    const auto packs =
        arbiter::list_towards(gen, 1, different, [&] { return game::random_pack(gen); });
    std::size_t place = 0;
    game::write(gen.out(), arbiter::list_towards(gen, 0, count, [&] {
                  return packs[is_mixed ? gen.index(packs.size()) : place++ % packs.size()];
                }));
  });
}
