#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "arbiter/graph.hpp"

namespace arbiter {

inline bool is_connected(const Graph& graph) {
  std::set<int> seen = {0};
  bool has_grown = true;
  while (has_grown) {
    has_grown = false;
    for (const Edge& edge : graph.edges) {
      if (seen.count(edge.from) == seen.count(edge.to)) continue;
      seen.insert(edge.from);
      seen.insert(edge.to);
      has_grown = true;
    }
  }
  return static_cast<int>(seen.size()) == graph.nodes;
}

/// The different edges, each with its smaller node first; loops are left out.
inline std::set<Edge> undirected(const Graph& graph) {
  std::set<Edge> edges;
  for (const Edge& edge : graph.edges) {
    const auto [less, more] = std::minmax(edge.from, edge.to);
    if (less != more) edges.insert({less, more});
  }
  return edges;
}

inline std::vector<int> neighbours(const Graph& graph) {
  std::vector<int> count(static_cast<std::size_t>(graph.nodes), 0);
  for (const Edge& edge : graph.edges) {
    ++count[static_cast<std::size_t>(edge.from)];
    ++count[static_cast<std::size_t>(edge.to)];
  }
  return count;
}

inline int most_neighbours(const Graph& graph) {
  const std::vector<int> count = neighbours(graph);
  return *std::max_element(count.begin(), count.end());
}

/// Whether a path is left of a tree when its leaves are taken away.
inline bool is_caterpillar(const Graph& tree) {
  const std::vector<int> count = neighbours(tree);
  std::vector<int> inner(count.size(), 0);
  for (const Edge& edge : tree.edges) {
    const auto from = static_cast<std::size_t>(edge.from);
    const auto to = static_cast<std::size_t>(edge.to);
    if (count[from] < 2 || count[to] < 2) continue;
    ++inner[from];
    ++inner[to];
  }
  return *std::max_element(inner.begin(), inner.end()) <= 2;
}

}  // namespace arbiter
