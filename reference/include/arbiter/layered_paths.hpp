#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace arbiter {

/// A step from a state, with the mark by which it is told from the other steps of that state.
template <class State, class Label>
struct LabelledStep {
  Label label;
  State next;
};

/// Counts objects that are made in steps, as paths from a start to an end through states that
/// remember of the steps so far only what matters. A graph is a type with
///
///   State, Label     both compared by ==, < (labels need only these, states are kept in a map)
///   start() const          the state before the first step
///   is_end(state) const    whether the object is complete; no step is asked for then
///   steps(state) const     any range of LabelledStep<State, Label>, labels increasing strictly
///
/// Every state lies in one layer: all ways to it have the same number of steps. The constructor
/// looks at all states; after that nothing is asked of the graph.
template <class Graph>
class LayeredPaths {
 public:
  using State = typename Graph::State;
  using Label = typename Graph::Label;

  /// Throws std::invalid_argument for a graph that breaks the rules above.
  explicit LayeredPaths(const Graph& graph = {}) {
    std::map<State, std::size_t> known = {{graph.start(), 0}};
    std::vector<State> states = {graph.start()};
    nodes_.push_back({});
    for (std::size_t i = 0; i < states.size(); ++i)
      expand(graph, i, states, known);
  }

  /// How many states can be reached.
  [[nodiscard]] std::size_t states() const { return nodes_.size(); }

  /// How many paths have only steps for which allowed(number of steps before it, label) holds.
  /// Takes a call for each step of each state. Throws std::overflow_error where there are more
  /// than 64 bits count.
  template <class Allowed>
  [[nodiscard]] std::uint64_t count_if(Allowed allowed) const {
    std::vector<std::uint64_t> ways(nodes_.size(), 0);
    ways.front() = 1;
    std::uint64_t all = 0;
    // States are kept layer by layer, so what leads to one comes before it.
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (ways[i] == 0) continue;
      if (nodes_[i].is_end) add(all, ways[i]);
      for (std::size_t at = nodes_[i].first; at < nodes_[i].last; ++at) {
        if (allowed(nodes_[i].layer, edges_[at].label)) add(ways[edges_[at].to], ways[i]);
      }
    }
    return all;
  }

 private:
  struct Edge {
    Label label;
    std::size_t to;
  };

  struct Node {
    std::size_t layer = 0;
    std::size_t first = 0;  ///< its edges are first, ..., last - 1
    std::size_t last = 0;
    bool is_end = false;
  };

  static void add(std::uint64_t& to, std::uint64_t more) {
    if (__builtin_add_overflow(to, more, &to)) {
      throw std::overflow_error("LayeredPaths: more paths than 64 bits count");
    }
  }

  void expand(const Graph& graph, std::size_t from, std::vector<State>& states,
              std::map<State, std::size_t>& known) {
    // A copy: the vector grows below.
    const State state = states[from];
    nodes_[from].first = nodes_[from].last = edges_.size();
    nodes_[from].is_end = graph.is_end(state);
    if (nodes_[from].is_end) return;
    const std::size_t layer = nodes_[from].layer + 1;
    for (const LabelledStep<State, Label>& step : graph.steps(state)) {
      if (edges_.size() > nodes_[from].first && !(edges_.back().label < step.label)) {
        throw std::invalid_argument("LayeredPaths: the labels of a state do not increase");
      }
      const auto [found, is_new] = known.emplace(step.next, states.size());
      if (is_new) {
        states.push_back(step.next);
        nodes_.push_back({});
        nodes_.back().layer = layer;
      }
      if (nodes_[found->second].layer != layer) {
        throw std::invalid_argument("LayeredPaths: a state lies in two layers");
      }
      edges_.push_back({step.label, found->second});
    }
    nodes_[from].last = edges_.size();
  }

  std::vector<Node> nodes_;  ///< layer by layer
  std::vector<Edge> edges_;  ///< by their first node
};

}  // namespace arbiter
