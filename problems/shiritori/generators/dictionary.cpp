// A dictionary of a shape, with a start word after which the first player wins. Dictionaries that
// are not won, too hard, or do not fool whom they should are drawn again.

#include <algorithm>
#include <arbiter/generator.hpp>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mistaken_games.hpp"
#include "mistakes.hpp"
#include "shapes.hpp"
#include "word_list.hpp"

namespace {

struct Wanted {
  std::string shape;
  std::string fools;
  std::int64_t count = 0;
  int letters = 0;
  std::int64_t plain_calls = 0;
  std::int64_t positions = 0;
  std::int64_t least_positions = 0;
  /// Of the letters as they are numbered here, those that are to be x, k and b.
  MistakenGame::Letters x_k_b{};

  bool fools_in_a_game() const {
    const std::vector<std::string> names = MistakenGame::names();
    return std::find(names.begin(), names.end(), fools) != names.end();
  }
};

/// Calls that a search without memory and cancelling needs, at most `limit` are counted.
std::int64_t plain_calls(const arbiter::TrailPosition& game, std::int64_t limit, bool& wins) {
  std::int64_t calls = 1;
  wins = false;
  for (int to = 0; to < arbiter::k_trail_vertices && !wins && calls < limit; ++to) {
    if (game.count(game.at, to) == 0) continue;
    bool they_win = false;
    calls += plain_calls(game.after(to), limit - calls, they_win);
    wins = !they_win;
  }
  return calls;
}

/// Whether it is also known quickly what becomes of every first word.
bool is_clear(const arbiter::TrailPosition& game, arbiter::TrailSolver& solver) {
  for (int to = 0; to < arbiter::k_trail_vertices; ++to)
    if (game.count(game.at, to) > 0 && !solver.mover_wins(game.after(to))) return false;
  return true;
}

bool is_wanted(const std::vector<Ends>& words, const Wanted& wanted) {
  arbiter::TrailSolver solver(static_cast<std::size_t>(wanted.positions));
  const arbiter::TrailPosition game = game_of({words.begin() + 1, words.end()}, words[0].to);
  if (solver.mover_wins(game) != true) return false;
  if (static_cast<std::int64_t>(solver.searched()) < wanted.least_positions) return false;
  if (!is_clear(game, solver)) return false;
  bool wins = false;
  const bool is_quick =
      wanted.plain_calls == 0 || plain_calls(game, wanted.plain_calls, wins) < wanted.plain_calls;
  if (!is_quick) return false;
  if (!wanted.fools_in_a_game()) return Mistakes(words, solver).fools(wanted.fools);
  return MistakenGame(words, solver, wanted.x_k_b).is_lost_by(wanted.fools);
}

/// The letters at which the start word may end, so that the dictionary is as wanted.
std::vector<int> good_ends(std::vector<Ends> words, const Wanted& wanted) {
  std::vector<int> good;
  for (words[0].to = 0; words[0].to < wanted.letters; ++words[0].to)
    if (is_wanted(words, wanted)) good.push_back(words[0].to);
  return good;
}

/// The words by their ends, the start word first.
std::vector<Ends> draw_words(arbiter::Generator& gen, const Wanted& wanted) {
  constexpr int k_most_draws = 2000;
  const auto draw = [&] {
    const auto whole = gen.span("dictionary");
    const Ends start{static_cast<int>(gen.integer(0, wanted.letters - 1)), 0};
    const auto others = static_cast<std::size_t>(wanted.count - 1);
    std::vector<Ends> words = Shapes(gen, others, wanted.letters).draw(wanted.shape);
    gen.shuffle(words);
    words.insert(words.begin(), start);
    return words;
  };
  const auto fits = [&](const std::vector<Ends>& words) {
    return !good_ends(words, wanted).empty();
  };
  std::vector<Ends> words = gen.search(k_most_draws, draw, fits);
  const std::vector<int> good = good_ends(words, wanted);
  if (good.empty()) throw std::runtime_error("the choices make no dictionary that is as wanted");
  words[0].to = gen.pick(good);
  return words;
}

std::vector<std::string> all_mistakes() {
  std::vector<std::string> names = Mistakes::names();
  for (const std::string& name : MistakenGame::names())
    names.push_back(name);
  return names;
}

void make(arbiter::Generator& gen, arbiter::Options& options) {
  Wanted wanted;
  wanted.shape = options.word("shape", Shapes::names());
  wanted.count = options.integer("n", 2, 400);
  wanted.letters = static_cast<int>(options.integer("letters", 2, 26));
  wanted.fools = options.word("fools", all_mistakes(), "nobody");
  wanted.plain_calls = options.integer("plain-calls", 0, 1'000'000'000, 100'000);
  wanted.positions = options.integer("positions", 1, 200'000, 5'000);
  wanted.least_positions = options.integer("least-positions", 0, 200'000, 0);
  const std::int64_t least = options.integer("least-length", 2, 20, 2);
  const std::int64_t most = options.integer("most-length", 2, 20, 9);
  options.require(least <= most, "--least-length is larger than --most-length");
  std::vector<int> alphabet;
  // Who trusts in certain letters is fooled by what the letters will be called.
  if (wanted.fools == "x-k-b") alphabet = arbiter::permutation(gen, 26, 0);
  for (std::size_t letter = 0; letter < alphabet.size(); ++letter)
    for (const char trusted : {'x', 'k', 'b'})
      if (alphabet[letter] == trusted - 'a') wanted.x_k_b.at(letter) = true;
  const std::vector<Ends> words = draw_words(gen, wanted);
  if (alphabet.empty()) alphabet = arbiter::permutation(gen, 26, 0);
  Writer writer(gen, least, most);
  gen.out() << words.size() << '\n';
  for (const Ends& ends : words) {
    const auto renamed = [&](int letter) { return alphabet[static_cast<std::size_t>(letter)]; };
    gen.out() << writer.word({renamed(ends.from), renamed(ends.to)}) << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, make);
}
