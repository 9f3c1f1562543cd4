#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"
#include "arbiter/distribution.hpp"
#include "arbiter/graph.hpp"

namespace arbiter {

/// What the weights of edges are like.
struct Weights {
  std::int64_t least = 1;
  std::int64_t most = 1;
  Distribution as = {};
};

/// What a graph is like.
struct GraphForm {
  int nodes = 1;
  std::int64_t edges = 0;
  std::int64_t least_edges = 0;            // so few may be left when choices are played back
  bool is_connected = false;               // when directions are not looked at
  TreeShape shape = TreeShape::recursive;  // of the tree that connects it, unless it is bipartite
  bool is_directed = false;                // the two directions between two nodes are two edges
  bool is_acyclic = false;                 // directed, each edge from a lower to a higher node
  int left = 0;                            // bipartite when more than 0: so many nodes, the first
                                           // ones, have edges to the others only
  bool may_repeat = false;                 // an edge may be there more than once
  bool may_loop = false;                   // an edge may lead from a node to itself
  std::optional<Weights> weights = {};
};

namespace graph_detail {

/// The edges that a graph of a form can have, numbered from 0; loops come last.
class Room {
 public:
  explicit Room(const GraphForm& form)
      : nodes_(form.nodes),
        left_(form.left),
        right_(form.nodes - form.left),
        directions_(form.is_directed && !form.is_acyclic ? 2 : 1),
        loops_(form.may_loop ? form.nodes : 0) {}

  std::int64_t count() const { return without_loops() + loops_; }

  Edge at(std::int64_t index) const {
    if (index >= without_loops()) {
      const auto node = static_cast<int>(index - without_loops());
      return {node, node};
    }
    const std::int64_t pair = index / directions_;
    Edge edge = left_ > 0
                    ? Edge{static_cast<int>(pair / right_), left_ + static_cast<int>(pair % right_)}
                    : pair_at(pair, nodes_);
    if (index % directions_ == 1) std::swap(edge.from, edge.to);
    return edge;
  }

  /// Of an edge that is no loop.
  std::int64_t index(const Edge& edge) const {
    const auto [less, more] = std::minmax(edge.from, edge.to);
    const std::int64_t pair =
        left_ > 0 ? std::int64_t{less} * right_ + more - left_ : index_of(edge);
    const bool is_turned = directions_ == 2 && edge.from > edge.to;
    return pair * directions_ + (is_turned ? 1 : 0);
  }

 private:
  std::int64_t without_loops() const {
    return directions_ * (left_ > 0 ? std::int64_t{left_} * right_ : pairs_of(nodes_));
  }

  int nodes_;
  int left_;
  int right_;
  std::int64_t directions_;
  std::int64_t loops_;
};

inline std::int64_t fewest_edges(const GraphForm& form) {
  return form.is_connected ? std::int64_t{form.nodes} - 1 : 0;
}

inline std::int64_t most_edges(const GraphForm& form) {
  const std::int64_t room = Room(form).count();
  return form.may_repeat && room > 0 ? INT64_MAX : room;
}

inline void require_possible(const GraphForm& form) {
  if (form.nodes < (form.is_connected ? 1 : 0) || form.left < 0 || form.left > form.nodes) {
    throw std::invalid_argument("graph: no such number of nodes");
  }
  if (form.may_loop && (form.is_acyclic || form.left > 0)) {
    throw std::invalid_argument("graph: neither an acyclic nor a bipartite one has loops");
  }
  const bool has_one_side = form.left > 0 && form.left == form.nodes;
  if (form.is_connected && has_one_side && form.nodes > 1) {
    throw std::invalid_argument("graph: a connected bipartite one has nodes on both sides");
  }
  if (form.least_edges > form.edges || form.edges < fewest_edges(form) ||
      form.edges > most_edges(form)) {
    throw std::invalid_argument("graph: there is none with so many nodes and edges");
  }
}

/// Draws a graph that is possible.
class FormedGraph {
 public:
  FormedGraph(ChoiceSource& source, const GraphForm& form)
      : source_(source), form_(form), room_(form) {
    graph_.nodes = form.nodes;
  }

