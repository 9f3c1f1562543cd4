// Texts whose validators demand that counts match, and whose smallest failing ones are known.
#include "stress/text/shrink_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

namespace arbiter::stress {
namespace {

/// Reads a text as a strict validator does: each byte must be what it should be.
class Strict {
 public:
  explicit Strict(const std::string& text) : text_(text) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    std::size_t end = at_;
    while (end < text_.size() &&
           (std::isdigit(text_[end]) != 0 || (end == at_ && text_[end] == '-')))
      ++end;
    const std::string digits = text_.substr(at_, end - at_);
    if (digits.empty() || digits.size() > 15 || digits == "-") return fail();
    const std::int64_t number = std::stoll(digits);
    if (std::to_string(number) != digits || number < least || number > most) return fail();
    at_ = end;
    return number;
  }

  std::string word() {
    const std::size_t end = std::min(text_.find_first_of(" ,\n", at_), text_.size());
    const std::string found = text_.substr(at_, end - at_);
    if (found.empty()) fail();
    at_ = end;
    return found;
  }

  void expect(char letter) {
    if (at_ >= text_.size() || text_[at_] != letter) {
      fail();
    } else {
      ++at_;
    }
  }

  /// So many numbers with blanks between, and the end of their line.
  std::vector<std::int64_t> line(std::int64_t count, std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < count && is_valid_; ++i) {
      if (i > 0) expect(' ');
      numbers.push_back(number(least, most));
    }
    expect('\n');
    numbers.resize(static_cast<std::size_t>(count));
    return numbers;
  }

  /// A word of small letters on a line of its own.
  std::string word_line() {
    std::string found = word();
    if (found.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) fail();
    expect('\n');
    return found;
  }

  bool is_valid() const { return is_valid_; }
  bool is_end() const { return is_valid_ && at_ == text_.size(); }

 private:
  std::int64_t fail() {
    is_valid_ = false;
    at_ = text_.size();
    return 0;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  bool is_valid_ = true;
};

void expect_least(const std::string& start, const TryText& fails, const std::string& least) {
  ASSERT_TRUE(fails(start));
  const ShrunkText shrunk = shrink_text(start, fails);
  EXPECT_EQ(shrunk.best, least);
  EXPECT_TRUE(shrunk.is_done);
  EXPECT_LT(shrunk.attempts, 5000);
  EXPECT_EQ(shrink_text(shrunk.best, fails).best, shrunk.best);
  EXPECT_EQ(shrink_text(start, fails).attempts, shrunk.attempts);
}

using Numbers = std::vector<std::int64_t>;

TEST(ShrinkText, LowersTheCountOfLines) {
  std::string start = "60\n";
  for (int i = 0; i < 60; ++i)
    start += std::to_string(i * 7919 % 5000) + '\n';
  const auto falls_deep = [](const std::string& text) {
    Strict in(text);
    Numbers numbers;
    for (std::int64_t left = in.line(1, 1, 1000)[0]; left > 0 && in.is_valid(); --left)
      numbers.push_back(in.line(1, -1000000, 1000000)[0]);
    return in.is_end() &&
           std::ranges::adjacent_find(numbers, [](std::int64_t one, std::int64_t other) {
             return one - other > 100;
           }) != numbers.end();
  };
  expect_least(start, falls_deep, "2\n101\n0\n");
}

TEST(ShrinkText, LowersTheCountOfWordsOnALine) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    const std::int64_t count = in.line(1, 1, 1000)[0];
    const Numbers numbers = in.line(count, 1, 1000);
    // Three numbers that are equal.
    return in.is_end() && std::ranges::any_of(numbers, [&](std::int64_t number) {
             return std::ranges::count(numbers, number) >= 3;
           });
  };
  expect_least("12\n5 17 88 17 4 901 3 17 17 6 2 77\n", fails, "3\n1 1 1\n");
}

TEST(ShrinkText, TakesColumnsAndRowsOutOfAMatrix) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    const Numbers size = in.line(2, 1, 50);
    std::vector<Numbers> matrix;
    for (std::int64_t row = 0; row < size[0] && in.is_valid(); ++row)
      matrix.push_back(in.line(size[1], 0, 99));
    if (!in.is_end()) return false;
    for (std::size_t row = 1; row < matrix.size(); ++row) {
      for (std::size_t column = 1; column < matrix[row].size(); ++column) {
        if (matrix[row][column] > 50 && matrix[row - 1][column - 1] > 50) return true;
      }
    }
    return false;
  };
  expect_least("4 5\n1 2 3 4 5\n10 20 77 40 50\n9 9 9 88 9\n12 13 14 15 16\n", fails,
               "2 2\n51 0\n0 51\n");
}

