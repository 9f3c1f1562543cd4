#include "intake/names/problem_index.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

using Words = std::vector<std::string>;

/// What may stand beside a problem that is called by a letter.
constexpr std::array k_common_words = {
    "problem", "task",     "exercise",   "assignment", "question", "solution", "sol",     "answer",
    "main",    "code",     "submission", "final",      "part",     "uppgift",  "aufgabe", "tehtävä",
    "opgave",  "exercice", "ejercicio",  "oppgave",    "prob",     "ex",       "p",       "q"};

constexpr std::array k_attempt_words = {"attempt", "try",     "submission", "submit",  "version",
                                        "v",       "rev",     "försök",     "versuch", "forsøk",
                                        "essai",   "intento", "poging"};

bool is_number(const std::string& word) {
  return is_digits(word) && word.size() <= 9;
}

template <std::size_t N>
bool is_among(const std::string& word, const std::array<const char*, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_short(const Words& words) {
  std::size_t letters = 0;
  for (const std::string& word : words)
    letters += word.size();
  return letters <= 2;
}

/// Whether all words but those in [begin, end) say nothing.
bool stands_alone(const Words& words, std::size_t begin, std::size_t end) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i >= begin && i < end) continue;
    if (!is_among(words[i], k_common_words)) return false;
  }
  return true;
}

/// Where the words of a name stand in those of a text.
struct Found {
  std::size_t problem;
  std::size_t begin;
  std::size_t end;
};

bool is_within(const Found& small, const Found& large) {
  return small.begin >= large.begin && small.end <= large.end &&
         small.end - small.begin < large.end - large.begin;
}

void add_once(std::vector<std::size_t>& all, std::size_t problem) {
  if (std::ranges::find(all, problem) == all.end()) all.push_back(problem);
}

}  // namespace

AttemptName split_attempt(std::string_view stem) {
  const AttemptName whole{std::string(stem), std::nullopt};
  std::string_view base = stem;
  const bool is_bracketed = base.ends_with(')');
  if (is_bracketed) base.remove_suffix(1);
  const std::size_t digits = base.find_last_not_of("0123456789") + 1;
  const std::string number(base.substr(digits));
  if (!is_number(number) || digits == 0) return whole;
  base = base.substr(0, digits);
  const auto drop = [&](std::string_view any_of) {
    const bool is_there = !base.empty() && any_of.find(base.back()) != std::string_view::npos;
    if (is_there) base.remove_suffix(1);
    return is_there;
  };
  if (!is_bracketed) drop("vV");
  if (!drop(is_bracketed ? "(" : "-_ ")) return whole;
  if (is_bracketed) drop(" ");
  if (base.empty()) return whole;
  return {std::string(base), std::stoi(number)};
}

std::optional<int> attempt_of_folder(std::string_view name) {
  const Words words = words_of(name);
  if (words.size() != 2 || !is_among(words[0], k_attempt_words) || !is_number(words[1])) {
    return std::nullopt;
  }
  return std::stoi(words[1]);
}

ProblemIndex::ProblemIndex(std::vector<ProblemNames> problems) : problems_(std::move(problems)) {
  for (std::size_t i = 0; i < problems_.size(); ++i) {
    const std::string& id = problems_[i].id;
    names_.push_back({i, true, folded(id), letters_of(id), words_of(id)});
    for (const std::string& name : problems_[i].others)
      names_.push_back({i, false, folded(name), letters_of(name), words_of(name)});
  }
}

std::vector<std::size_t> ProblemIndex::called(std::string_view text) const {
  const std::string plain = folded(text);
  const std::string letters = letters_of(text);
  const Words words = words_of(text);
  std::array<std::vector<std::size_t>, 4> tiers;
  for (const Name& name : names_) {
    if (name.folded == plain && name.is_id) add_once(tiers[0], name.problem);
    if (name.folded == plain) add_once(tiers[1], name.problem);
    if (!words.empty() && name.words == words) add_once(tiers[2], name.problem);
    if (!letters.empty() && name.letters == letters) add_once(tiers[3], name.problem);
  }
  for (std::vector<std::size_t>& tier : tiers) {
    if (!tier.empty()) return tier;
  }
  return {};
}

std::vector<std::size_t> ProblemIndex::named_in(std::string_view text) const {
  if (auto whole = called(text); !whole.empty()) return whole;
  const Words words = words_of(text);
  std::vector<Found> found;
  for (const Name& name : names_) {
    if (name.words.empty()) continue;
    for (auto at = words.begin();; ++at) {
      at = std::search(at, words.end(), name.words.begin(), name.words.end());
      if (at == words.end()) break;
      const auto begin = static_cast<std::size_t>(at - words.begin());
      const std::size_t end = begin + name.words.size();
      if (is_short(name.words) && !stands_alone(words, begin, end)) continue;
      found.push_back({name.problem, begin, end});
    }
  }
  std::vector<std::size_t> problems;
  for (const Found& one : found) {
    const bool is_part =
        std::ranges::any_of(found, [&](const Found& other) { return is_within(one, other); });
    if (!is_part) add_once(problems, one.problem);
  }
  return problems;
}

std::optional<std::size_t> ProblemIndex::one_named_in(std::string_view text) const {
  const auto named = named_in(text);
  return named.size() == 1 ? std::optional(named.front()) : std::nullopt;
}

std::string ProblemIndex::list(const std::vector<std::size_t>& problems) const {
  std::vector<std::string> names;
  for (const std::size_t problem : problems)
    names.push_back(id(problem));
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

std::string ProblemIndex::help_for(std::string_view text) const {
  const std::vector<std::string> all = ids_of(problems_);
  if (const auto near = nearest(folded(text), all)) {
    return fmt::format("did you mean '{}'? 'also' in grading.yaml adds names", *near);
  }
  constexpr std::size_t k_most = 12;
  if (all.size() <= k_most) {
    return fmt::format("problems: {}; 'also' in grading.yaml adds names", fmt::join(all, ", "));
  }
  return "'also' in grading.yaml says how files and folders may call a problem";
}

}  // namespace arbiter::intake
