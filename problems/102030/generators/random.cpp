// Packs shuffled at random, their numbers laid out in lines in several ways.
#include "game.hpp"

namespace {

/// What stands between two numbers.
std::string gap(arbiter::Generator& gen, const std::string& layout, int place) {
  if (layout == "packs") return place % 52 == 51 ? "\n" : " ";
  if (layout == "sample") return place % 52 == 25 || place % 52 == 51 ? "\n" : " ";
  if (layout == "column") return "\n";
  if (layout == "row") return " ";
  const auto each = gen.span();
  std::string blanks;
  for (auto left = gen.integer(1, 4, arbiter::geometrically(1, 3)); left > 0; --left)
    blanks += gen.pick({' ', '\n', '\t', '\r'});
  return blanks;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const auto count = options.integer("packs", 0, 5000, 1);
    const auto layout =
        options.word("layout", {"packs", "sample", "column", "row", "any"}, "packs");
    int place = 0;
    for (const game::Pack& pack :
         arbiter::list_towards(gen, 0, count, [&] { return game::random_pack(gen); })) {
      for (const int card : pack)
        gen.out() << card << gap(gen, layout, place++);
    }
    gen.out() << "0\n";
  });
}
