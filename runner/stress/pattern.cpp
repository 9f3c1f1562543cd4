#include "stress/pattern.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace arbiter::stress {
namespace {

using model::Property;
using Values = std::vector<std::int64_t>;

// One property fits so many inputs by chance only rarely, two together more often.
constexpr std::size_t k_least = 5;
constexpr std::size_t k_least_of_two = 8;
constexpr std::size_t k_most_lines = 3;
constexpr std::size_t k_most_bytes = 4096;
// Of failing inputs, and of others.
constexpr std::size_t k_room = std::size_t{1} << 20U;
constexpr std::size_t k_room_of_each = 64;  // beside its bytes
constexpr std::size_t k_most_words = 4;

/// The words of each line.
using Text = std::vector<std::vector<std::string>>;

Text text_of(const std::string& input) {
  Text text;
  for (const std::string_view line : split_lines(input))
    text.push_back(arbiter::words_of(line, " \t\r"));
  return text;
}

/// Values that all inputs have at the same place.
struct Part {
  enum class Kind { numbers, words, letters };
  Kind kind = Kind::numbers;
  std::string subject;
  std::vector<std::string> places;
  std::vector<Values> values;  ///< by input
};

/// Something that holds for all failing inputs, and for which others.
struct Atom {
  Property property;
  std::vector<std::size_t> others;  ///< that have it, too, in rising order
};

class PatternSearch {
 public:
  explicit PatternSearch(const std::vector<Observation>& tried) {
    std::map<std::string_view, bool> known;
    for (const Observation& one : tried)
      known.emplace(one.input, one.fails);
    for (const auto& [input, fails] : known) {
      texts_.push_back(text_of(std::string(input)));
      fails_.push_back(fails);
      lines_ = texts_.size() == 1 ? texts_[0].size() : std::min(lines_, texts_.back().size());
    }
    failing_ = static_cast<std::size_t>(std::ranges::count(fails_, true));
  }

  std::optional<model::Pattern> find() {
    if (failing_ >= k_least_of_two && passing() == 0) return pattern({});
    if (failing_ < k_least || passing() < k_least) return std::nullopt;
    find_parts();
    for (const Part& part : parts_)
      is_single(part) ? add_single(part) : add_list(part);
    for (const Atom& atom : atoms_) {
      if (atom.others.empty()) return pattern({atom.property});
    }
    if (failing_ < k_least_of_two || passing() < 2 * k_least_of_two) return std::nullopt;
    return find_two();
  }

 private:
  [[nodiscard]] std::size_t passing() const { return fails_.size() - failing_; }

  [[nodiscard]] model::Pattern pattern(std::vector<Property> properties) const {
    return {std::move(properties), failing_, passing()};
  }

  static bool are_disjoint(const std::vector<std::size_t>& one,
                           const std::vector<std::size_t>& other) {
    auto a = one.begin();
    auto b = other.begin();
    while (a != one.end() && b != other.end() && *a != *b)
      ++(*a < *b ? a : b);
    return a == one.end() || b == other.end();
  }

  [[nodiscard]] std::optional<model::Pattern> find_two() const {
    for (std::size_t b = 1; b < atoms_.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const auto& one = atoms_[a].others;
        const auto& other = atoms_[b].others;
        // Each of them must leave out more than a chance few that the other does not.
        const bool are_many = one.size() >= k_least && other.size() >= k_least;
        if (are_many && are_disjoint(one, other))
          return pattern({atoms_[a].property, atoms_[b].property});
      }
    }
    return std::nullopt;
  }

  void find_parts() {
    for (std::size_t line = 0; line < std::min(lines_, k_most_lines); ++line)
      add_line(line);
    const bool has_more = std::ranges::any_of(texts_, [this](const Text& text) {
      return text.size() > std::max<std::size_t>(lines_, 2);
    });
    if (lines_ > 0 && (has_more || lines_ > 2)) {
      add_words("from_line", {"2"}, [](const Text& text) {
        std::vector<std::string> words;
        for (std::size_t line = 1; line < text.size(); ++line)
          words.insert(words.end(), text[line].begin(), text[line].end());
        return words;
      });
    }
    Part lines{Part::Kind::numbers, "lines", {}, {}};
    for (const Text& text : texts_)
      lines.values.push_back({static_cast<std::int64_t>(text.size())});
    parts_.push_back(std::move(lines));
  }

  void add_line(std::size_t line) {
    std::set<std::size_t> counts;
    for (const Text& text : texts_)
      counts.insert(text[line].size());
    const std::string place = std::to_string(line + 1);
    const bool is_short = counts.size() == 1 && *counts.begin() <= k_most_words;
    for (std::size_t word = 0; is_short && word < *counts.begin(); ++word)
      add_word(line, word, {std::to_string(word + 1), place});
    if (is_short && *counts.begin() < 2) return;
    add_words("line", {place}, [line](const Text& text) { return text[line]; });
  }

