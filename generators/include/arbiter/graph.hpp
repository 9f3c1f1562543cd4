#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"

namespace arbiter {

/// From one node to another; nodes count from 0. Undirected edges have them in either order.
struct Edge {
  int from = 0;
  int to = 0;

  bool operator==(const Edge&) const = default;
  bool operator<(const Edge& other) const {
    return from < other.from || (from == other.from && to < other.to);
  }
};

struct Graph {
  int nodes = 0;
  std::vector<Edge> edges;
  std::vector<std::int64_t> weights = {};  // one for each edge, or none at all

  bool operator==(const Graph&) const = default;
};

enum class TreeShape {
  path,         // 0, 1, 2, … in a row
  star,         // all at 0
  recursive,    // each at any earlier node
  uniform,      // each tree with numbered nodes equally likely
  deep,         // each at one of the three nodes before it
  binary,       // at most two children each
  caterpillar,  // a path, all others at its nodes
  broom,        // a path, all others at its end
};

namespace graph_detail {

/// The tree of a Prüfer code of nodes - 2 numbers.
inline Graph of_code(int nodes, const std::vector<int>& code) {
  std::vector<int> missing(static_cast<std::size_t>(nodes), 0);
  for (const int node : code)
    ++missing[static_cast<std::size_t>(node)];
  std::set<int> leaves;
  for (int node = 0; node < nodes; ++node) {
    if (missing[static_cast<std::size_t>(node)] == 0) leaves.insert(node);
  }
  Graph tree{nodes, {}};
  for (const int node : code) {
    tree.edges.push_back({node, *leaves.begin()});
    leaves.erase(leaves.begin());
    if (--missing[static_cast<std::size_t>(node)] == 0) leaves.insert(node);
  }
  tree.edges.push_back({*leaves.rbegin(), *leaves.begin()});
  return tree;
}

/// A tree of any shape but `uniform`, whose nodes 1, 2, … get their parents one after the other.
inline Graph grown(ChoiceSource& source, int nodes, TreeShape shape) {
  Graph tree{nodes, {}};
  const bool has_handle = shape == TreeShape::caterpillar || shape == TreeShape::broom;
  const int handle = has_handle ? static_cast<int>(source.integer(1, nodes)) : nodes;
  std::vector<int> open = {0, 0};  // nodes that can take one more child, of a binary tree
  for (int child = 1; child < nodes; ++child) {
    int back = 0;
    if (shape == TreeShape::star) back = child - 1;
    if (shape == TreeShape::recursive) back = static_cast<int>(source.integer(0, child - 1));
    if (shape == TreeShape::deep) {
      back = static_cast<int>(source.integer(0, std::min(2, child - 1)));
    }
    if (child >= handle) back = child - handle;
    if (child >= handle && shape == TreeShape::caterpillar) {
      back += static_cast<int>(source.integer(0, handle - 1));
    }
    int parent = child - 1 - back;
    if (shape == TreeShape::binary) {
      const std::size_t place = open.size() - 1 - source.index(open.size());
      parent = open[place];
      open[place] = open.back();
      open.pop_back();
      open.insert(open.end(), 2, child);
    }
    tree.edges.push_back({parent, child});
  }
  return tree;
}

/// The pair of number `index` in 01, 02, 12, 03, 13, 23, 04, …
inline Edge pair_at(std::int64_t index, int nodes) {
  std::int64_t low = 1;
  std::int64_t high = nodes - 1;
  while (low < high) {
    const std::int64_t middle = (low + high + 1) / 2;
    if (middle * (middle - 1) / 2 <= index) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return {static_cast<int>(index - low * (low - 1) / 2), static_cast<int>(low)};
}

inline std::int64_t index_of(const Edge& edge) {
  const auto [less, more] = std::minmax(edge.from, edge.to);
  return std::int64_t{more} * (more - 1) / 2 + less;
}

inline std::int64_t pairs_of(std::int64_t nodes) {
  return nodes * (nodes - 1) / 2;
}

}  // namespace graph_detail

/// A tree of at least one node; each edge leads from a parent to its child, with 0 as root
/// (uniform: in no direction). A path where all choices are simplest; a star where uniform.
inline Graph tree(ChoiceSource& source, int nodes, TreeShape shape = TreeShape::recursive) {
  if (nodes < 1) throw std::invalid_argument("tree: no nodes");
  const auto whole = source.span("tree");
  if (shape != TreeShape::uniform || nodes <= 2) return graph_detail::grown(source, nodes, shape);
  std::vector<int> code;
  for (int i = 0; i + 2 < nodes; ++i)
    code.push_back(static_cast<int>(source.integer(0, nodes - 1)));
  return graph_detail::of_code(nodes, code);
}

/// A graph without loops and double edges, each equally likely; `from` < `to` in every edge, so
/// that taken as directed it has no cycle. Throws std::invalid_argument when there are not so many
/// edges.
inline Graph simple_graph(ChoiceSource& source, int nodes, std::int64_t edges) {
  const auto whole = source.span("graph");
  Graph graph{nodes, {}};
  for (const std::int64_t index : distinct(source, edges, 0, graph_detail::pairs_of(nodes) - 1))
    graph.edges.push_back(graph_detail::pair_at(index, nodes));
  return graph;
}

/// A connected graph without loops and double edges: a tree of that shape and further edges.
/// Throws std::invalid_argument when there are too few or too many edges.
inline Graph connected_graph(ChoiceSource& source, int nodes, std::int64_t edges,
                             TreeShape shape = TreeShape::recursive) {
  const auto whole = source.span("graph");
  Graph graph = tree(source, nodes, shape);
  std::vector<std::int64_t> taken;
  for (const Edge& edge : graph.edges)
    taken.push_back(graph_detail::index_of(edge));
  std::sort(taken.begin(), taken.end());
  const auto used = static_cast<std::int64_t>(taken.size());
  const std::int64_t free = graph_detail::pairs_of(nodes) - used;
  if (edges < used) throw std::invalid_argument("connected_graph: too few edges");
  // The rank among the free pairs becomes the place among all: so many taken ones lie before it.
  for (std::size_t i = 0; i < taken.size(); ++i)
    taken[i] -= static_cast<std::int64_t>(i);
  for (const std::int64_t rank : distinct(source, edges - used, 0, free - 1)) {
    const auto before = std::upper_bound(taken.begin(), taken.end(), rank) - taken.begin();
    graph.edges.push_back(graph_detail::pair_at(rank + before, nodes));
  }
  return graph;
}

/// Edges between `left` nodes, numbered first, and `right` ones, none twice.
inline Graph bipartite_graph(ChoiceSource& source, int left, int right, std::int64_t edges) {
  const auto whole = source.span("graph");
  Graph graph{left + right, {}};
  for (const std::int64_t index : distinct(source, edges, 0, std::int64_t{left} * right - 1)) {
    graph.edges.push_back(
        {static_cast<int>(index / right), left + static_cast<int>(index % right)});
  }
  return graph;
}

/// Any edges, also loops and the same edge twice.
inline Graph any_graph(ChoiceSource& source, int nodes, std::int64_t edges) {
  const auto whole = source.span("graph");
  Graph graph{nodes, {}};
  for (std::int64_t i = 0; i < edges; ++i) {
    const auto each = source.span("edge");
    const auto from = static_cast<int>(source.integer(0, nodes - 1));
    graph.edges.push_back({from, static_cast<int>(source.integer(0, nodes - 1))});
  }
  return graph;
}

/// The same graph with its nodes numbered and its edges ordered at random, so that nothing shows
/// how it was made; undirected edges are turned round at random too. Weights stay with their edges.
inline Graph relabelled(ChoiceSource& source, Graph graph, bool is_directed = false) {
  const auto whole = source.span("relabelled");
  const std::vector<int> name = permutation(source, graph.nodes);
  for (Edge& edge : graph.edges) {
    edge = {name[static_cast<std::size_t>(edge.from)], name[static_cast<std::size_t>(edge.to)]};
    if (!is_directed && source.chance(1, 2)) std::swap(edge.from, edge.to);
  }
  std::vector<std::size_t> order(graph.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  source.shuffle(order);
  Graph ordered{graph.nodes, {}};
  for (const std::size_t place : order) {
    ordered.edges.push_back(graph.edges[place]);
    if (!graph.weights.empty()) ordered.weights.push_back(graph.weights[place]);
  }
  return ordered;
}

}  // namespace arbiter
