#include "arbiter/choice_source.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace arbiter {
namespace {

TEST(ChoiceSource, GivesTheSameNumbersEverywhere) {
  // Computed once by an independent program in another language; they must never change, since
  // tests are named by their seeds.
  ChoiceSource source(std::uint64_t{1});
  const std::vector<std::int64_t> expected = {3743247123249303749, 376989097743764714,
                                              1367008882666915092, -2004633466265230425};
  for (const std::int64_t number : expected) {
    EXPECT_EQ(source.integer(INT64_MIN, INT64_MAX), number);
  }
}

TEST(ChoiceSource, StaysWithinItsBounds) {
  ChoiceSource source("bounds");
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < 7000; ++i)
    ++seen[source.integer(-3, 3)];
  EXPECT_EQ(seen.size(), 7U);
  EXPECT_EQ(seen.begin()->first, -3);
  EXPECT_EQ(seen.rbegin()->first, 3);
  // Six standard deviations of a binomial distribution with p = 1/7.
  for (const auto& [number, count] : seen)
    EXPECT_NEAR(count, 1000, 176) << number;
  EXPECT_EQ(source.integer(5, 5), 5);
  EXPECT_THROW(source.integer(2, 1), std::invalid_argument);
}

TEST(ChoiceSource, TellsSeedsApart) {
  EXPECT_NE(ChoiceSource("a").integer(0, INT64_MAX), ChoiceSource("b").integer(0, INT64_MAX));
  EXPECT_EQ(ChoiceSource("a").integer(0, INT64_MAX), ChoiceSource("a").integer(0, INT64_MAX));
}

TEST(ChoiceSource, ShufflesIntoEveryOrder) {
  std::map<std::vector<int>, int> seen;
  ChoiceSource source("orders");
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> all = {1, 2, 3};
    source.shuffle(all);
    ++seen[all];
  }
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, count] : seen)
    EXPECT_NEAR(count, 1000, 174);
}

TEST(ChoiceSource, PicksAndTakesChances) {
  ChoiceSource source("picks");
  const std::vector<char> letters = {'a', 'b'};
  std::map<char, int> seen;
  for (int i = 0; i < 100; ++i)
    ++seen[source.pick(letters)];
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_THROW(source.pick(std::vector<int>{}), std::invalid_argument);
  EXPECT_EQ(source.pick({5, 5}), 5);
  EXPECT_TRUE(source.chance(1, 1));
  EXPECT_FALSE(source.chance(0, 1));
  EXPECT_THROW(source.chance(2, 1), std::invalid_argument);
}

TEST(ChoiceSource, PicksByWeight) {
  ChoiceSource source("weights");
  std::map<std::size_t, int> seen;
  for (int i = 0; i < 6000; ++i)
    ++seen[source.weighted_index({0, 1, 0, 5})];
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_NEAR(seen[1], 1000, 174);
  EXPECT_EQ(source.weighted_pick(std::vector<char>{'a', 'b'}, {0, 9}), 'b');
  EXPECT_THROW(source.weighted_index({0, 0}), std::invalid_argument);
  EXPECT_THROW(source.weighted_index({2, -1}), std::invalid_argument);
  EXPECT_THROW(source.weighted_index({INT64_MAX, 1}), std::invalid_argument);
  EXPECT_THROW(source.weighted_index({}), std::invalid_argument);
}

TEST(ChoiceSource, RecordsWhatItDecidesWithItsNesting) {
  ChoiceSource source("record");
  source.integer(1, 5);
  source.record();
  const std::int64_t first = source.integer(-4, 9);
  {
    const auto outer = source.span("outer");
    const auto inner = source.span();
    EXPECT_EQ(source.size(0, 7), 7);
  }
  using Kind = ChoiceEvent::Kind;
  const ChoiceSequence expected = {
      {Kind::choice, {first, -4, 9}, ""}, {Kind::begin, {}, "outer"}, {Kind::begin, {}, ""},
      {Kind::choice, {7, 0, 7}, ""},      {Kind::end, {}, ""},        {Kind::end, {}, ""}};
  EXPECT_EQ(source.recorded(), expected);
  EXPECT_THROW((void)source.span("two words"), std::invalid_argument);
}

TEST(ChoiceSource, SearchesAndRecordsWhatFitted) {
  const auto draw = [](ChoiceSource& from) {
    return from.search(
        1000, [&] { return from.integer(0, 99); }, [](std::int64_t number) { return number > 95; });
  };
  ChoiceSource source("search");
  source.record();
  const std::int64_t found = draw(source);
  EXPECT_GT(found, 95);
  ASSERT_EQ(source.recorded().size(), 1U);
  EXPECT_EQ(source.recorded()[0].choice, (Choice{found, 0, 99}));
  ChoiceSource again(source.recorded());
  EXPECT_EQ(draw(again), found);
  ChoiceSource simplest(ChoiceSequence{});
  EXPECT_EQ(draw(simplest), 0);
  EXPECT_THROW(source.search(
                   3, [&] { return source.integer(0, 9); }, [](std::int64_t) { return false; }),
               std::runtime_error);
}