  void add_word(std::size_t line, std::size_t word, std::vector<std::string> places) {
    Part number{Part::Kind::numbers, "number", places, {}};
    Part letters{Part::Kind::letters, "letters", std::move(places), {}};
    for (const Text& text : texts_) {
      const std::string& one = text[line][word];
      if (const auto value = number_in<std::int64_t>(one)) number.values.push_back({*value});
      letters.values.emplace_back(one.begin(), one.end());
    }
    parts_.push_back(number.values.size() == texts_.size() ? std::move(number)
                                                           : std::move(letters));
  }

  template <class WordsOf>
  void add_words(const std::string& where, const std::vector<std::string>& places,
                 const WordsOf& words_in) {
    Part numbers{Part::Kind::numbers, where + "_numbers", places, {}};
    Part words{Part::Kind::words, where + "_words", places, {}};
    std::map<std::string, std::int64_t> ranks;
    for (const Text& text : texts_) {
      for (const std::string& word : words_in(text))
        ranks[word] = 0;
    }
    std::int64_t rank = 0;
    for (auto& [word, its] : ranks)
      its = rank++;
    for (const Text& text : texts_) {
      Values as_numbers;
      Values as_words;
      for (const std::string& word : words_in(text)) {
        if (const auto value = number_in<std::int64_t>(word)) as_numbers.push_back(*value);
        as_words.push_back(ranks[word]);
      }
      if (as_numbers.size() == as_words.size()) numbers.values.push_back(std::move(as_numbers));
      words.values.push_back(std::move(as_words));
    }
    parts_.push_back(numbers.values.size() == texts_.size() ? std::move(numbers)
                                                            : std::move(words));
  }

  static bool is_single(const Part& part) {
    return part.subject == "number" || part.subject == "lines";
  }

  /// `measure` tells a number of the values; none: nothing can be said of some of them.
  void add_measure(const Part& part, const std::string& name,
                   const std::function<std::optional<std::int64_t>(const Values&)>& measure) {
    Values all;
    Values failing;
    for (std::size_t i = 0; i < fails_.size(); ++i) {
      const auto value = measure(part.values[i]);
      if (!value) return;
      all.push_back(*value);
      if (fails_[i]) failing.push_back(*value);
    }
    const std::int64_t least = std::ranges::min(failing);
    const std::int64_t most = std::ranges::max(failing);
    const auto add = [&](const char* holds, std::int64_t value, const auto& is_so) {
      add_atom({part.subject, part.places, name + holds, std::to_string(value)},
               [&](std::size_t i) { return is_so(all[i]); });
    };
    add("at_least", least, [least](std::int64_t value) { return value >= least; });
    if (least == most) add("equals", least, [least](std::int64_t value) { return value == least; });
    add("at_most", most, [most](std::int64_t value) { return value <= most; });
  }

  /// `holds` and its opposite.
  void add_flag(const Part& part, const std::string& holds, const std::string& opposite,
                const std::function<bool(const Values&)>& is_so) {
    add_atom({part.subject, part.places, holds, {}},
             [&](std::size_t i) { return is_so(part.values[i]); });
    add_atom({part.subject, part.places, opposite, {}},
             [&](std::size_t i) { return !is_so(part.values[i]); });
  }

  /// Left out where a failing input has it not, or all inputs have it.
  template <class Has>
  void add_atom(Property property, const Has& has) {
    Atom atom{std::move(property), {}};
    for (std::size_t i = 0; i < fails_.size(); ++i) {
      if (fails_[i] && !has(i)) return;
      if (!fails_[i] && has(i)) atom.others.push_back(i);
    }
    if (atom.others.size() < passing()) atoms_.push_back(std::move(atom));
  }

  void add_single(const Part& part) {
    add_measure(part, "", [](const Values& all) { return all.front(); });
    if (part.subject == "lines") return;
    add_flag(part, "even", "odd", [](const Values& all) { return all.front() % 2 == 0; });
    for (const Part& other : parts_) {
      const bool is_pair =
          &other < &part && other.subject == "number" && other.places.back() == part.places.back();
      if (is_pair) add_pair(other, part);
    }
  }

  void add_pair(const Part& one, const Part& other) {
    Part both{
        Part::Kind::numbers, "two_numbers", {one.places[0], other.places[0], other.places[1]}, {}};
    for (std::size_t i = 0; i < fails_.size(); ++i)
      both.values.push_back({one.values[i].front(), other.values[i].front()});
    add_flag(both, "pair_equal", "pair_differs",
             [](const Values& two) { return two[0] == two[1]; });
    add_flag(both, "pair_rises", "pair_does_not_rise",
             [](const Values& two) { return two[0] < two[1]; });
    add_flag(both, "pair_falls", "pair_does_not_fall",
             [](const Values& two) { return two[0] > two[1]; });
  }

