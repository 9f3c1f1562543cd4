#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arbiter/standard_generators.hpp"
#include "graph_facts.hpp"

namespace arbiter {
namespace {

struct Ended {
  int status = 0;
  std::string out;
  std::string err;
};

/// What becomes of a main function with these words.
template <class Main>
Ended ended_of(std::vector<std::string> words, const Main& main_function) {
  words.insert(words.begin(), "generator");
  std::vector<char*> argv;
  argv.reserve(words.size());
  for (std::string& each : words)
    argv.push_back(each.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ended ended;
  ended.status = main_function(static_cast<int>(argv.size()), argv.data());
  ended.out = testing::internal::GetCapturedStdout();
  ended.err = testing::internal::GetCapturedStderr();
  return ended;
}

Ended run(
    const std::vector<std::string>& words,
    const std::function<void(Generator&, Options&)>& make = [](Generator& gen, Options& options) {
      const std::int64_t n = options.integer("n", 1, 50);
      gen.out() << gen.size(1, n) << '\n';
      gen.out() << permutation(gen, 5) << '\n';
    }) {
  return ended_of(words, [&](int argc, char** argv) { return generate(argc, argv, make); });
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Generate, PrintsTheTestOfItsSeed) {
  const Ended one = run({"9", "1"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.err, "");
  EXPECT_EQ(one.out.substr(0, 2), "9\n");
  EXPECT_EQ(run({"--n=9", "--seed=1"}).out, one.out);
  EXPECT_NE(run({"9", "2"}).out, one.out);
  EXPECT_EQ(run({"9"}).out, run({"9"}).out);
}

TEST(Generate, PrintsNothingWhenSomethingIsWrong) {
  const Ended ended = run({"51"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err.substr(0, ended.err.find("  --seed")),
            "options:\n  --n  integer, 1 to 50; must be given\n");
  EXPECT_TRUE(ended.err.ends_with("\n--n: 51 is not within 1 to 50\n")) << ended.err;
  const Ended thrown = run({"--x"}, [](Generator& gen, Options&) {
    gen.out() << "text";
    throw std::runtime_error("no such graph");
  });
  EXPECT_EQ(thrown.status, 1);
  EXPECT_EQ(thrown.out, "");
  EXPECT_EQ(thrown.err, "no such graph\n");
}

TEST(Generate, LooksAtItsOptionsEvenIfNothingIsDrawn) {
  const Ended ended = run({"--x"}, [](Generator& gen, Options&) { gen.out() << "text"; });
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
}

TEST(Generate, PrintsItsOptions) {
  const Ended ended = run({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.substr(0, ended.out.find("  --seed")),
            "options:\n  --n  integer, 1 to 50; must be given\n");
}

TEST(Generate, WritesItsChoicesAndPlaysThemBack) {
  const std::string path = testing::TempDir() + "/choices";
  const Ended made = run({"9", "1", "--choices-out", path});
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(made.out, run({"9", "1"}).out);
  const std::string written = contents(path);
  EXPECT_EQ(written.substr(0, 46), "arbiter choices 1\nchoice 9 1 9\nbegin shuffle\nc");
  EXPECT_EQ(run({"9", "--choices-in", path}).out, made.out);
  // Edited: n is 3 now; what is chosen is written down tidied.
  const std::string edited = testing::TempDir() + "/edited";
  std::ofstream(edited) << "arbiter choices 1\nchoice 3\nchoice 400\n";
  const Ended played = run({"9", "--choices-in", edited, "--choices-out", path});
  EXPECT_EQ(played.out, "3\n4 1 2 3 0\n");
  EXPECT_EQ(contents(path),
            "arbiter choices 1\nchoice 3 1 9\nbegin shuffle\nchoice 4 0 4\nchoice 0 0 3\n"
            "choice 0 0 2\nchoice 0 0 1\nend\n");
}

TEST(Generate, SaysWhatIsWrongWithAFileOfChoices) {
  const std::string path = testing::TempDir() + "/garbage";
  std::ofstream(path) << "arbiter choices 1\nchoice 3\nchoose\n";
  const Ended garbage = run({"9", "--choices-in", path});
  EXPECT_EQ(garbage.status, 1);
  EXPECT_EQ(garbage.out, "");
  EXPECT_EQ(garbage.err, path +
                             ": line 3: expected 'choice VALUE LEAST MOST', 'begin NAME' or "
                             "'end', not 'choose'\n");
  EXPECT_EQ(run({"9", "--choices-in", path + ".none"}).err, path + ".none: cannot be read\n");
  EXPECT_EQ(run({"9", "--choices-out", "/nowhere/x"}).err, "/nowhere/x: cannot be written\n");
}

TEST(Generate, WritesNumbersAndListsPlainly) {
  OutputText out;
  out << -5 << ' ' << std::size_t{7} << ' ' << std::string("a") << 'b' << "c " << Decimal{5, 1};
  out << ' ' << std::vector<std::int64_t>{1, 2} << std::vector<int>{} << '\n';
  EXPECT_EQ(out.text(), "-5 7 abc 0.5 1 2\n");
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

Ended run_standard(const std::string& command) {
  return ended_of(words_of(command), generate_standard);
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
  const std::vector<std::string> numbers =
      words_of(run_standard("integers 50 --least -3 --most 3 7").out);
  ASSERT_EQ(numbers.size(), 51U);
  EXPECT_EQ(numbers[0], "50");
  EXPECT_EQ(std::set<std::string>(numbers.begin() + 1, numbers.end()).size(), 7U);
  EXPECT_EQ(run_standard("integers 4 --least 1 --most 4 --distinct yes --order falling 7").out,
            "4\n4 3 2 1\n");
  EXPECT_EQ(run_standard("integers 4 --most 3 --distinct yes 7").status, 1);
  EXPECT_EQ(run_standard("integers 4 --most 0 7").status, 2);
}

TEST(StandardGenerators, MakePermutations) {
  EXPECT_EQ(run_standard("permutation 4 --order falling 7").out, "4\n4 3 2 1\n");
  const std::vector<std::string> numbers = words_of(run_standard("permutation 30 7").out);
  EXPECT_EQ(std::set<std::string>(numbers.begin() + 1, numbers.end()).size(), 30U);
}

TEST(StandardGenerators, MakeTreesOfEveryShape) {
  for (const char* shape :
       {"path", "star", "recursive", "uniform", "deep", "binary", "caterpillar", "broom"}) {
    const Ended ended = run_standard(std::string("tree 12 7 --shape ") + shape);
    EXPECT_TRUE(is_connected(graph_of(ended.out, true))) << shape;
  }
  EXPECT_EQ(most_neighbours(graph_of(run_standard("tree 12 7 --shape star").out, true)), 11);
}

TEST(StandardGenerators, MakeGraphsOfEveryKind) {
  for (const char* kind : {"simple", "connected", "dag", "bipartite"}) {
    const Graph made =
        graph_of(run_standard(std::string("graph 8 12 7 --kind ") + kind).out, false);
    EXPECT_EQ(made.nodes, 8);
    EXPECT_EQ(undirected(made).size(), 12U) << kind;
  }
  EXPECT_TRUE(is_connected(graph_of(run_standard("graph 8 7 7 --kind connected").out, false)));
  EXPECT_EQ(graph_of(run_standard("graph 2 90 7 --kind any").out, false).edges.size(), 90U);
  EXPECT_EQ(run_standard("graph 8 6 7 --kind connected").err,
            "graph: there is none with so many nodes and edges\n");
  EXPECT_EQ(run_standard("graph 8 17 7 --kind bipartite").status, 1);
}

TEST(StandardGenerators, MakeStrings) {
  EXPECT_EQ(run_standard("strings 3 --alphabet ab --most 1 --least 1 7").status, 1);
  EXPECT_EQ(run_standard("strings 2 --alphabet ab --most 1 --order rising 7").out, "2\na\nb\n");
}

TEST(StandardGenerators, GiveEdgesTheirWeights) {
  const std::vector<std::string> words =
      words_of(run_standard("graph 6 15 7 lightest=3 heaviest=4").out);
  ASSERT_EQ(words.size(), 2U + 15 * 3);
  std::set<std::string> weights;
  for (std::size_t i = 4; i < words.size(); i += 3)
    weights.insert(words[i]);
  EXPECT_EQ(weights, (std::set<std::string>{"3", "4"}));
  EXPECT_EQ(run_standard("graph 6 15 7 lightest=3").status, 2);
}

TEST(StandardGenerators, AreKnownByName) {
  const Ended ended = run_standard("three 5");
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err.substr(0, ended.err.find("  --seed")),
            "options:\n  --name  graph|integers|permutation|strings|tree; must be given\n");
  EXPECT_TRUE(
      ended.err.ends_with("\n--name: 'three' is none of graph|integers|permutation|"
                          "strings|tree; did you mean 'tree'?\n"))
      << ended.err;
  EXPECT_NE(run_standard("tree --help").out.find("--shape  path|star|"), std::string::npos);
}

}  // namespace
}  // namespace arbiter