TEST(ChoiceSource, SearchesForTheBestAndRecordsItAlone) {
  int drawn = 0;
  const auto draw = [&](ChoiceSource& from, std::int64_t most) {
    const auto around = from.span("around");
    const auto number = from.search_best(
        1000,
        [&] {
          const auto one = from.span("number");
          ++drawn;
          return from.integer(1, most);
        },
        [](std::int64_t found) {
          return found % 2 == 0 ? std::nullopt : std::optional<std::int64_t>(found - 1);
        });
    return std::to_string(number) + ' ' + std::to_string(from.integer(0, 9));
  };
  ChoiceSource source("best");
  source.record();
  // Of a thousand some are 1, which ends it; of so many numbers none is likely to be.
  const std::string ended = draw(source, 9);
  EXPECT_EQ(ended.substr(0, 2), "1 ");
  EXPECT_LT(drawn, 1000);
  drawn = 0;
  const std::string best = draw(source, 1000000000000);
  EXPECT_EQ(drawn, 1000);
  EXPECT_NE(std::stoll(best) % 2, 0);
  EXPECT_LT(std::stoll(best), 100000000000);
  const ChoiceSequence sequence = source.recorded();
  ASSERT_EQ(sequence.size(), 12U);
  EXPECT_EQ(sequence[2].choice, (Choice{1, 1, 9}));
  EXPECT_EQ(sequence[8].choice, (Choice{std::stoll(best), 1, 1000000000000}));
  ChoiceSource again(sequence);
  again.record();
  EXPECT_EQ(draw(again, 9), ended);
  EXPECT_EQ(draw(again, 1000000000000), best);
  EXPECT_EQ(again.recorded(), sequence);
  const auto none = [](std::int64_t) { return std::optional<std::int64_t>(); };
  EXPECT_THROW(source.search_best(
                   3, [&] { return source.integer(0, 9); }, none),
               std::runtime_error);
}

TEST(ChoiceSource, PlaysAnySequenceWithinTheBounds) {
  ChoiceSequence sequence;
  for (const std::int64_t value : {std::int64_t{7}, INT64_MAX, INT64_MIN, std::int64_t{1}})
    sequence.push_back({ChoiceEvent::Kind::choice, {value, 0, 0}, ""});
  ChoiceSource source(sequence);
  EXPECT_EQ(source.integer(0, 9), 7);
  EXPECT_EQ(source.integer(0, 9), 9);
  EXPECT_EQ(source.integer(-3, 9), -3);
  EXPECT_FALSE(source.chance(0, 3));
  // Where it has ended: the number nearest to zero.
  EXPECT_EQ(source.integer(4, 9), 4);
  EXPECT_EQ(source.integer(-9, -4), -4);
  EXPECT_EQ(source.integer(-9, 9), 0);
  EXPECT_EQ(source.size(1, 9), 1);
  EXPECT_FALSE(source.chance(1, 2));
  EXPECT_TRUE(source.chance(2, 2));
  EXPECT_EQ(source.weighted_index({0, 1, 2}), 1U);
  std::vector<int> all = {3, 1, 2};
  source.shuffle(all);
  EXPECT_EQ(all, (std::vector<int>{3, 1, 2}));
}

using Kind = ChoiceEvent::Kind;

TEST(ChoiceSequence, IsReadAsItIsWritten) {
  const ChoiceSequence sequence = {{Kind::choice, {-3, INT64_MIN, INT64_MAX}, ""},
                                   {Kind::begin, {}, "list"},
                                   {Kind::begin, {}, ""},
                                   {Kind::end, {}, ""},
                                   {Kind::end, {}, ""}};
  const std::string text =
      "arbiter choices 1\n"
      "choice -3 -9223372036854775808 9223372036854775807\n"
      "begin list\nbegin\nend\nend\n";
  EXPECT_EQ(choice_text(sequence), text);
  EXPECT_EQ(read_choices(text), sequence);
  EXPECT_EQ(read_choices("arbiter choices 1\n"), ChoiceSequence{});
}

TEST(ChoiceSequence, TakesWhatWasEdited) {
  // The bounds left out, no last line end, a number beyond 64 bits, spans that do not match.
  const ChoiceSequence sequence = read_choices(
      "arbiter choices 1\nend\nchoice 5\nchoice -99999999999999999999 0 1\n"
      "choice 99999999999999999999\nbegin");
  ASSERT_EQ(sequence.size(), 5U);
  EXPECT_EQ(sequence[1].choice, (Choice{5, INT64_MIN, INT64_MAX}));
  EXPECT_EQ(sequence[2].choice, (Choice{INT64_MIN, 0, 1}));
  EXPECT_EQ(sequence[3].choice.value, INT64_MAX);
}

std::string fault_of(std::string_view text) {
  try {
    read_choices(text);
    return "none";
  } catch (const ChoiceTextError& error) {
    return error.what();
  }
}