  Graph draw() {
    if (form_.is_connected) connect();
    const auto used = static_cast<std::int64_t>(graph_.edges.size());
    const std::int64_t least = std::max<std::int64_t>(0, form_.least_edges - used);
    if (form_.may_repeat) {
      further_edges(least, [&] { return source_.integer(0, room_.count() - 1); });
    } else {
      std::vector<std::int64_t> taken;
      for (const Edge& edge : graph_.edges)
        taken.push_back(room_.index(edge));
      std::sort(taken.begin(), taken.end());
      // The rank among the free edges becomes the place among all: so many taken ones lie before.
      for (std::size_t i = 0; i < taken.size(); ++i)
        taken[i] -= static_cast<std::int64_t>(i);
      FreshNumbers ranks(source_, 0, room_.count() - used - 1);
      further_edges(least, [&] {
        const std::int64_t rank = ranks.next();
        return rank + (std::upper_bound(taken.begin(), taken.end(), rank) - taken.begin());
      });
    }
    return std::move(graph_);
  }

 private:
  template <class Index>
  void further_edges(std::int64_t least, Index index) {
    const auto used = static_cast<std::int64_t>(graph_.edges.size());
    list_towards(source_, least, form_.edges - used, [&] {
      add(room_.at(index()));
      return 0;
    });
  }

  void add(const Edge& edge) {
    graph_.edges.push_back(edge);
    if (!form_.weights) return;
    const Weights& weights = *form_.weights;
    graph_.weights.push_back(source_.integer(weights.least, weights.most, weights.as));
  }

  /// An edge that keeps the graph together, in a direction that is open.
  void add_connecting(Edge edge) {
    if (form_.is_directed && !form_.is_acyclic) {
      if (source_.chance(1, 2)) std::swap(edge.from, edge.to);
    } else if (edge.from > edge.to) {
      std::swap(edge.from, edge.to);
    }
    add(edge);
  }

  void connect() {
    const auto whole = source_.span("tree");
    if (form_.left > 0) return connect_sides();
    if (form_.shape == TreeShape::uniform) {
      for (const Edge& edge : tree(source_, form_.nodes, TreeShape::uniform).edges)
        add_connecting(edge);
      return;
    }
    Parents parents(source_, form_.nodes, form_.shape);
    for (int child = 1; child < form_.nodes; ++child) {
      const auto each = source_.span("node");
      add_connecting({parents.next(), child});
    }
  }

  /// The nodes of both sides in turn, as long as there are any, each joined to one that came before
  /// it, simplest: to the last one. Every tree has such an order: when all neighbours of the nodes
  /// of one side have come, a node of the other side that has further ones can come next.
  void connect_sides() {
    int left = 1;
    int right = 0;
    for (int i = 1; i < form_.nodes; ++i) {
      const auto each = source_.span("node");
      const bool is_right_full = form_.left + right == form_.nodes;
      const bool is_left = left < form_.left && (is_right_full || left <= right);
      int& mine = is_left ? left : right;
      const int others = is_left ? right : left;
      const int other = others - 1 - static_cast<int>(source_.integer(0, others - 1));
      add_connecting(is_left ? Edge{form_.left + other, mine} : Edge{other, form_.left + mine});
      ++mine;
    }
  }

  ChoiceSource& source_;
  const GraphForm& form_;
  Room room_;
  Graph graph_;
};

}  // namespace graph_detail

/// The nearest number of edges that a graph of that form can have, whatever `form.edges` says.
inline std::int64_t possible_edges(const GraphForm& form, std::int64_t wanted) {
  return std::max(graph_detail::fewest_edges(form),
                  std::min(wanted, graph_detail::most_edges(form)));
}

/// A graph of that form: `edges` edges, unless a sequence that is played back says fewer, down to
/// `least_edges`. Where it is not directed, `from` <= `to` in every edge. Every such graph can be
/// drawn, a connected one of another shape than `uniform` under other names of its nodes
/// (see relabelled); an acyclic connected one of such a shape has a way from 0 to every node. All
/// simplest: the fewest edges, a path where it is connected (uniform: a star), weights nearest to
/// zero. Each further edge, and each node that is connected with its edge, is a span. Throws
/// std::invalid_argument when there is no such graph.
inline Graph graph_like(ChoiceSource& source, const GraphForm& form) {
  graph_detail::require_possible(form);
  const auto whole = source.span("graph");
  return graph_detail::FormedGraph(source, form).draw();
}

}  // namespace arbiter
