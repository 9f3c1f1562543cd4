#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "arbiter/generator.hpp"
#include "graph_facts.hpp"

namespace arbiter {
namespace {

/// Draws of every kind, which of them and how large decided by `plan`. Every structure is checked,
/// so that whatever `source` plays has to give valid ones.
class Program {
 public:
  Program(std::uint64_t plan, ChoiceSource& source) : plan_(plan), source_(source) {}

  std::string run() {
    const std::size_t steps = 1 + plan_.up_to(5);
    for (std::size_t i = 0; i < steps; ++i) {
      step();
      out_ << '\n';
    }
    return out_.text();
  }

 private:
  std::int64_t planned(std::int64_t least, std::int64_t most) {
    return drawn_number(plan_, least, most, uniformly());
  }

  void step() {
    using Step = void (Program::*)();
    constexpr std::array<Step, 8> k_steps = {
        &Program::numbers, &Program::picks, &Program::collections, &Program::nested_lists,
        &Program::sums,    &Program::trees, &Program::graphs,      &Program::some_words};
    (this->*k_steps.at(static_cast<std::size_t>(planned(0, 7))))();
  }

  void numbers() {
    const std::int64_t least = planned(-50, 50);
    const std::int64_t most = planned(least, 60);
    const std::vector<Distribution> all = {uniformly(),     towards_least(2), towards_most(),
                                           by_magnitude(),  towards_ends(),   geometrically(2, 3),
                                           around(least, 5)};
    for (const Distribution& as : all) {
      const std::int64_t number = source_.integer(least, most, as);
      EXPECT_TRUE(least <= number && number <= most);
      out_ << number << ' ';
    }
    const Decimal number = real(source_, "-1.5", "7", 3);
    EXPECT_TRUE(-1500 <= number.units && number.units <= 7000);
    out_ << number << ' ' << source_.integer(INT64_MIN, INT64_MAX);
  }

  void picks() {
    const std::vector<int> items = {3, 1, 4, 1, 5};
    out_ << source_.pick(items) << ' ' << source_.weighted_pick(items, {1, 0, 2, 0, 3});
    out_ << ' ' << (source_.chance(planned(0, 3), 3) ? "yes " : "no ");
    out_ << subset(source_, items, planned(0, 4), 4) << ' '
         << sample(source_, items, planned(0, 5));
  }

  void collections() {
    std::vector<int> order = permutation(source_, static_cast<int>(planned(0, 9)));
    out_ << order << ' ';
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), order.size());
    const std::vector<std::int64_t> different = distinct(source_, planned(0, 6), -3, 3);
    EXPECT_EQ(std::set<std::int64_t>(different.begin(), different.end()).size(), different.size());
    out_ << different;
  }

  void nested_lists() { lists(1); }

  void lists(int depth) {
    const std::int64_t least = planned(0, 2);
    const std::int64_t most = planned(least, 5);
    std::int64_t count = 0;
    const auto draw = [&] {
      ++count;
      if (depth > 0) lists(0);
      out_ << source_.integer(0, 9) << ' ';
      return 0;
    };
    const bool is_fixed = planned(0, 1) == 1;
    const std::size_t length = is_fixed ? list_towards(source_, least, most, draw).size()
                                        : list(source_, least, most, draw).size();
    EXPECT_TRUE(least <= static_cast<std::int64_t>(length));
    EXPECT_TRUE(static_cast<std::int64_t>(length) <= most);
    EXPECT_EQ(static_cast<std::size_t>(count), length);
    out_ << "| ";
  }

  void sums() {
    const std::int64_t count = planned(1, 6);
    const std::int64_t least = planned(0, 3);
    const std::int64_t most = planned(least, 9);
    const std::int64_t total = planned(count * least, count * most);
    const std::vector<std::int64_t> found = parts(source_, total, count, least, most);
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), std::int64_t{0}), total);
    for (const std::int64_t part : found)
      EXPECT_TRUE(least <= part && part <= most);
    out_ << found;
  }

  TreeShape shape() { return static_cast<TreeShape>(planned(0, 7)); }

  void trees() {
    const auto nodes = static_cast<int>(source_.size(1, planned(1, 15)));
    const Graph made = relabelled(source_, tree(source_, nodes, shape()));
    EXPECT_TRUE(is_connected(made));
    EXPECT_EQ(undirected(made).size() + 1, static_cast<std::size_t>(nodes));
    out_.edges(made);
  }

  void graphs() {
    const auto nodes = static_cast<int>(source_.size(1, planned(1, 9)));
    const std::int64_t most = graph_detail::pairs_of(nodes);
    const Graph made = connected_graph(source_, nodes, source_.integer(nodes - 1, most), shape());
    EXPECT_TRUE(is_connected(made));
    EXPECT_EQ(undirected(made).size(), made.edges.size());
    out_.edges(made);
    const Graph simple = simple_graph(source_, nodes, source_.integer(0, most));
    EXPECT_EQ(undirected(simple).size(), simple.edges.size());
    out_.edges(simple);
    out_.edges(bipartite_graph(source_, nodes, 3, source_.integer(0, std::int64_t{3} * nodes)));
    out_.edges(any_graph(source_, nodes, 4));
  }

  void some_words() {
    const WordList asked = {planned(0, 14), 1, 3, "ab", planned(0, 100)};
    const std::vector<std::string> made = words(source_, asked);
    EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), made.size());
    EXPECT_EQ(static_cast<std::int64_t>(made.size()), asked.count);
    for (const std::string& each : made)
      EXPECT_TRUE(!each.empty() && each.size() <= 3);
    out_ << made;
  }

  RandomBits plan_;
  ChoiceSource& source_;
  OutputText out_;
};

