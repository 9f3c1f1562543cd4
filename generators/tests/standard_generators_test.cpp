#include "arbiter/standard_generators.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "graph_facts.hpp"

namespace arbiter {
namespace {

struct Ended {
  int status = 0;
  std::string out;
  std::string err;
};

Ended run(const std::string& command) {
  std::vector<std::string> words = {"standard"};
  std::istringstream in(command);
  for (std::string word; in >> word;)
    words.push_back(word);
  std::vector<char*> argv;
  argv.reserve(words.size());
  for (std::string& each : words)
    argv.push_back(each.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ended ended;
  ended.status = generate_standard(static_cast<int>(argv.size()), argv.data());
  ended.out = testing::internal::GetCapturedStdout();
  ended.err = testing::internal::GetCapturedStderr();
  return ended;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

/// A graph as it was printed: n, and m unless it is a tree.
Graph graph_of(const std::string& text, bool is_tree) {
  std::istringstream in(text);
  Graph graph;
  int edges = 0;
  in >> graph.nodes;
  edges = graph.nodes - 1;
  if (!is_tree) in >> edges;
  for (int i = 0; i < edges; ++i) {
    Edge edge;
    in >> edge.from >> edge.to;
    graph.edges.push_back({edge.from - 1, edge.to - 1});
  }
  EXPECT_TRUE(static_cast<bool>(in)) << text;
  return graph;
}

TEST(StandardGenerators, MakeIntegers) {
  const std::vector<std::string> numbers = words_of(run("integers 50 --least -3 --most 3 7").out);
  ASSERT_EQ(numbers.size(), 51U);
  EXPECT_EQ(numbers[0], "50");
  EXPECT_EQ(std::set<std::string>(numbers.begin() + 1, numbers.end()).size(), 7U);
  EXPECT_EQ(run("integers 4 --least 1 --most 4 --distinct yes --order falling 7").out,
            "4\n4 3 2 1\n");
  EXPECT_EQ(run("integers 4 --most 3 --distinct yes 7").status, 1);
  EXPECT_EQ(run("integers 4 --most 0 7").status, 2);
}

TEST(StandardGenerators, MakePermutations) {
  EXPECT_EQ(run("permutation 4 --order falling 7").out, "4\n4 3 2 1\n");
  const std::vector<std::string> numbers = words_of(run("permutation 30 7").out);
  EXPECT_EQ(std::set<std::string>(numbers.begin() + 1, numbers.end()).size(), 30U);
}

TEST(StandardGenerators, MakeTreesOfEveryShape) {
  for (const char* shape :
       {"path", "star", "recursive", "uniform", "deep", "binary", "caterpillar", "broom"}) {
    const Ended ended = run(std::string("tree 12 7 --shape ") + shape);
    EXPECT_TRUE(is_connected(graph_of(ended.out, true))) << shape;
  }
  EXPECT_EQ(most_neighbours(graph_of(run("tree 12 7 --shape star").out, true)), 11);
}

TEST(StandardGenerators, MakeGraphsOfEveryKind) {
  for (const char* kind : {"simple", "connected", "dag", "bipartite"}) {
    const Graph made = graph_of(run(std::string("graph 8 12 7 --kind ") + kind).out, false);
    EXPECT_EQ(made.nodes, 8);
    EXPECT_EQ(undirected(made).size(), 12U) << kind;
  }
  EXPECT_TRUE(is_connected(graph_of(run("graph 8 7 7 --kind connected").out, false)));
  EXPECT_EQ(graph_of(run("graph 2 90 7 --kind any").out, false).edges.size(), 90U);
  EXPECT_EQ(run("graph 8 6 7 --kind connected").err,
            "graph: there is none with so many nodes and edges\n");
  EXPECT_EQ(run("graph 8 17 7 --kind bipartite").status, 1);
}

TEST(StandardGenerators, MakeStrings) {
  EXPECT_EQ(run("strings 3 --alphabet ab --most 1 --least 1 7").status, 1);
  EXPECT_EQ(run("strings 2 --alphabet ab --most 1 --order rising 7").out, "2\na\nb\n");
}

TEST(StandardGenerators, GiveEdgesTheirWeights) {
  const std::vector<std::string> words = words_of(run("graph 6 15 7 lightest=3 heaviest=4").out);
  ASSERT_EQ(words.size(), 2U + 15 * 3);
  std::set<std::string> weights;
  for (std::size_t i = 4; i < words.size(); i += 3)
    weights.insert(words[i]);
  EXPECT_EQ(weights, (std::set<std::string>{"3", "4"}));
  EXPECT_EQ(run("graph 6 15 7 lightest=3").status, 2);
}

TEST(StandardGenerators, AreKnownByName) {
  const Ended ended = run("three 5");
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err.substr(0, ended.err.find("  --seed")),
            "options:\n  --name  graph|integers|permutation|strings|tree; must be given\n");
  EXPECT_TRUE(
      ended.err.ends_with("\n--name: 'three' is none of graph|integers|permutation|"
                          "strings|tree; did you mean 'tree'?\n"))
      << ended.err;
  EXPECT_NE(run("tree --help").out.find("--shape  path|star|"), std::string::npos);
}

}  // namespace
}  // namespace arbiter