  /// That a word is the same in all failing inputs, as that of a query may be.
  void add_value(const Part& part) {
    constexpr std::size_t k_longest = 20;
    const auto first = static_cast<std::size_t>(std::ranges::find(fails_, true) - fails_.begin());
    const std::string word(part.values[first].begin(), part.values[first].end());
    const bool is_plain = std::ranges::all_of(word, [](char c) { return c > ' ' && c <= '~'; });
    if (!is_plain || word.size() > k_longest) return;
    add_atom({"word", part.places, "equals", word},
             [&](std::size_t i) { return part.values[i] == part.values[first]; });
  }

  void add_list(const Part& part) {
    if (part.kind == Part::Kind::letters) add_value(part);
    const auto count = [](const Values& all) { return std::optional(std::ssize(all)); };
    add_measure(part, "count_", count);
    add_flag(part, "count_even", "count_odd",
             [](const Values& all) { return all.size() % 2 == 0; });
    add_flag(part, "has_equal", "has_no_equal", [](const Values& all) {
      return std::set(all.begin(), all.end()).size() < all.size();
    });
    add_flag(part, "all_equal", "not_all_equal",
             [](const Values& all) { return std::set(all.begin(), all.end()).size() < 2; });
    add_flag(part, "rising", "not_rising",
             [](const Values& all) { return std::ranges::is_sorted(all); });
    add_flag(part, "falling", "not_falling",
             [](const Values& all) { return std::ranges::is_sorted(all, std::greater{}); });
    if (part.kind == Part::Kind::numbers) add_sizes(part);
    add_ends(part);
  }

  void add_sizes(const Part& part) {
    using Measured = std::optional<std::int64_t>;
    add_measure(part, "least_",
                [](const Values& all) { return all.empty() ? Measured() : std::ranges::min(all); });
    add_measure(part, "most_",
                [](const Values& all) { return all.empty() ? Measured() : std::ranges::max(all); });
    add_flag(part, "has_zero", "has_no_zero",
             [](const Values& all) { return std::ranges::find(all, 0) != all.end(); });
  }

  void add_ends(const Part& part) {
    const auto is_end = [](const Values& all, bool is_first, bool is_least) {
      if (all.empty()) return false;
      const std::int64_t end = is_first ? all.front() : all.back();
      return end == (is_least ? std::ranges::min(all) : std::ranges::max(all));
    };
    for (const bool is_first : {true, false}) {
      for (const bool is_least : {true, false}) {
        const std::string name =
            std::string(is_first ? "first_" : "last_") + (is_least ? "least" : "most");
        add_flag(part, name, "not_" + name, [&, is_first, is_least](const Values& all) {
          return is_end(all, is_first, is_least);
        });
      }
    }
  }

  std::vector<Text> texts_;
  std::vector<bool> fails_;
  std::size_t failing_ = 0;
  std::size_t lines_ = 0;  ///< that every input has
  std::vector<Part> parts_;
  std::vector<Atom> atoms_;
};

}  // namespace

void Observations::add(const std::string& input, bool fails) {
  if (input.size() > k_most_bytes || fails_.contains(input)) return;
  std::size_t& used = used_.at(static_cast<std::size_t>(fails));
  used += input.size() + k_room_of_each;
  if (used > k_room)
    is_whole_ = false;
  else
    fails_.emplace(input, fails);
}

std::vector<Observation> Observations::all() const {
  std::vector<Observation> all;
  for (const auto& [input, fails] : fails_)
    all.push_back({input, fails});
  return all;
}

std::vector<Observation> near_the_least(std::vector<Observation> tried, std::size_t most_bytes,
                                        std::size_t most) {
  std::erase_if(tried, [&](const Observation& one) { return one.input.size() > most_bytes; });
  std::size_t least = most_bytes;
  for (const Observation& one : tried)
    least = one.fails ? std::min(least, one.input.size()) : least;
  std::ranges::stable_sort(tried, {}, [&](const Observation& one) {
    return std::max(one.input.size(), least) - std::min(one.input.size(), least);
  });
  std::vector<Observation> some;
  for (const bool fails : {true, false}) {
    std::vector<Observation> all;
    std::ranges::copy_if(tried, std::back_inserter(all),
                         [&](const Observation& one) { return one.fails == fails; });
    const std::size_t spread = all.size() > most ? most / 2 : 0;
    const std::size_t near = std::min(all.size(), most) - spread;
    some.insert(some.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(near));
    for (std::size_t i = 1; i <= spread; ++i)
      some.push_back(std::move(all[near + i * (all.size() - near) / spread - 1]));
  }
  return some;
}

std::optional<model::Pattern> find_pattern(const std::vector<Observation>& tried) {
  return PatternSearch(tried).find();
}

}  // namespace arbiter::stress
