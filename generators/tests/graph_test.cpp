#include "arbiter/graph.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "graph_facts.hpp"

namespace arbiter {
namespace {

const std::vector<TreeShape> k_shapes = {
    TreeShape::path, TreeShape::star,   TreeShape::recursive,   TreeShape::uniform,
    TreeShape::deep, TreeShape::binary, TreeShape::caterpillar, TreeShape::broom};

TEST(Tree, IsOneInEveryShape) {
  ChoiceSource source("trees");
  for (const TreeShape shape : k_shapes) {
    for (int nodes = 1; nodes <= 40; ++nodes) {
      const Graph made = tree(source, nodes, shape);
      EXPECT_EQ(made.nodes, nodes);
      EXPECT_EQ(made.edges.size(), static_cast<std::size_t>(nodes) - 1);
      EXPECT_TRUE(is_connected(made)) << static_cast<int>(shape) << ' ' << nodes;
    }
  }
  EXPECT_THROW(tree(source, 0), std::invalid_argument);
}

TEST(Tree, HasTheShapeThatWasAskedFor) {
  ChoiceSource source("shapes");
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(most_neighbours(tree(source, 20, TreeShape::path)), 2);
    EXPECT_EQ(most_neighbours(tree(source, 20, TreeShape::star)), 19);
    EXPECT_LE(most_neighbours(tree(source, 20, TreeShape::binary)), 3);
    EXPECT_LE(most_neighbours(tree(source, 20, TreeShape::deep)), 4);
    EXPECT_TRUE(is_caterpillar(tree(source, 20, TreeShape::caterpillar)));
    EXPECT_TRUE(is_caterpillar(tree(source, 20, TreeShape::broom)));
  }
}

TEST(Tree, IsUniformWhereThatWasAskedFor) {
  ChoiceSource source("uniform");
  std::map<std::set<Edge>, int> seen;
  for (int i = 0; i < 16000; ++i)
    ++seen[undirected(tree(source, 4, TreeShape::uniform))];
  EXPECT_EQ(seen.size(), 16U);
  for (const auto& [edges, count] : seen)
    EXPECT_NEAR(count, 1000, 184);
}

TEST(Graph, IsSimpleWithEveryNumberOfEdges) {
  ChoiceSource source("simple");
  for (int nodes = 0; nodes <= 7; ++nodes) {
    for (int edges = 0; edges <= nodes * (nodes - 1) / 2; ++edges) {
      const Graph made = simple_graph(source, nodes, edges);
      EXPECT_EQ(undirected(made).size(), static_cast<std::size_t>(edges));
      for (const Edge& edge : made.edges)
        EXPECT_LT(edge.from, edge.to);
    }
  }
  EXPECT_THROW(simple_graph(source, 4, 7), std::invalid_argument);
}

TEST(Graph, ReachesTheLargestPair) {
  const int nodes = 2000000000;
  const std::int64_t last = graph_detail::pairs_of(nodes) - 1;
  EXPECT_EQ(graph_detail::pair_at(last, nodes), (Edge{nodes - 2, nodes - 1}));
  EXPECT_EQ(graph_detail::pair_at(last - nodes + 2, nodes), (Edge{0, nodes - 1}));
  EXPECT_EQ(graph_detail::index_of({nodes - 1, nodes - 2}), last);
}

TEST(Graph, IsConnectedWithEveryNumberOfEdges) {
  ChoiceSource source("connected");
  for (const TreeShape shape : k_shapes) {
    for (int nodes = 1; nodes <= 6; ++nodes) {
      for (int edges = nodes - 1; edges <= nodes * (nodes - 1) / 2; ++edges) {
        const Graph made = connected_graph(source, nodes, edges, shape);
        EXPECT_TRUE(is_connected(made));
        EXPECT_EQ(undirected(made).size(), static_cast<std::size_t>(edges));
      }
    }
  }
  EXPECT_THROW(connected_graph(source, 4, 2), std::invalid_argument);
  EXPECT_THROW(connected_graph(source, 4, 7), std::invalid_argument);
}

TEST(Graph, HasTwoSides) {
  ChoiceSource source("sides");
  const Graph made = bipartite_graph(source, 3, 4, 12);
  EXPECT_EQ(undirected(made).size(), 12U);
  for (const Edge& edge : made.edges)
    EXPECT_TRUE(edge.from >= 0 && edge.from < 3 && edge.to >= 3 && edge.to < 7);
  EXPECT_TRUE(bipartite_graph(source, 3, 0, 0).edges.empty());
  EXPECT_THROW(bipartite_graph(source, 3, 0, 1), std::invalid_argument);
}

TEST(Graph, KeepsItsFormUnderNewNames) {
  ChoiceSource source("names");
  const Graph path = tree(source, 30, TreeShape::path);
  const Graph other = relabelled(source, path);
  EXPECT_NE(undirected(other), undirected(path));
  EXPECT_TRUE(is_connected(other));
  EXPECT_EQ(most_neighbours(other), 2);
  // Directed edges keep their direction: one node has none that leads to it.
  std::set<int> ends;
  for (const Edge& edge : relabelled(source, path, true).edges)
    ends.insert(edge.to);
  EXPECT_EQ(ends.size(), 29U);
}

TEST(Graph, MayHaveLoopsAndDoubleEdges) {
  ChoiceSource source("any");
  const Graph made = any_graph(source, 2, 50);
  EXPECT_EQ(made.edges.size(), 50U);
  EXPECT_EQ(std::set<Edge>(made.edges.begin(), made.edges.end()).size(), 4U);
}

}  // namespace
}  // namespace arbiter