TEST(ShrinkText, TakesColumnsAndRowsOutOfAGrid) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    const Numbers size = in.line(2, 1, 50);
    std::string all;
    for (std::int64_t row = 0; row < size[0] && in.is_valid(); ++row) {
      const std::string line = in.word();
      if (static_cast<std::int64_t>(line.size()) != size[1]) return false;
      if (line.find_first_not_of("#.") != std::string::npos) return false;
      all += line;
      in.expect('\n');
    }
    return in.is_end() && size[0] >= 2 && std::ranges::count(all, '#') >= 2;
  };
  expect_least("4 6\n......\n.##...\n....#.\n......\n", fails, "2 1\n#\n#\n");
}

TEST(ShrinkText, TakesTestCasesOut) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    bool is_found = false;
    for (std::int64_t cases = in.line(1, 1, 100)[0]; cases > 0 && in.is_valid(); --cases) {
      std::set<Numbers> seen;
      for (std::int64_t lines = in.line(1, 1, 100)[0]; lines > 0 && in.is_valid(); --lines)
        is_found = !seen.insert(in.line(2, 1, 1000)).second || is_found;
    }
    return in.is_end() && is_found;
  };
  expect_least("4\n2\n1 2\n3 4\n1\n7 7\n5\n8 1\n6 5\n8 2\n6 5\n1 1\n3\n1 2\n2 3\n3 4\n", fails,
               "1\n2\n1 1\n1 1\n");
}

TEST(ShrinkText, LowersOneOfTwoCounts) {
  // Names, then pairs of them.
  const auto fails = [](const std::string& text) {
    Strict in(text);
    const Numbers counts = in.line(2, 0, 100);
    if (counts[0] < 1) return false;
    for (std::int64_t i = 0; i < counts[0] && in.is_valid(); ++i)
      in.word_line();
    bool is_found = false;
    for (std::int64_t i = 0; i < counts[1] && in.is_valid(); ++i) {
      const Numbers pair = in.line(2, 1, counts[0]);
      is_found = is_found || pair[0] > pair[1];
    }
    return in.is_end() && is_found;
  };
  expect_least("4 3\nanna\nbo\ncarl\ndora\n1 2\n4 2\n3 4\n", fails, "2 1\na\na\n2 1\n");
}

TEST(ShrinkText, ShortensCsv) {
  const auto fails = [](const std::string& text) {
    std::istringstream in(text);
    std::string line;
    std::optional<std::size_t> width;
    bool is_found = false;
    while (std::getline(in, line)) {
      const auto commas = static_cast<std::size_t>(std::ranges::count(line, ','));
      if (commas != width.value_or(commas) || line.empty()) return false;
      if (line.front() == ',' || line.back() == ',' || line.find(",,") != std::string::npos)
        return false;
      width = commas;
      is_found = is_found || line.find("x,") != std::string::npos;
    }
    return is_found;
  };
  expect_least("name,age,city\nmax,17,falun\nanna,8,lund\n", fails, "x,0\n");
}

TEST(ShrinkText, ShortensWordsWithTheirLengths) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    const std::int64_t length = in.line(1, 1, 100)[0];
    const std::string word = in.word_line();
    if (!in.is_end() || static_cast<std::int64_t>(word.size()) != length) return false;
    // A letter that comes again with two others between.
    for (std::size_t i = 3; i < word.size(); ++i) {
      if (word[i] == word[i - 3] && word[i - 1] != word[i] && word[i - 2] != word[i]) return true;
    }
    return false;
  };
  expect_least("13\nprogrammering\n", fails, "4\nabba\n");
}

TEST(ShrinkText, SortsWhatWasSorted) {
  const auto fails = [](const std::string& text) {
    Strict in(text);
    std::vector<std::string> words(static_cast<std::size_t>(in.line(1, 1, 100)[0]));
    for (std::string& word : words)
      word = in.word_line();
    const bool rises = std::ranges::adjacent_find(words, std::greater_equal<>()) == words.end();
    const auto holds = [&](const char* letters) {
      return std::ranges::any_of(
          words, [&](const std::string& word) { return word.find(letters) != std::string::npos; });
    };
    return in.is_end() && rises && words.size() >= 2 && holds("k") && holds("il") && !holds("kil");
  };
  // "k" stands before "il" until the words are so short that it has to stand behind.
  expect_least("3\nanka\nbil\ncykel\n", fails, "2\nil\nk\n");
}

TEST(ShrinkText, KeepsTheEndAsItIs) {
  const auto has_x = [](const std::string& text) { return text.find('x') != std::string::npos; };
  EXPECT_EQ(shrink_text("abc\nxyz", has_x).best, "x");
  EXPECT_EQ(shrink_text("abc\nxyz\n", has_x).best, "x\n");
  EXPECT_EQ(shrink_text("", [](const std::string&) { return true; }).best, "");
  EXPECT_EQ(shrink_text("\n", [](const std::string&) { return true; }).best, "");
}

}  // namespace
}  // namespace arbiter::stress
