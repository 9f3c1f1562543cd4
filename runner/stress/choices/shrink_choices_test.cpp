// Generators written with the kit whose smallest failing inputs are known.
#include "stress/choices/shrink_choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/collections.hpp>
#include <arbiter/graph.hpp>
#include <numeric>
#include <set>

#include "stress/choices/shrink_test_kit.hpp"

namespace arbiter::stress {
namespace {

using Numbers = std::vector<std::int64_t>;

/// From several starts, with and without playing: comes to `least`, does not change it again, and
/// needs few attempts.
template <class Input>
void expect_least(const FailingGenerator<Input>& generator, const Input& least, int starts = 2) {
  std::int64_t attempts = 0;
  for (const ChoiceSequence& start : generator.failures(starts)) {
    for (const bool can_play : {true, false}) {
      const ShrunkChoices shrunk = generator.shrink(start, can_play);
      EXPECT_EQ(generator.input_of(shrunk.best), least) << choice_text(shrunk.best);
      EXPECT_TRUE(shrunk.is_done);
      EXPECT_LT(shrunk.attempts, 5000);
      EXPECT_EQ(generator.shrink(shrunk.best, can_play).best, shrunk.best);
      attempts = shrunk.attempts;
    }
  }
  EXPECT_EQ(generator.shrink(generator.failures(starts).back(), false).attempts, attempts);
}

Numbers numbers_up_to(ChoiceSource& source, std::int64_t most) {
  return list(source, 0, 30, [&] { return source.integer(0, most); });
}

/// As most generators do: how many, then each.
Numbers counted_numbers(ChoiceSource& source, std::int64_t least, std::int64_t most) {
  Numbers numbers(static_cast<std::size_t>(source.integer(1, 40)));
  for (std::int64_t& number : numbers)
    number = source.integer(least, most);
  return numbers;
}

TEST(ShrinkChoices, FindsTheLeastElementOverABound) {
  expect_least<Numbers>({[](ChoiceSource& source) { return numbers_up_to(source, 100000); },
                         [](const Numbers& numbers) {
                           return std::ranges::any_of(
                               numbers, [](std::int64_t number) { return number > 100; });
                         }},
                        {101});
}

TEST(ShrinkChoices, LowersEqualElementsTogether) {
  const auto fails = [](const Numbers& numbers) {
    for (const std::int64_t number : numbers) {
      if (number >= 5 && std::ranges::count(numbers, number) > 1) return true;
    }
    return false;
  };
  expect_least<Numbers>({[](ChoiceSource& source) { return numbers_up_to(source, 60); }, fails},
                        {5, 5});
}

TEST(ShrinkChoices, MovesAmountsTowardsTheBack) {
  const auto fails = [](const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}) > 1000;
  };
  expect_least<Numbers>({[](ChoiceSource& source) { return numbers_up_to(source, 400); }, fails},
                        {201, 400, 400});
}

TEST(ShrinkChoices, KeepsADifference) {
  const auto fails = [](const Numbers& numbers) { return numbers[1] - numbers[0] == 17; };
  const auto draw = [](ChoiceSource& source) {
    const std::int64_t first = source.integer(0, 1000000);
    return Numbers{first, source.integer(first, first + 30)};
  };
  expect_least<Numbers>({draw, fails}, {0, 17});
}

TEST(ShrinkChoices, LowersTheCountWithWhatItCounts) {
  const auto fails = [](const Numbers& numbers) {
    return std::ranges::count_if(numbers, [](std::int64_t number) { return number % 10 == 7; }) >=
           3;
  };
  expect_least<Numbers>(
      {[](ChoiceSource& source) { return counted_numbers(source, 0, 99); }, fails}, {7, 7, 7});
}

TEST(ShrinkChoices, FindsTheLeastThatIsNotSorted) {
  const auto fails = [](const Numbers& numbers) { return !std::ranges::is_sorted(numbers); };
  expect_least<Numbers>(
      {[](ChoiceSource& source) { return counted_numbers(source, -50, 50); }, fails}, {0, -1});
}

TEST(ShrinkChoices, TakesRecordsOut) {
  using Records = std::vector<std::pair<std::int64_t, std::int64_t>>;
  const auto draw = [](ChoiceSource& source) {
    const std::int64_t title = source.integer(0, 9);
    Records records(static_cast<std::size_t>(source.integer(1, 20)), {title, 0});
    for (auto& [first, second] : records) {
      first = source.integer(1, 1000);
      second = source.integer(1, 1000);
    }
    return records;
  };
  const auto fails = [](const Records& records) {
    for (std::size_t i = 1; i < records.size(); ++i) {
      if (records[i - 1].first >= 10 && records[i].second >= 20) return true;
    }
    return false;
  };
  expect_least<Records>({draw, fails}, {{10, 1}, {1, 20}});
}

