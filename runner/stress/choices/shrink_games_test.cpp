// Games on words and on lists of words, with mistaken ideas of who wins. The smallest inputs on
// which an idea is wrong are found by trying all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/collections.hpp>
#include <arbiter/words.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "stress/choices/shrink_test_kit.hpp"
#include "stress/text/shrink_text.hpp"

namespace arbiter::stress {
namespace {

bool is_increasing(const std::string& word) {
  return std::ranges::adjacent_find(word, std::greater_equal<>()) == word.end();
}

std::string without_letter(std::string word, std::size_t place) {
  return word.erase(place, 1);
}

/// Players delete letters by turns; who makes the word increasing wins.
bool first_wins(const std::string& word) {
  static std::map<std::string, bool> known;
  if (is_increasing(word)) return false;
  const auto found = known.find(word);
  if (found != known.end()) return found->second;
  bool wins = false;
  for (std::size_t i = 0; i < word.size() && !wins; ++i)
    wins = !first_wins(without_letter(word, i));
  return known[word] = wins;
}

bool wins_at_once(const std::string& word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (is_increasing(without_letter(word, i))) return true;
  }
  return false;
}

bool wins_from_the_ends(const std::string& word) {
  if (is_increasing(word)) return false;
  return !wins_from_the_ends(word.substr(1)) ||
         !wins_from_the_ends(word.substr(0, word.size() - 1));
}

bool can_always_answer(const std::string& word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!wins_at_once(without_letter(word, i))) return false;
  }
  return true;
}

std::size_t falls(const std::string& word) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < word.size(); ++i)
    count += word[i - 1] >= word[i] ? 1U : 0U;
  return count;
}

using Idea = std::function<bool(const std::string&)>;

const std::map<std::string, Idea>& ideas() {
  static const std::map<std::string, Idea> all = {
      {"parity of the length", [](const std::string& word) { return word.size() % 2 == 0; }},
      {"parity of the falls", [](const std::string& word) { return falls(word) % 2 == 1; }},
      {"only ends are deleted", wins_from_the_ends},
      {"one move ahead",
       [](const std::string& word) { return wins_at_once(word) || !can_always_answer(word); }},
      {"parity of the kinds of letters",
       [](const std::string& word) {
         return std::set<char>(word.begin(), word.end()).size() % 2 == 0;
       }},
  };
  return all;
}

bool is_wrong(const Idea& idea, const std::string& word) {
  return !is_increasing(word) && idea(word) != first_wins(word);
}

/// The length of the shortest word on which the idea is wrong; 0 if there is none so short.
std::size_t shortest(const Idea& idea) {
  std::vector<std::string> words = {""};
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string word = words[at];
    if (is_wrong(idea, word)) return word.size();
    for (char letter = 'a'; letter <= 'e' && word.size() < 6; ++letter)
      words.push_back(word + letter);
  }
  return 0;
}

/// A length, the size of the alphabet, the letters.
std::string drawn_word(ChoiceSource& source) {
  const std::int64_t length = source.size(2, source.integer(2, 9));
  const std::string alphabet =
      letters("a-o").substr(0, static_cast<std::size_t>(source.integer(2, 15)));
  return word(source, length, alphabet);
}

TEST(ShrinkGames, FindsShortestWords) {
  int right = 0;
  int all = 0;
  for (const auto& [name, idea] : ideas()) {
    const std::size_t least = shortest(idea);
    ASSERT_GT(least, 0U) << name;
    const FailingGenerator<std::string> generator = {
        drawn_word, [&idea = idea](const std::string& word) { return is_wrong(idea, word); }};
    for (const ChoiceSequence& start : generator.failures(3)) {
      const ShrunkChoices shrunk = generator.shrink(start, true);
      const std::string word = generator.input_of(shrunk.best);
      EXPECT_LE(word.size() * 2, least * 3) << name << ": " << word;
      EXPECT_LT(shrunk.attempts, 5000) << name;
      EXPECT_EQ(generator.shrink(shrunk.best, true).best, shrunk.best) << name;
      ++all;
      right += word.size() == least ? 1 : 0;
    }
  }
  EXPECT_EQ(right, all);
}

using Words = std::vector<std::string>;

/// By turns players add letters to a beginning of a word; who completes a word loses. Says whether
/// who is to move wins. An idea takes words that go on beyond another one for words all the same.
bool mover_wins(const Words& words, const std::string& said, bool ends_at_words) {
  const bool is_word = std::ranges::find(words, said) != words.end();
  bool goes_on = false;
  bool wins = false;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const std::string next = said + letter;
    const bool is_begun = std::ranges::any_of(
        words, [&](const std::string& word) { return word.compare(0, next.size(), next) == 0; });
    if (!is_begun) continue;
    goes_on = true;
    wins = wins || !mover_wins(words, next, ends_at_words);
  }
  return is_word && (ends_at_words || !goes_on) ? true : wins;
}

bool is_wrong_list(const Words& words) {
  return mover_wins(words, "", true) != mover_wins(words, "", false);
}

std::string text_of(const Words& words) {
  std::string text = std::to_string(words.size()) + '\n';
  for (const std::string& word : words)
    text += word + '\n';
  return text;
}

/// The words of a text that is a valid input: sorted, each once, as many as it says.
std::optional<Words> words_in(const std::string& text) {
  Words lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return std::nullopt;
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (lines.size() < 2 || lines.front() != std::to_string(lines.size() - 1)) return std::nullopt;
  lines.erase(lines.begin());
  const bool is_rising = std::ranges::adjacent_find(lines, std::greater_equal<>()) == lines.end();
  const bool has_letters = std::ranges::all_of(lines, [](const std::string& line) {
    return !line.empty() && line.find_first_not_of(letters("A-Z")) == std::string::npos;
  });
  return is_rising && has_letters ? std::optional(lines) : std::nullopt;
}

std::size_t letters_in(const Words& words) {
  std::size_t count = 0;
  for (const std::string& word : words)
    count += word.size();
  return count;
}

FailingGenerator<Words> list_generator() {
  return {[](ChoiceSource& source) {
            WordList list;
            list.count = source.size(1, 12);
            std::string alphabet;
            for (const std::int64_t letter : distinct(source, source.integer(2, 4), 'A', 'Z'))
              alphabet += static_cast<char>(letter);
            list.alphabet = alphabet;
            list.least_length = 1;
            list.most_length = 5;
            list.shared = 40;
            Words made = words(source, list);
            std::ranges::sort(made);
            return made;
          },
          is_wrong_list};
}

TEST(ShrinkGames, FindsListsOfFewestLetters) {
  const FailingGenerator<Words> generator = list_generator();
  for (const ChoiceSequence& start : generator.failures(3)) {
    const ShrunkChoices shrunk = generator.shrink(start, true);
    const Words by_choices = generator.input_of(shrunk.best);
    EXPECT_LT(shrunk.attempts, 5000);
    EXPECT_EQ(generator.shrink(shrunk.best, true).best, shrunk.best);
    const ShrunkText text = shrink_text(text_of(by_choices), [](const std::string& candidate) {
      const std::optional<Words> words = words_in(candidate);
      return words && is_wrong_list(*words);
    });
    // "A" ends the game at once, as the idea has it; by the rules it goes on to "AA".
    EXPECT_LE(letters_in(*words_in(text.best)), 3U) << text_of(by_choices);
    EXPECT_LT(text.attempts, 5000);
  }
}

}  // namespace
}  // namespace arbiter::stress