constexpr std::uint64_t k_programs = 400;

ChoiceSequence recorded(std::uint64_t plan, ChoiceSource& source, std::string& output) {
  source.record();
  output = Program(plan, source).run();
  return source.recorded();
}

TEST(Playback, GivesTheSameBytes) {
  for (std::uint64_t plan = 0; plan < k_programs; ++plan) {
    ChoiceSource random(plan + 1000);
    std::string made;
    const ChoiceSequence sequence = recorded(plan, random, made);
    // By way of the text, as a file would go.
    ChoiceSource playing(read_choices(choice_text(sequence)));
    std::string again;
    EXPECT_EQ(recorded(plan, playing, again), sequence);
    ASSERT_EQ(again, made) << plan;
  }
}

TEST(Playback, RecordsBalancedSpansAndValuesWithinBounds) {
  for (std::uint64_t plan = 0; plan < k_programs; ++plan) {
    ChoiceSource random(plan);
    std::string made;
    int depth = 0;
    for (const ChoiceEvent& event : recorded(plan, random, made)) {
      if (event.kind == ChoiceEvent::Kind::begin) ++depth;
      if (event.kind == ChoiceEvent::Kind::end) {
        ASSERT_GE(--depth, 0);
      }
      if (event.kind != ChoiceEvent::Kind::choice) continue;
      ASSERT_LE(event.choice.least, event.choice.value);
      ASSERT_LE(event.choice.value, event.choice.most);
    }
    EXPECT_EQ(depth, 0);
  }
}

/// The sequence with some events lost, doubled, moved or made anything.
ChoiceSequence damaged(ChoiceSequence sequence, RandomBits& bits) {
  const auto place = [&] { return static_cast<std::ptrdiff_t>(bits.up_to(sequence.size() - 1)); };
  for (std::uint64_t left = 1 + bits.up_to(8); left > 0 && !sequence.empty(); --left) {
    const auto at = sequence.begin() + place();
    switch (bits.up_to(5)) {
      case 0:
        sequence.erase(at);
        break;
      case 1:
        sequence.erase(at, sequence.end());
        break;
      case 2:
        at->choice.value = static_cast<std::int64_t>(bits.next());
        break;
      case 3:
        at->choice.value = drawn_number(bits, -3, 20, uniformly());
        break;
      case 4: {
        const ChoiceEvent copy = *at;
        sequence.insert(sequence.begin() + place(), copy);
        break;
      }
      case 5:
        std::swap(*at, sequence[static_cast<std::size_t>(place())]);
        break;
    }
  }
  return sequence;
}

TEST(Playback, KeepsStructuresValidWhateverTheSequenceSays) {
  RandomBits bits(std::string_view("damage"));
  for (std::uint64_t plan = 0; plan < k_programs; ++plan) {
    ChoiceSource random(plan);
    std::string made;
    const ChoiceSequence sequence = recorded(plan, random, made);
    for (int i = 0; i < 5; ++i) {
      ChoiceSource playing(damaged(sequence, bits));
      std::string edited;
      // What was really chosen is a sequence again, of the same output.
      const ChoiceSequence tidied = recorded(plan, playing, edited);
      ChoiceSource again(tidied);
      EXPECT_EQ(Program(plan, again).run(), edited);
    }
  }
}

TEST(Playback, GivesTheSimplestOfEachForNothing) {
  ChoiceSource source(ChoiceSequence{});
  const std::vector<int> items = {3, 1, 4};
  EXPECT_EQ(source.pick(items), 3);
  EXPECT_EQ(permutation(source, 4), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(distinct(source, 3, 5, 99), (std::vector<std::int64_t>{5, 6, 7}));
  EXPECT_EQ(sample(source, items, 2), (std::vector<int>{3, 1}));
  EXPECT_TRUE(subset(source, items).empty());
  EXPECT_EQ(list(source, 2, 9, [&] { return source.integer(1, 9); }).size(), 2U);
  EXPECT_EQ(list_towards(source, 1, 9, [&] { return source.integer(1, 9); }).size(), 1U);
  EXPECT_EQ(parts(source, 9, 3, 1), (std::vector<std::int64_t>{1, 1, 7}));
  EXPECT_EQ(word(source, 3, "xyz"), "xxx");
  EXPECT_EQ(words(source, {3, 2, 3, "ab", 0}), (std::vector<std::string>{"aa", "ab", "ba"}));
  for (const TreeShape shape : {TreeShape::recursive, TreeShape::deep, TreeShape::binary})
    EXPECT_EQ(most_neighbours(tree(source, 9, shape)), 2);
  EXPECT_EQ(most_neighbours(tree(source, 9, TreeShape::uniform)), 8);
  EXPECT_EQ(to_text(real(source, "-2", "2", 1)), "0.0");
}

}  // namespace
}  // namespace arbiter
