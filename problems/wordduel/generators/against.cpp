// A word on which one mistake shows, and as few of the others as could be found.
#include "duel.hpp"

namespace {

std::string draw(arbiter::ChoiceSource& source, std::int64_t length) {
  const auto whole = source.span("word");
  return arbiter::word(source, length, first_letters(source.integer(2, 15)));
}

/// How many other ideas are wrong about the word; -1 where this one is right.
int others_wrong(const std::string& word, Idea idea) {
  const bool truth = first_wins(word, Idea::none);
  if (first_wins(word, idea) == truth) return -1;
  int wrong = 0;
  for (const IdeaRow& other : k_ideas) {
    if (other.idea != idea && first_wins(word, other.idea) != truth) ++wrong;
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    std::vector<std::string> names;
    for (const IdeaRow& row : k_ideas)
      names.emplace_back(row.name);
    const std::string name = options.word("idea", names);
    const std::int64_t length = options.integer("length", 2, 12);
    const std::int64_t tries = options.integer("tries", 1, 100000, 300);
    Idea idea = Idea::none;
    for (const IdeaRow& row : k_ideas) {
      if (row.name == name) idea = row.idea;
    }
    std::string best;
    int fewest = static_cast<int>(k_ideas.size());
    for (std::int64_t i = 0; i < tries && fewest > 0; ++i) {
      const std::string word = draw(gen, length);
      const int wrong = falls(word) == 0 ? -1 : others_wrong(word, idea);
      if (wrong < 0 || wrong >= fewest) continue;
      fewest = wrong;
      best = word;
    }
    if (best.empty()) throw std::runtime_error("no word shows this mistake; try more often");
    gen.out() << best << '\n';
  });
}
