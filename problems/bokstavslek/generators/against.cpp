// A list on which one mistake shows, and as few of the others as could be found.
#include "ideas.hpp"
#include "word_list.hpp"

namespace {

std::vector<std::string> draw(arbiter::ChoiceSource& source, std::int64_t count) {
  const auto whole = source.span("list");
  arbiter::WordList list;
  list.count = count;
  std::string letters = some_letters(source, source.integer(2, 5));
  if (source.chance(1, 3)) letters.back() = 'Z';
  list.alphabet = letters;
  list.least_length = source.integer(1, 4);
  list.most_length = list.least_length + source.integer(1, 5);
  list.shared = source.integer(0, 90);
  // Of few letters there are not so many words of few letters.
  if (list.most_length < 5) list.most_length = 5;
  std::vector<std::string> words = arbiter::words(source, list);
  std::sort(words.begin(), words.end());
  return words;
}

/// How many other ideas are wrong about the list; -1 where this one is right.
int others_wrong(const std::vector<std::string>& words, Idea idea) {
  const std::string truth = Believer(words, Idea::none).safe_letters();
  if (Believer(words, idea).safe_letters() == truth) return -1;
  int wrong = 0;
  for (const IdeaRow& other : k_ideas) {
    if (other.idea != idea && Believer(words, other.idea).safe_letters() != truth) ++wrong;
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
    const std::int64_t count = options.integer("count", 2, 60);
    const std::int64_t tries = options.integer("tries", 1, 100000, 1000);
    Idea idea = Idea::none;
    for (const IdeaRow& row : k_ideas) {
      if (row.name == name) idea = row.idea;
    }
    std::vector<std::string> best;
    int fewest = static_cast<int>(k_ideas.size());
    for (std::int64_t i = 0; i < tries && fewest > 0; ++i) {
      std::vector<std::string> words = draw(gen, count);
      const int wrong = others_wrong(words, idea);
      if (wrong < 0 || wrong >= fewest) continue;
      fewest = wrong;
      best = std::move(words);
    }
    if (best.empty()) throw std::runtime_error("no list shows this mistake; try more often");
    write_list(gen, best);
  });
}
