#include <cstdio>

#include "arbiter/generator.hpp"

// Prints a hash of what each kind of draw gives: the same with every compiler and optimisation.

namespace {

using arbiter::ChoiceSource;
using arbiter::OutputText;

void print(const char* name, const OutputText& out) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : out.text())
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::printf("%016llx %s\n", static_cast<unsigned long long>(hash), name);
}

void integers(ChoiceSource& source, OutputText& out) {
  for (const arbiter::Distribution& as :
       {arbiter::uniformly(), arbiter::towards_least(3), arbiter::towards_most(2),
        arbiter::by_magnitude(), arbiter::towards_ends(), arbiter::geometrically(9, 10),
        arbiter::around(100, 5000)}) {
    for (int i = 0; i < 1000; ++i)
      out << source.integer(-1000000, 1000000000000, as) << '\n';
  }
}

void picks(ChoiceSource& source, OutputText& out) {
  const std::vector<int> items = {2, 7, 1, 8, 2, 8};
  for (int i = 0; i < 1000; ++i) {
    out << source.pick(items) << source.weighted_pick(items, {1, 2, 3, 0, 5, 100});
    out << arbiter::subset(source, items, 1, 3) << arbiter::sample(source, items, 3);
    out << (source.chance(2, 7) ? 'y' : 'n') << arbiter::real(source, "-5", "99.75", 6) << '\n';
  }
}

void collections(ChoiceSource& source, OutputText& out) {
  out << arbiter::permutation(source, 2000) << '\n';
  out << arbiter::distinct(source, 2000, 0, 2999) << '\n';
  out << arbiter::distinct(source, 2000, INT64_MIN, INT64_MAX) << '\n';
  out << arbiter::parts(source, 100000, 500, 1) << '\n' << arbiter::parts(source, 900, 300, 1, 5);
  out << arbiter::list(source, 0, 500, [&] { return source.integer(0, 9); }) << '\n';
}

void words(ChoiceSource& source, OutputText& out) {
  out << arbiter::word(source, 1000, arbiter::letters("a-z")) << '\n';
  out << arbiter::words(source, {2000, 1, 20, arbiter::letters("A-Z"), 80}) << '\n';
  out << arbiter::words(source, {120, 1, 6, "ab", 30}) << '\n';
}

void graphs(ChoiceSource& source, OutputText& out) {
  for (int shape = 0; shape < 8; ++shape) {
    out.edges(arbiter::tree(source, 300, static_cast<arbiter::TreeShape>(shape)));
    out.edges(arbiter::connected_graph(source, 50, 200, static_cast<arbiter::TreeShape>(shape)));
  }
  out.edges(arbiter::relabelled(source, arbiter::simple_graph(source, 300, 2000)));
  out.edges(arbiter::bipartite_graph(source, 30, 40, 500));
  out.edges(arbiter::any_graph(source, 30, 500));
}

/// Takes one to nine of a heap.
struct Heap {
  int left = 100;
  std::vector<int> moves() const {
    std::vector<int> all;
    for (int taken = 1; taken <= 9 && taken <= left; ++taken)
      all.push_back(taken);
    return all;
  }
  void apply(int taken) { left -= taken; }
};

void plays(ChoiceSource& source, OutputText& out) {
  for (int i = 0; i < 300; ++i)
    out << arbiter::random_play_towards(source, Heap{}, 0, 30).moves << '\n';
}

void print_all(const char* name, void (*draw)(ChoiceSource&, OutputText&)) {
  ChoiceSource source{std::string_view(name)};
  OutputText out;
  draw(source, out);
  print(name, out);
}

}  // namespace

int main() {
  print_all("integers", integers);
  print_all("picks", picks);
  print_all("collections", collections);
  print_all("words", words);
  print_all("graphs", graphs);
  print_all("plays", plays);
}
