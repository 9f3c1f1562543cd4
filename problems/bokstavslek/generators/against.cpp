// A list on which one mistake shows, and as few of the others as could be found.
#include <optional>

#include "ideas.hpp"
#include "word_list.hpp"

namespace {

std::vector<std::string> draw_list(arbiter::ChoiceSource& source, std::int64_t count) {
  arbiter::WordList list;
  list.count = source.size(1, count);
  std::string letters = some_letters(source, source.integer(2, 5));
  if (source.chance(1, 3)) letters.back() = 'Z';
  list.alphabet = letters;
  list.least_length = source.integer(1, 4);
  list.most_length = list.least_length + source.integer(1, 5);
  list.shared = source.integer(0, 90);
  // Of two letters and four or more of them there are 48 words up to five letters, 112 up to six.
  list.most_length = std::max<std::int64_t>(list.most_length, list.count > 48 ? 6 : 5);
  std::vector<std::string> words = arbiter::words(source, list);
  std::sort(words.begin(), words.end());
  return words;
}

/// How many other ideas are wrong about the list; none where this one is right.
std::optional<std::int64_t> others_wrong(const std::vector<std::string>& words, Idea idea) {
  const std::string truth = Believer(words, Idea::none).safe_letters();
  if (Believer(words, idea).safe_letters() == truth) return std::nullopt;
  std::int64_t wrong = 0;
  for (const IdeaRow& other : k_ideas) {
    // That one is wrong on every list.
    if (other.idea == idea || other.idea == Idea::unsafe_letters) continue;
    wrong += Believer(words, other.idea).safe_letters() != truth ? 1 : 0;
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
    const std::int64_t count = options.integer("count", 2, 60);
    const std::int64_t tries = options.integer("tries", 1, 100000, 1000);
    Idea idea = Idea::none;
    for (const IdeaRow& row : k_ideas) {
      if (row.name == name) idea = row.idea;
    }
    const auto draw = [&] { return draw_list(gen, count); };
    const auto faults = [&](const auto& words) { return others_wrong(words, idea); };
    write_list(gen, gen.search_best(tries, draw, faults));
  });
}