TEST(ShrinkChoices, TakesColumnsOutOfAMatrix) {
  using Matrix = std::vector<Numbers>;
  for (const bool has_spans : {false, true}) {
    const auto draw = [=](ChoiceSource& source) {
      const std::int64_t rows = source.integer(1, 8);
      const std::int64_t columns = source.integer(1, 8);
      Matrix matrix;
      for (std::int64_t row = 0; row < rows; ++row) {
        const auto fill = [&] {
          Numbers numbers;
          for (std::int64_t column = 0; column < columns; ++column)
            numbers.push_back(source.integer(0, 9));
          matrix.push_back(numbers);
        };
        if (has_spans) {
          const auto span = source.span("row");
          fill();
        } else {
          fill();
        }
      }
      return matrix;
    };
    // Two equal numbers above each other, and one more to their right.
    const auto fails = [](const Matrix& matrix) {
      for (std::size_t row = 1; row < matrix.size(); ++row) {
        for (std::size_t column = 1; column < matrix[row].size(); ++column) {
          const std::int64_t left = matrix[row][column - 1];
          if (left >= 3 && matrix[row - 1][column - 1] == left && matrix[row][column] >= 5) {
            return true;
          }
        }
      }
      return false;
    };
    expect_least<Matrix>({draw, fails}, {{3, 0}, {3, 5}});
  }
}

TEST(ShrinkChoices, LeavesOneInversionOfAPermutation) {
  const auto draw = [](ChoiceSource& source) {
    return permutation(source, static_cast<int>(source.integer(1, 20)));
  };
  const auto fails = [](const std::vector<int>& order) { return !std::ranges::is_sorted(order); };
  expect_least<std::vector<int>>({draw, fails}, {1, 0});
}

bool has_triangle(const Graph& graph) {
  std::set<Edge> edges(graph.edges.begin(), graph.edges.end());
  for (const Edge& one : edges) {
    for (const Edge& other : edges) {
      if (one.to == other.from && edges.count({one.from, other.to}) > 0) return true;
    }
  }
  return false;
}

TEST(ShrinkChoices, LeavesACycleOfAGraph) {
  const auto draw = [](ChoiceSource& source) {
    const std::int64_t nodes = source.integer(3, 12);
    return simple_graph(source, static_cast<int>(nodes),
                        source.integer(0, nodes * (nodes - 1) / 2));
  };
  expect_least<Graph>({draw, has_triangle}, {3, {{0, 1}, {0, 2}, {1, 2}}});
}

TEST(ShrinkChoices, EmptiesNestedLists) {
  using Lists = std::vector<Numbers>;
  const auto draw = [](ChoiceSource& source) {
    return list(source, 0, 8, [&] { return numbers_up_to(source, 50); });
  };
  // Two lists hold the same number, that is not small.
  const auto fails = [](const Lists& lists) {
    std::set<std::int64_t> seen;
    for (const Numbers& numbers : lists) {
      for (const std::int64_t number : std::set<std::int64_t>(numbers.begin(), numbers.end())) {
        if (number > 10 && !seen.insert(number).second) return true;
      }
    }
    return false;
  };
  expect_least<Lists>({draw, fails}, {{11}, {11}});
}

/// A leaf, or a node and what is below it.
int drawn_depth(ChoiceSource& source, int most) {
  const auto whole = source.span("tree");
  const std::int64_t children = most > 0 ? source.integer(0, 2) : 0;
  source.integer(0, 100);
  int depth = 0;
  for (std::int64_t child = 0; child < children; ++child)
    depth = std::max(depth, 1 + drawn_depth(source, most - 1));
  return depth;
}

TEST(ShrinkChoices, HoistsWhatIsWithin) {
  // Exactly two levels below the root: the deep ones have to lose levels in their middle.
  const FailingGenerator<int> generator = {
      [](ChoiceSource& source) { return drawn_depth(source, 6); },
      [](int depth) { return depth >= 2; }};
  for (const ChoiceSequence& start : generator.failures(5)) {
    for (const bool can_play : {true, false}) {
      const ShrunkChoices shrunk = generator.shrink(start, can_play);
      EXPECT_EQ(values_of(choices_of(shrunk.best)), (Values{1, 0, 1, 0, 0, 0}));
    }
  }
}

TEST(ShrinkChoices, MakesNegativeNumbersPositive) {
  const auto draw = [](ChoiceSource& source) { return source.integer(-1000000, 1000000); };
  expect_least<std::int64_t>({draw, [](std::int64_t number) { return number * number > 12345; }},
                             112);
}

TEST(ShrinkChoices, GetsAlongWithTheWidestBounds) {
  const auto draw = [](ChoiceSource& source) { return source.integer(INT64_MIN, INT64_MAX); };
  expect_least<std::int64_t>({draw, [](std::int64_t number) { return number < -77; }}, -78);
  expect_least<std::int64_t>({draw, [](std::int64_t number) { return number != 0; }}, 1);
}

}  // namespace
}  // namespace arbiter::stress
