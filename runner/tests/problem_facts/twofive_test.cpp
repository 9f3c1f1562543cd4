// The words of twofive, written down one after the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
// A main that has another name needs to return something.
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wconversion"
#define main main_of_twofive
#include "twofive/submissions/accepted/reference.cpp"  // NOLINT(bugprone-suspicious-include)
#undef main
#pragma GCC diagnostic pop

namespace twofive::facts {
namespace {

constexpr std::size_t k_rows = 5;
constexpr std::size_t k_letters = k_rows * k_rows;
// Where the last two rows begin.
constexpr std::size_t k_last_two = 3 * k_rows;

/// A bit for each letter, A first.
using Letters = std::uint32_t;

constexpr Letters k_all = (Letters{1} << k_letters) - 1;

constexpr Letters smaller_than(unsigned letter) {
  return (Letters{1} << letter) - 1;
}

constexpr unsigned first_of(Letters letters) {
  return static_cast<unsigned>(__builtin_ctz(letters));
}

constexpr std::size_t count_of(Letters letters) {
  return static_cast<std::size_t>(__builtin_popcount(letters));
}

/// Five numbers below 16, a bit between them.
using Packed = std::uint32_t;

constexpr unsigned k_width = 5;
constexpr Packed k_guards = 0b10000'10000'10000'10000'10000;

constexpr bool is_nowhere_less(Packed numbers, Packed least) {
  return (((numbers | k_guards) - least) & k_guards) == k_guards;
}

/// The ways to put ten letters into two rows, as the places of the first row's letters among the
/// ten, in the order of the words.
std::vector<std::array<unsigned, k_rows>> two_rows() {
  std::vector<std::array<unsigned, k_rows>> all;
  for (Letters first = 0; first < Letters{1} << (2 * k_rows); ++first) {
    if (count_of(first) != k_rows) continue;
    std::array<unsigned, k_rows> places{};
    Letters below = ((Letters{1} << (2 * k_rows)) - 1) ^ first;
    Letters rest = first;
    bool fits = true;
    for (unsigned& place : places) {
      place = first_of(rest);
      fits &= place < first_of(below);
      rest &= rest - 1;
      below &= below - 1;
    }
    if (fits) all.push_back(places);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Every word in its order, counted one by one; those of some numbers, which are in order, are
/// kept.
class Enumeration {
 public:
  explicit Enumeration(std::vector<std::uint64_t> wanted) : wanted_(std::move(wanted)) {
    wanted_.push_back(k_no_number);
    for (const auto& places : endings_) {
      Packed packed = 0;
      for (std::size_t column = 0; column < k_rows; ++column)
        packed |= places[column] << (k_width * column);
      packed_.push_back(packed);
    }
    fill<0>(k_all);
  }

  std::uint64_t number() const { return number_; }
  const std::map<std::uint64_t, std::string>& kept() const { return kept_; }

 private:
  static constexpr std::uint64_t k_no_number = ~std::uint64_t{0};

  template <std::size_t cell>
  void fill(Letters left) {
    if constexpr (cell == k_last_two) {
      finish(left);
    } else {
      constexpr std::size_t row = cell / k_rows;
      constexpr std::size_t column = cell % k_rows;
      Letters choices = left;
      if constexpr (column > 0) choices &= ~smaller_than(table_[cell - 1]);
      if constexpr (row > 0) choices &= ~smaller_than(table_[cell - k_rows]);
      for (; choices != 0; choices &= choices - 1) {
        const unsigned letter = first_of(choices);
        // Smaller letters that are left have to go below and to the left.
        if (count_of(left & smaller_than(letter)) > (k_rows - 1 - row) * column) return;
        table_[cell] = letter;
        fill<cell + 1>(left ^ (Letters{1} << letter));
      }
    }
  }

  /// The words that begin with the first three rows.
  void finish(Letters left) {
    Packed above = 0;
    for (std::size_t column = 0; column < k_rows; ++column) {
      const Letters smaller = left & smaller_than(table_[k_last_two - k_rows + column]);
      above |= static_cast<Packed>(count_of(smaller)) << (k_width * column);
    }
    const std::uint64_t before = number_;
    for (const Packed places : packed_)
      number_ += is_nowhere_less(places, above) ? 1 : 0;
    if (number_ >= wanted_[kept_.size()]) keep(left, above, before);
  }

  void keep(Letters left, Packed above, std::uint64_t number) {
    for (std::size_t i = 0; i < packed_.size(); ++i) {
      if (!is_nowhere_less(packed_[i], above)) continue;
      if (++number == wanted_[kept_.size()]) kept_[number] = word_of(left, endings_[i]);
    }
  }

  std::string word_of(Letters left, const std::array<unsigned, k_rows>& places) const {
    std::string word;
    for (std::size_t cell = 0; cell < k_last_two; ++cell)
      word += static_cast<char>('A' + table_[cell]);
    std::string last;
    unsigned place = 0;
    for (; left != 0; left &= left - 1) {
      const bool is_above = std::find(places.begin(), places.end(), place++) != places.end();
      (is_above ? word : last) += static_cast<char>('A' + first_of(left));
    }
    return word + last;
  }

  std::vector<std::uint64_t> wanted_;
  std::uint64_t number_ = 0;
  std::array<unsigned, k_letters> table_{};
  std::vector<std::array<unsigned, k_rows>> endings_ = two_rows();
  std::vector<Packed> packed_;
  std::map<std::uint64_t, std::string> kept_;
};

std::string word_by_reference(std::uint64_t number) {
  std::string word;
  for (const int letter : arbiter::sequence_of(number - 1, k_letters, k_letters, words_with))
    word += static_cast<char>('A' + letter);
  return word;
}

// problem_facts_test.py says which words the reference gives for the first five.
TEST(TwofiveWords, AreCountedOneByOne) {
  std::vector<std::uint64_t> wanted = {1, 2, 3, 681695431, 701149020};
  for (std::uint64_t number = 7000000; number < 701149020; number += 7000000)
    wanted.push_back(number);
  std::sort(wanted.begin(), wanted.end());
  const Enumeration all(wanted);
  EXPECT_EQ(all.number(), 701149020U);
  ASSERT_EQ(all.kept().size(), wanted.size());
  for (const auto& [number, word] : all.kept())
    EXPECT_EQ(word, word_by_reference(number)) << number;
}

}  // namespace
}  // namespace twofive::facts
