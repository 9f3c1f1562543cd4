#include "arbiter/layered_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "arbiter/ranking.hpp"

namespace arbiter {
namespace {

using Path = std::vector<int>;

/// A graph as drawn: a state is its layer and a number. Ends may lie in any layer, states may be
/// dead ends.
struct DrawnGraph {
  using State = std::pair<int, int>;
  using Label = int;
  using Step = LabelledStep<State, int>;

  std::map<State, std::vector<Step>> all;
  std::map<State, bool> ends;

  static DrawnGraph draw(std::mt19937& random) {
    DrawnGraph graph;
    const int layers = static_cast<int>(random() % 6);
    for (int layer = 0; layer <= layers; ++layer) {
      for (int number = 0; number < 4; ++number) {
        graph.ends[{layer, number}] = layer == layers ? random() % 4 > 0 : random() % 6 == 0;
        if (layer == layers) continue;
        for (int label = -1; label < 3; ++label) {
          if (random() % 2 == 0) continue;
          graph.all[{layer, number}].push_back(
              {label, {layer + 1, static_cast<int>(random() % 4)}});
        }
      }
    }
    return graph;
  }

  [[nodiscard]] State start() const { return {0, 0}; }
  [[nodiscard]] bool is_end(const State& state) const { return ends.at(state); }
  [[nodiscard]] std::vector<Step> steps(const State& state) const {
    const auto found = all.find(state);
    return found == all.end() ? std::vector<Step>{} : found->second;
  }
};

/// The slow twin: writes down every path, in order.
void list_paths(const DrawnGraph& graph, const DrawnGraph::State& state, Path& so_far,
                std::vector<Path>& paths) {
  if (graph.is_end(state)) {
    paths.push_back(so_far);
    return;
  }
  for (const auto& step : graph.steps(state)) {
    so_far.push_back(step.label);
    list_paths(graph, step.next, so_far, paths);
    so_far.pop_back();
  }
}

std::vector<Path> all_paths(const DrawnGraph& graph) {
  std::vector<Path> paths;
  Path so_far;
  list_paths(graph, graph.start(), so_far, paths);
  return paths;
}

constexpr auto k_any = [](std::size_t /*place*/, auto /*label*/) { return true; };

TEST(LayeredPaths, CountsThoseThatAreAllowed) {
  std::mt19937 random(20265);
  for (int round = 0; round < 2000; ++round) {
    const DrawnGraph graph = DrawnGraph::draw(random);
    std::map<std::pair<std::size_t, int>, bool> table;
    for (std::size_t place = 0; place < 6; ++place) {
      for (int label = -1; label < 3; ++label)
        table[{place, label}] = random() % 4 > 0;
    }
    const auto allowed = [&](std::size_t place, int label) { return table.at({place, label}); };
    std::uint64_t slow = 0;
    for (const Path& path : all_paths(graph)) {
      bool all = true;
      for (std::size_t place = 0; place < path.size(); ++place)
        all = all && allowed(place, path[place]);
      slow += all ? 1 : 0;
    }
    const LayeredPaths<DrawnGraph> counted(graph);
    ASSERT_EQ(counted.count_if(allowed), slow);
    ASSERT_EQ(counted.count_if(k_any), all_paths(graph).size());
  }
}

TEST(LayeredPaths, RefusesGraphsThatBreakItsRules) {
  DrawnGraph graph;
  graph.ends = {{{0, 0}, false}, {{1, 0}, true}, {{1, 1}, false}};
  graph.all[{0, 0}] = {{1, {1, 0}}, {1, {1, 1}}};
  EXPECT_THROW(LayeredPaths<DrawnGraph>{graph}, std::invalid_argument) << "a label twice";
  graph.all[{0, 0}] = {{1, {1, 0}}, {2, {1, 1}}};
  graph.all[{1, 1}] = {{1, {1, 0}}};
  EXPECT_THROW(LayeredPaths<DrawnGraph>{graph}, std::invalid_argument) << "two layers";
  graph.all[{1, 1}] = {{1, {0, 0}}};
  EXPECT_THROW(LayeredPaths<DrawnGraph>{graph}, std::invalid_argument) << "a circle";
}

/// Sequences of `length` bits.
struct Bits {
  using State = int;
  using Label = bool;

  int length = 0;

  [[nodiscard]] int start() const { return 0; }
  [[nodiscard]] bool is_end(int done) const { return done == length; }
  [[nodiscard]] std::vector<LabelledStep<int, bool>> steps(int done) const {
    return {{false, done + 1}, {true, done + 1}};
  }
};

TEST(LayeredPaths, CountsAsFarAsSixtyFourBitsGo) {
  EXPECT_EQ(LayeredPaths<Bits>(Bits{63}).count_if(k_any), std::uint64_t{1} << 63);
  EXPECT_THROW((void)LayeredPaths<Bits>(Bits{64}).count_if(k_any), std::overflow_error);
}

TEST(Ranking, SaysWhatItsSlowTwinSays) {
  std::mt19937 random(20266);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t length = random() % 5;
    std::vector<Path> all = {Path(length, 0)};
    for (int drawn = static_cast<int>(random() % 30); drawn > 0; --drawn) {
      all.push_back(Path(length));
      for (int& letter : all.back())
        letter = static_cast<int>(random() % 4);
    }
    // The slow twin sorts them.
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    const auto completions = [&](const Path& prefix) {
      return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [&](const Path& one) {
        return std::equal(prefix.begin(), prefix.end(), one.begin());
      }));
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(rank_of(all[i], completions), i);
      ASSERT_EQ(sequence_of(i, length, 4, completions), all[i]);
    }
    if (length > 0) {
      EXPECT_THROW(sequence_of(all.size(), length, 4, completions), std::out_of_range);
    }
    Path other(length);
    for (int& letter : other)
      letter = static_cast<int>(random() % 4);
    const auto next = std::lower_bound(all.begin(), all.end(), other);
    EXPECT_EQ(rank_of(other, completions), static_cast<std::uint64_t>(next - all.begin()));
  }
}

}  // namespace
}  // namespace arbiter
