// A word on which one mistake shows, and as few of the others as could be found.
#include <optional>

#include "duel.hpp"

namespace {

std::string draw_word(arbiter::ChoiceSource& source, std::int64_t most) {
  const std::int64_t length = source.size(2, most);
  return arbiter::word(source, length, first_letters(source.integer(2, 15)));
}

/// How many other ideas are wrong about the word; none where this one is right.
std::optional<std::int64_t> others_wrong(const std::string& word, Idea idea) {
  if (falls(word) == 0) return std::nullopt;
  const bool truth = first_wins(word, Idea::none);
  if (first_wins(word, idea) == truth || !is_quick(word)) return std::nullopt;
  std::int64_t wrong = 0;
  for (const IdeaRow& other : k_ideas) {
    if (other.idea != idea && first_wins(word, other.idea) != truth) ++wrong;
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    std::vector<std::string> names;
    names.reserve(k_ideas.size());
    for (const IdeaRow& row : k_ideas)
      names.emplace_back(row.name);
    const std::string name = options.word("idea", names);
    const std::int64_t length = options.integer("length", 2, 12);
    const std::int64_t tries = options.integer("tries", 1, 100000, 300);
    Idea idea = Idea::none;
    for (const IdeaRow& row : k_ideas) {
      if (row.name == name) idea = row.idea;
    }
    const auto draw = [&] { return draw_word(gen, length); };
    const auto faults = [&](const std::string& word) { return others_wrong(word, idea); };
    gen.out() << not_increasing(gen.search_best(tries, draw, faults)) << '\n';
  });
}
