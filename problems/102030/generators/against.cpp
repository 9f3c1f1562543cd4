// Packs on which a player that gets one rule wrong gives another result, so that each single pack
// catches it.
#include <map>

#include "game.hpp"

namespace {

game::Rules with_order(int first, int second, int third) {
  game::Rules rules;
  rules.order = {first, second, third};
  return rules;
}

game::Rules with_put_back(game::PutBack how) {
  game::Rules rules;
  rules.put_back = how;
  return rules;
}

game::Rules with_seen(game::Seen what, long modulus = 1) {
  game::Rules rules;
  rules.seen = what;
  rules.modulus = modulus;
  return rules;
}

std::map<std::string, game::Rules> wrong_rules() {
  std::map<std::string, game::Rules> all = {
      {"order-021", with_order(0, 2, 1)},
      {"order-102", with_order(1, 0, 2)},
      {"order-120", with_order(1, 2, 0)},
      {"order-201", with_order(2, 0, 1)},
      {"order-210", with_order(2, 1, 0)},
      {"put-back-reversed", with_put_back(game::PutBack::reversed)},
      {"put-back-sorted", with_put_back(game::PutBack::sorted)},
      {"put-back-on-top", with_put_back(game::PutBack::on_top)},
      {"no-boundaries", with_seen(game::Seen::no_boundaries)},
      {"piles-only", with_seen(game::Seen::piles)},
      {"once-a-round", with_seen(game::Seen::once_a_round)},
      {"hash-100003", with_seen(game::Seen::one_hash, 100003)},
      {"hash-1000003", with_seen(game::Seen::one_hash, 1000003)},
      {"hash-10000019", with_seen(game::Seen::one_hash, 10000019)},
  };
  all["one-removal"].one_removal = true;
  all["empty-piles-stay"].empty_piles_stay = true;
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::map<std::string, game::Rules> all = wrong_rules();
    std::vector<std::string> names;
    for (const auto& [name, rules] : all)
      names.push_back(name);
    const auto count = options.integer("packs", 1, 5000, 1);
    const game::Rules wrong = all.at(options.word("rule", names));
    game::write(gen.out(), arbiter::list_towards(gen, 0, count, [&] {
                  return gen.search(
                      100000, [&] { return game::random_pack(gen); },
                      [&](const game::Pack& pack) {
                        const game::Ending right = game::play(pack);
                        return game::play(pack, wrong, right.dealt + 1) != right;
                      });
                }));
  });
}
