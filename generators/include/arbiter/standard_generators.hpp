#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "arbiter/generator.hpp"

namespace arbiter {

namespace standard {

constexpr std::int64_t k_most_size = 10000000;

inline Distribution likely(Options& options) {
  const std::string word =
      options.word("likely", {"all", "small", "large", "magnitude", "ends"}, "all");
  if (word == "small") return towards_least(3);
  if (word == "large") return towards_most(3);
  if (word == "magnitude") return by_magnitude();
  return word == "ends" ? towards_ends() : uniformly();
}

/// n, then n integers of least..most on one line.
inline void integers(Generator& gen, Options& options) {
  const std::int64_t n = options.integer("n", 0, k_most_size);
  const std::int64_t least = options.integer("least", INT64_MIN, INT64_MAX, 1);
  const std::int64_t most = options.integer("most", INT64_MIN, INT64_MAX, 1000000000);
  const Distribution as = likely(options);
  const bool is_distinct = options.word("distinct", {"yes", "no"}, "no") == "yes";
  const std::string order = options.word("order", {"any", "rising", "falling"}, "any");
  options.require(least <= most, "--least must not be more than --most");
  options.require(!is_distinct || as.kind == Distribution::Kind::uniform,
                  "--distinct and --likely exclude each other");
  gen.finish();
  std::vector<std::int64_t> numbers;
  if (is_distinct) {
    numbers = distinct(gen, gen.size(0, n), least, most);
  } else {
    numbers = list_towards(gen, 0, n, [&] { return gen.integer(least, most, as); });
  }
  if (order != "any") std::sort(numbers.begin(), numbers.end());
  if (order == "falling") std::reverse(numbers.begin(), numbers.end());
  gen.out() << numbers.size() << '\n' << numbers << '\n';
}

/// n, then a permutation of 1..n on one line: any, or sorted but for so many swaps.
inline void permutations(Generator& gen, Options& options) {
  const std::int64_t n = options.integer("n", 1, k_most_size);
  const std::string order = options.word("order", {"any", "rising", "falling"}, "any");
  const std::int64_t swaps = options.integer("swaps", 0, k_most_size, 0);
  gen.finish();
  std::vector<int> numbers(static_cast<std::size_t>(gen.size(1, n)));
  std::iota(numbers.begin(), numbers.end(), 1);
  if (order == "any") gen.shuffle(numbers);
  if (order == "falling") std::reverse(numbers.begin(), numbers.end());
  for (std::int64_t i = 0; i < swaps; ++i) {
    const std::size_t one = gen.index(numbers.size());
    const std::size_t other = gen.index(numbers.size());
    std::swap(numbers[one], numbers[other]);
  }
  gen.out() << numbers.size() << '\n' << numbers << '\n';
}

inline TreeShape shape_of(Options& options) {
  // In the order of TreeShape.
  const std::vector<std::string> names = {"path", "star",   "recursive",   "uniform",
                                          "deep", "binary", "caterpillar", "broom"};
  const std::string name = options.word("shape", names, "recursive");
  return static_cast<TreeShape>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// n, then the n - 1 edges of a tree with nodes 1..n, numbered at random.
inline void trees(Generator& gen, Options& options) {
  const std::int64_t n = options.integer("n", 1, k_most_size);
  const TreeShape shape = shape_of(options);
  gen.finish();
  const Graph made = relabelled(gen, tree(gen, static_cast<int>(gen.size(1, n)), shape));
  gen.out() << made.nodes << '\n';
  gen.out().edges(made);
}

/// n and m, then m edges between nodes 1..n, numbered at random, each with its weight if asked for.
inline void graphs(Generator& gen, Options& options) {
  const std::int64_t n = options.integer("n", 1, k_most_size);
  const std::int64_t m = options.integer("m", 0, k_most_size);
  const std::string kind =
      options.word("kind", {"simple", "connected", "dag", "bipartite", "any"}, "simple");
  const TreeShape shape = shape_of(options);
  const std::int64_t lightest = options.integer("lightest", INT64_MIN, INT64_MAX, 1);
  const std::int64_t heaviest = options.integer("heaviest", INT64_MIN, INT64_MAX, 0);
  const bool has_weights = lightest <= heaviest;
  options.require(has_weights || (lightest == 1 && heaviest == 0),
                  "--lightest must not be more than --heaviest");
  gen.finish();
  const auto fewest_edges = [&](std::int64_t nodes) { return kind == "connected" ? nodes - 1 : 0; };
  const auto most_edges = [&](std::int64_t nodes) {
    if (kind == "bipartite") return nodes / 2 * (nodes - nodes / 2);
    return kind == "any" ? k_most_size : graph_detail::pairs_of(nodes);
  };
  if (m > most_edges(n) || m < fewest_edges(n)) {
    throw std::invalid_argument("graph: there is none with so many nodes and edges");
  }
  const auto nodes = static_cast<int>(gen.size(1, n));
  const std::int64_t least = fewest_edges(nodes);
  const std::int64_t edges = gen.size(least, std::max(least, std::min(m, most_edges(nodes))));
  Graph made;
  if (kind == "connected") {
    made = connected_graph(gen, nodes, edges, shape);
  } else if (kind == "bipartite") {
    made = bipartite_graph(gen, nodes / 2, nodes - nodes / 2, edges);
  } else {
    made = kind == "any" ? any_graph(gen, nodes, edges) : simple_graph(gen, nodes, edges);
  }
  made = relabelled(gen, made, kind == "dag" || kind == "any");
  for (std::size_t i = 0; has_weights && i < made.edges.size(); ++i)
    made.weights.push_back(gen.integer(lightest, heaviest));
  gen.out() << made.nodes << ' ' << made.edges.size() << '\n';
  gen.out().edges(made);
}

/// n, then n different words, one on each line.
inline void strings(Generator& gen, Options& options) {
  const std::int64_t n = options.integer("n", 0, k_most_size);
  const std::int64_t least = options.integer("least", 1, k_most_size, 1);
  const std::int64_t most = options.integer("most", 1, k_most_size, 20);
  const std::string alphabet = options.text("alphabet", "a-z");
  const std::int64_t shared = options.integer("shared", 0, 100, 0);
  const bool is_sorted = options.word("order", {"any", "rising"}, "any") == "rising";
  options.require(least <= most, "--least must not be more than --most");
  gen.finish();
  std::vector<std::string> made =
      words(gen, {gen.size(0, n), least, most, letters(alphabet), shared});
  if (is_sorted) std::sort(made.begin(), made.end());
  gen.out() << made.size() << '\n';
  gen.out().lines(made);
}

}  // namespace standard

/// The main function of a program that knows generators by name: its first word is one of the names
/// below, the others are the options of that one.
inline int generate_standard(int argc, char** argv) {
  using Make = void (*)(Generator&, Options&);
  const std::map<std::string, Make> all = {{"graph", standard::graphs},
                                           {"integers", standard::integers},
                                           {"permutation", standard::permutations},
                                           {"strings", standard::strings},
                                           {"tree", standard::trees}};
  return generate(argc, argv, [&all](Generator& gen, Options& options) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const auto& [name, make] : all)
      names.push_back(name);
    const std::string name = options.word("name", names);
    // The options of another generator would only confuse.
    if (!options.has_faults()) all.at(name)(gen, options);
  });
}

}  // namespace arbiter
