// Every count in the solution of wordduel.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "wordduel/generators/duel.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path k_problem = fs::path(ARBITER_PROBLEMS) / "wordduel";

/// A search that tries deletions from one end and stops at the first that wins.
class Search {
 public:
  Search(const std::string& word, bool from_left, bool has_memory)
      : word_(word), from_left_(from_left), has_memory_(has_memory) {
    seen_.resize(std::size_t{1} << word.size());
    is_won_ = wins(seen_.size() - 1);
  }

  bool is_won() const { return is_won_; }
  std::uint64_t calls() const { return calls_; }

  std::size_t visited() const {
    std::size_t count = 0;
    for (const Seen seen : seen_)
      count += seen != Seen::never ? 1U : 0U;
    return count;
  }

 private:
  enum class Seen : char { never, lost, won };

  bool increases(std::size_t kept) const {
    char before = '\0';
    for (std::size_t i = 0; i < word_.size(); ++i) {
      if ((kept >> i & 1) == 0) continue;
      if (word_[i] <= before) return false;
      before = word_[i];
    }
    return true;
  }

  bool wins(std::size_t kept) {
    if (has_memory_ && seen_[kept] != Seen::never) return seen_[kept] == Seen::won;
    ++calls_;
    bool is_won = false;
    for (std::size_t i = 0; i < word_.size() && !increases(kept) && !is_won; ++i) {
      const std::size_t bit = std::size_t{1} << (from_left_ ? i : word_.size() - 1 - i);
      is_won = (kept & bit) != 0 && !wins(kept ^ bit);
    }
    seen_[kept] = is_won ? Seen::won : Seen::lost;
    return is_won;
  }

  std::string word_;
  bool from_left_;
  bool has_memory_;
  std::vector<Seen> seen_;
  std::uint64_t calls_ = 0;
  bool is_won_ = false;
};

/// As the solution writes large counts: 3.0 · 10¹¹.
std::string rounded(std::uint64_t count) {
  if (count < 100000) return std::to_string(count);
  int power = 0;
  double left = static_cast<double>(count);
  for (; left >= 9.95; left /= 10)
    ++power;
  char text[40];
  std::snprintf(text, sizeof text, "%.1f", left);
  static const std::array<const char*, 10> raised = {"⁰", "¹", "²", "³", "⁴",
                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string written = std::string(text) + " · 10";
  for (const char digit : std::to_string(power))
    written += raised[static_cast<std::size_t>(digit - '0')];
  return written;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The row of the table of calls that tells of the word.
std::string row_of(const std::string& word) {
  const Search search(word, true, true);
  const Duel duel(word);
  return "| `" + word + "` | " + (search.is_won() ? "1" : "0") + " | " + rounded(duel.calls(true)) +
         " | " + rounded(duel.calls(false)) + " | " + std::to_string(search.visited()) + " |";
}

// The table counts calls set by set; where they are few they can be made.
TEST(Wordduel, CallsAreCountedAsASearchMakesThem) {
  for (const char* word : {"bdca", "ba", "aaaaaaaa", "oabcdefg", "bcdefgha", "bbdabcefg"}) {
    for (const bool from_left : {true, false})
      EXPECT_EQ(Duel(word).calls(from_left), Search(word, from_left, false).calls()) << word;
  }
}

TEST(Wordduel, TheTableOfCallsIsRight) {
  const std::string solution = text_of(k_problem / "solution/solution.en.md");
  int rows = 0;
  std::istringstream lines(solution);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 20 || line.compare(0, 3, "| `") != 0 || line.compare(18, 3, "` |") != 0)
      continue;
    ++rows;
    EXPECT_EQ(line, row_of(line.substr(3, 15)));
  }
  EXPECT_EQ(rows, 5);
}

TEST(Wordduel, OnlyTestsMadeForItAreSlowWithoutMemory) {
  int tests = 0;
  std::vector<std::string> slow;
  for (const auto& entry : fs::recursive_directory_iterator(k_problem / "data/secret")) {
    if (entry.path().extension() != ".in") continue;
    ++tests;
    const Duel duel(text_of(entry.path()).substr(0, text_of(entry.path()).find('\n')));
    for (const bool from_left : {true, false}) {
      if (duel.calls(from_left) <= k_quick) continue;
      EXPECT_GE(duel.calls(from_left), 2'000'000'000U) << entry.path();
      slow.push_back(entry.path().stem().string().substr(0, 2) + (from_left ? " left" : " right"));
    }
  }
  EXPECT_GE(tests, 26);
  std::sort(slow.begin(), slow.end());
  EXPECT_EQ(slow, (std::vector<std::string>{"23 right", "24 left", "25 left", "25 right", "26 left",
                                            "26 right"}));
}

}  // namespace