TEST(ChoiceSequence, SaysWhereATextIsNone) {
  EXPECT_EQ(fault_of(""), "line 1: a file of choices begins with 'arbiter choices 1', not ''");
  EXPECT_EQ(fault_of("arbiter choices 2\n"),
            "line 1: a file of choices begins with 'arbiter choices 1', not 'arbiter choices 2'");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 1 0 1\nchoice x 0 1\n"),
            "line 3: 'x' is no integer");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 1x\n"), "line 2: '1x' is no integer");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 99999999999999999999x\n"),
            "line 2: '99999999999999999999x' is no integer");
  for (const char* line :
       {"choice", "choice 1 2", "choice 1 2 3 4", "begin a b", "end x", "", "finish"}) {
    EXPECT_EQ(fault_of(std::string("arbiter choices 1\n") + line + "\n"),
              std::string("line 2: expected 'choice VALUE LEAST MOST', 'begin NAME' or 'end', "
                          "not '") +
                  line + "'");
  }
  // What is said ends where the zero is.
  EXPECT_EQ(fault_of(std::string("arbiter choices 1\n\0\n", 20)),
            "line 2: expected 'choice VALUE LEAST MOST', 'begin NAME' or 'end', not '");
}

TEST(ChoiceSequence, CallsTheNumberNearestToZeroSimplest) {
  EXPECT_EQ(simplest_choice(-5, 5), 0);
  EXPECT_EQ(simplest_choice(3, 5), 3);
  EXPECT_EQ(simplest_choice(-5, -3), -3);
}

constexpr int k_draws = 20000;

/// Every count within six standard deviations of what these shares of the draws would be.
void expect_shares(const Distribution& as, std::int64_t least, const std::vector<double>& shares) {
  RandomBits bits(std::string_view("shares"));
  std::vector<int> seen(shares.size(), 0);
  const std::int64_t most = least + static_cast<std::int64_t>(shares.size()) - 1;
  for (int i = 0; i < k_draws; ++i) {
    const std::int64_t number = drawn_number(bits, least, most, as);
    ASSERT_GE(number, least);
    ASSERT_LE(number, most);
    ++seen[static_cast<std::size_t>(number - least)];
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double expected = k_draws * shares[i];
    EXPECT_NEAR(seen[i], expected, 6 * std::sqrt(expected * (1 - shares[i])))
        << least + static_cast<std::int64_t>(i);
  }
}

TEST(Distribution, HasTheSharesThatItSays) {
  expect_shares(uniformly(), -2, {0.25, 0.25, 0.25, 0.25});
  // The smaller of two numbers of four: 7, 5, 3, 1 of 16 pairs.
  expect_shares(towards_least(), 5, {7 / 16., 5 / 16., 3 / 16., 1 / 16.});
  expect_shares(towards_most(), -9, {1 / 16., 3 / 16., 5 / 16., 7 / 16.});
  // The smallest of three numbers of two: 0 unless all are 1.
  expect_shares(towards_least(2), 0, {7 / 8., 1 / 8.});
  // 0 · 1 · 2, 3 · 4, 5, each with a quarter.
  expect_shares(by_magnitude(), 1, {1 / 4., 1 / 4., 1 / 8., 1 / 8., 1 / 8., 1 / 8.});
  // Distances 0 · 1 · 2 from each end with a third each; the range is 0 to 5, the half 2.
  expect_shares(towards_ends(), 0, {1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6.});
  expect_shares(geometrically(1, 2), 3, {1 / 2., 1 / 4., 1 / 8., 1 / 8.});
  expect_shares(geometrically(0, 2), 3, {1, 0});
  expect_shares(geometrically(2, 2), 3, {0, 0, 1});
  // A uniform number of -2 to 2; a distance d stays 2 with 1/3, 1 with 1/2 (from 1: 2/3).
  // From ±2: 0, 1, 2 alike; from ±1: 0 with 1/3, 1 with 2/3; each with 1/5.
  expect_shares(around(4, 2), 2, {1 / 15., 1 / 5., 1 / 5. + 4 / 15., 1 / 5., 1 / 15.});
  expect_shares(around(1, 0), 0, {0, 1, 0});
}

TEST(Distribution, StaysWithinTheWidestBounds) {
  RandomBits bits(std::uint64_t{7});
  for (const Distribution& as :
       {uniformly(), towards_least(3), towards_most(3), by_magnitude(), towards_ends(),
        geometrically(1, 2), around(INT64_MAX, INT64_MAX), around(INT64_MIN, 1), around(0, 0)}) {
    for (int i = 0; i < 200; ++i)
      drawn_number(bits, INT64_MIN, INT64_MAX, as);
    EXPECT_EQ(drawn_number(bits, 5, 5, as.kind == Distribution::Kind::around ? around(5, 9) : as),
              5);
  }
  for (int i = 0; i < 200; ++i)
    EXPECT_LE(drawn_number(bits, INT64_MIN, INT64_MAX, around(INT64_MIN, 1)), INT64_MIN + 1);
}

TEST(Distribution, RefusesWhatMakesNoSense) {
  RandomBits bits(std::uint64_t{7});
  EXPECT_THROW(drawn_number(bits, 1, 0, uniformly()), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, towards_least(-1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, geometrically(3, 2)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, geometrically(-1, 2)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(10, 1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(-1, 1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(1, -1)), std::invalid_argument);
}

}  // namespace
}  // namespace arbiter
