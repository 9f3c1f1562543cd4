#include "arbiter/graph_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "enumeration.hpp"
#include "graph_facts.hpp"

namespace arbiter {
namespace {

using Edges = std::vector<Edge>;

/// The edges in order, each turned so that its lower node comes first unless it has a direction.
Edges sorted_edges(Graph graph, bool is_directed) {
  for (Edge& edge : graph.edges) {
    if (!is_directed && edge.from > edge.to) std::swap(edge.from, edge.to);
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph.edges;
}

/// All graphs of a form with any number of edges, and those that are the same but for the names of
/// their nodes.
std::set<Edges> all_of(const GraphForm& form) {
  const bool is_directed = form.is_directed || form.is_acyclic;
  std::set<Edges> drawn;
  std::set<Edges> renamed;
  for_each_sequence([&](ChoiceSource& source) { return graph_like(source, form); },
                    [&](const auto& played) {
                      const Edges edges = sorted_edges(played.object, is_directed);
                      if (!drawn.insert(edges).second) return;
                      std::vector<int> name(static_cast<std::size_t>(form.nodes));
                      std::iota(name.begin(), name.end(), 0);
                      do {
                        Graph other{form.nodes, edges};
                        for (Edge& edge : other.edges) {
                          edge = {name[static_cast<std::size_t>(edge.from)],
                                  name[static_cast<std::size_t>(edge.to)]};
                        }
                        renamed.insert(sorted_edges(other, is_directed));
                      } while (std::next_permutation(name.begin(), name.end()));
                    });
  return renamed;
}

GraphForm form_of(int nodes, bool is_connected = false) {
  GraphForm form;
  form.nodes = nodes;
  form.is_connected = is_connected;
  return form;
}

std::size_t count_all(GraphForm form) {
  form.edges = possible_edges(form, INT64_MAX);
  return all_of(form).size();
}

TEST(GraphLike, ReachesEveryGraph) {
  EXPECT_EQ(count_all(form_of(3)), 8U);
  EXPECT_EQ(count_all(form_of(4)), 64U);
}

TEST(GraphLike, ReachesEveryConnectedGraph) {
  EXPECT_EQ(count_all(form_of(1, true)), 1U);
  EXPECT_EQ(count_all(form_of(2, true)), 1U);
  EXPECT_EQ(count_all(form_of(3, true)), 4U);
  EXPECT_EQ(count_all(form_of(4, true)), 38U);
}

TEST(GraphLike, ReachesEveryConnectedGraphByItsNamesInAUniformTree) {
  GraphForm form = form_of(4, true);
  form.shape = TreeShape::uniform;
  form.edges = 6;
  std::set<Edges> drawn;
  for_each_sequence([&](ChoiceSource& source) { return graph_like(source, form); },
                    [&](const auto& played) { drawn.insert(sorted_edges(played.object, false)); });
  EXPECT_EQ(drawn.size(), 38U);
}

TEST(GraphLike, ReachesEveryAcyclicGraph) {
  GraphForm form = form_of(3);
  form.is_acyclic = true;
  EXPECT_EQ(count_all(form), 25U);
  form.nodes = 4;
  EXPECT_EQ(count_all(form), 543U);
  form.is_connected = true;
  form.shape = TreeShape::uniform;
  EXPECT_EQ(count_all(form), 446U);
}

TEST(GraphLike, ReachesEveryDirectedGraph) {
  GraphForm form = form_of(3);
  form.is_directed = true;
  EXPECT_EQ(count_all(form), 64U);
  form.is_connected = true;
  EXPECT_EQ(count_all(form), 54U);
  form = form_of(2);
  form.is_directed = true;
  form.may_loop = true;
  EXPECT_EQ(count_all(form), 16U);
}

/// As count_all, but the two sides keep their names.
std::size_t count_bipartite(int left, int right, bool is_connected) {
  GraphForm form = form_of(left + right, is_connected);
  form.left = left;
  form.edges = std::int64_t{left} * right;
  std::set<Edges> found = all_of(form);
  std::erase_if(found, [&](const Edges& edges) {
    return !std::all_of(edges.begin(), edges.end(),
                        [&](const Edge& edge) { return edge.from < left && edge.to >= left; });
  });
  return found.size();
}

TEST(GraphLike, ReachesEveryBipartiteGraph) {
  EXPECT_EQ(count_bipartite(2, 2, false), 16U);
  EXPECT_EQ(count_bipartite(1, 3, true), 1U);
  EXPECT_EQ(count_bipartite(3, 1, true), 1U);
  EXPECT_EQ(count_bipartite(2, 2, true), 5U);
  EXPECT_EQ(count_bipartite(2, 3, true), 19U);
  EXPECT_EQ(count_bipartite(3, 3, true), 205U);
}

TEST(GraphLike, ReachesEveryMultigraph) {
  // Of 3 edges between 3 nodes: as many as there are ways to choose 3 of 3 pairs with repetition.
  GraphForm form = form_of(3);
  form.may_repeat = true;
  form.edges = form.least_edges = 3;
  EXPECT_EQ(all_of(form).size(), 10U);
  form.may_loop = true;
  EXPECT_EQ(all_of(form).size(), 56U);
}

TEST(GraphLike, IsSimplestForNothing) {
  GraphForm form = form_of(5);
  form.edges = 7;
  EXPECT_TRUE(play([&](ChoiceSource& source) { return graph_like(source, form); }, {})
                  .object.edges.empty());
  form.is_connected = true;
  form.weights = Weights{-3, 9, {}};
  const Graph path =
      play([&](ChoiceSource& source) { return graph_like(source, form); }, {}).object;
  EXPECT_EQ(path.edges, (Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(path.weights, (std::vector<std::int64_t>{0, 0, 0, 0}));
  form.left = 2;
  form.edges = 6;
  EXPECT_EQ(play([&](ChoiceSource& source) { return graph_like(source, form); }, {}).object.edges,
            (Edges{{0, 2}, {1, 2}, {1, 3}, {1, 4}}));
}

std::vector<GraphForm> forms_of(int nodes) {
  std::vector<GraphForm> forms(8, form_of(nodes));
  forms[1].is_connected = true;
  forms[2].is_acyclic = true;
  forms[3].is_directed = forms[3].may_loop = true;
  forms[4].may_repeat = forms[4].is_connected = true;
  forms[5].left = nodes / 2;
  forms[6].left = nodes / 2;
  forms[6].is_connected = forms[6].is_directed = true;
  forms[7].is_connected = forms[7].is_acyclic = true;
  forms[7].shape = TreeShape::binary;
  return forms;
}

TEST(GraphLike, GrowsByNoChoiceThatIsLowered) {
  for (GraphForm form : forms_of(3)) {
    form.edges = possible_edges(form, 3);
    // More of them would be more sequences than can be tried.
    if (!form.may_repeat && !form.may_loop) form.weights = Weights{1, 2, {}};
    expect_lowering_enlarges_nothing(
        [&](ChoiceSource& source) { return graph_like(source, form); },
        [](const Graph& graph) {
          return std::pair(
              graph.edges.size(),
              std::accumulate(graph.weights.begin(), graph.weights.end(), std::int64_t{0}));
        });
  }
}

/// Whether the graph is one of the form, but for the number of edges.
void expect_like(const Graph& graph, const GraphForm& form) {
  EXPECT_EQ(graph.nodes, form.nodes);
  if (form.is_connected) {
    EXPECT_TRUE(is_connected(graph));
  }
  std::set<Edge> seen;
  for (const Edge& edge : graph.edges) {
    EXPECT_TRUE(edge.from >= 0 && edge.from < form.nodes && edge.to >= 0 && edge.to < form.nodes);
    if (!form.may_repeat) {
      EXPECT_TRUE(seen.insert(edge).second);
    }
    if (!form.may_loop) {
      EXPECT_NE(edge.from, edge.to);
    }
    if (!form.is_directed) {
      EXPECT_LE(edge.from, edge.to);
    }
    if (form.left > 0) {
      EXPECT_NE(edge.from < form.left, edge.to < form.left);
    }
  }
  EXPECT_EQ(graph.weights.size(), form.weights ? graph.edges.size() : 0U);
  for (const std::int64_t weight : graph.weights)
    EXPECT_TRUE(form.weights->least <= weight && weight <= form.weights->most);
}

TEST(GraphLike, IsOfItsFormWhateverIsPlayed) {
  for (const GraphForm& of_nine : forms_of(9)) {
    GraphForm form = of_nine;
    form.weights = Weights{-5, 5, {}};
    const auto draw = [&](ChoiceSource& source) {
      form.nodes = static_cast<int>(source.size(2, 9));
      form.left = std::min(of_nine.left, form.nodes - 1);
      form.edges = possible_edges(form, 12);
      return graph_like(source, form);
    };
    expect_valid_whatever_is_played(draw, [&](const Graph& graph) { expect_like(graph, form); });
  }
}

TEST(GraphLike, HasSoManyEdgesAtRandom) {
  ChoiceSource source("edges");
  for (GraphForm form : forms_of(6)) {
    for (std::int64_t edges = 5; edges <= possible_edges(form, 9); ++edges) {
      form.edges = edges;
      EXPECT_EQ(static_cast<std::int64_t>(graph_like(source, form).edges.size()), edges);
    }
  }
}

TEST(GraphLike, LosesAnEdgeOrANodeWithItsSpan) {
  GraphForm form = form_of(6, true);
  form.edges = 8;
  ChoiceSource source("spans");
  source.record();
  graph_like(source, form);
  int nodes = 0;
  int edges = 0;
  for (const ChoiceEvent& event : source.recorded()) {
    nodes += event.name == "node" ? 1 : 0;
    edges += event.name == "element" ? 1 : 0;
  }
  EXPECT_EQ(nodes, 5);
  EXPECT_EQ(edges, 3);
}

TEST(GraphLike, RefusesWhatCannotBe) {
  ChoiceSource source("wrong");
  GraphForm few = form_of(4, true);
  few.edges = 2;
  GraphForm many = form_of(4);
  many.edges = 7;
  GraphForm less = form_of(4);
  less.edges = 1;
  less.least_edges = 2;
  GraphForm loops = form_of(4);
  loops.may_loop = loops.is_acyclic = true;
  GraphForm one_side = form_of(4, true);
  one_side.left = 4;
  one_side.edges = 3;
  GraphForm repeated = form_of(1);
  repeated.may_repeat = true;
  repeated.edges = 1;
  for (const GraphForm& form : {few, many, less, loops, one_side, repeated, form_of(0, true)})
    EXPECT_THROW(graph_like(source, form), std::invalid_argument);
  EXPECT_EQ(graph_like(source, form_of(0)).nodes, 0);
  // There is none, but asking is allowed.
  EXPECT_THROW(
      {
        one_side.edges = possible_edges(one_side, 7);
        graph_like(source, one_side);
      },
      std::invalid_argument);
}

TEST(Relabelled, KeepsWeightsWithTheirEdges) {
  ChoiceSource source("weights");
  Graph path{4, {{0, 1}, {1, 2}, {2, 3}}, {1, 2, 3}};
  const Graph other = relabelled(source, path);
  ASSERT_EQ(other.weights.size(), 3U);
  // The edge of weight 2 is the one that touches both others.
  const auto at = static_cast<std::size_t>(
      std::find(other.weights.begin(), other.weights.end(), 2) - other.weights.begin());
  const std::vector<int> count = neighbours(other);
  EXPECT_EQ(count[static_cast<std::size_t>(other.edges[at].from)], 2);
  EXPECT_EQ(count[static_cast<std::size_t>(other.edges[at].to)], 2);
}

}  // namespace
}  // namespace arbiter
