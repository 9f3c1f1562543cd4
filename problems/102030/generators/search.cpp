// Packs whose games end in the way and within the numbers of cards that are asked for.
#include "game.hpp"

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = options.integer("packs", 1, 5000, 1);
    const std::string kind = options.word("ends", {"win", "loss", "draw", "any"}, "any");
    const auto least = static_cast<int>(options.integer("least", 0, 2000, 0));
    const auto most =
        static_cast<int>(options.integer("most", 21, game::k_no_limit, game::k_no_limit));
    options.require(least <= most, "--least must not be more than --most");
    const char letter = kind == "win" ? 'W' : kind == "loss" ? 'L' : kind == "draw" ? 'D' : '?';
    game::write(gen.out(), arbiter::list_towards(gen, 0, count, [&] {
                  return gen.search(
                      2000000, [&] { return game::random_pack(gen); },
                      [&](const game::Pack& pack) {
                        const game::Ending ending = game::play(pack, {}, most);
                        const bool is_kind =
                            letter == '?' ? ending.kind != '?' : ending.kind == letter;
                        return is_kind && ending.dealt >= least;
                      });
                }));
  });
}
