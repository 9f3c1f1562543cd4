// How long a teacher waits for a compile: Arbiter's way of compiling (in a box, with the
// precompiled bits/stdc++.h) against a bare g++ with the same options, on a typical contest
// program. Interleaved, medians; every round compiles a text that no cache has seen.
//
//   compile_speed [ROUNDS]        default 11; prints one line each and the ratio
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <vector>

#include "bench/compiling.hpp"

namespace {

namespace fs = std::filesystem;
using namespace arbiter;

constexpr const char* k_program = R"(#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
struct Edge { int to; ll weight; };
int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  int n, m;
  cin >> n >> m;
  vector<vector<Edge>> graph(n);
  for (int i = 0; i < m; i++) {
    int a, b;
    ll w;
    cin >> a >> b >> w;
    graph[a - 1].push_back({b - 1, w});
    graph[b - 1].push_back({a - 1, w});
  }
  vector<ll> distance(n, LLONG_MAX);
  priority_queue<pair<ll, int>, vector<pair<ll, int>>, greater<pair<ll, int>>> queue;
  distance[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    auto [d, v] = queue.top();
    queue.pop();
    if (d != distance[v]) continue;
    for (auto& e : graph[v]) {
      if (distance[e.to] <= d + e.weight) continue;
      distance[e.to] = d + e.weight;
      queue.push({distance[e.to], e.to});
    }
  }
  map<string, int> count;
  for (int i = 0; i < n; i++) count[to_string(distance[i])]++;
  vector<pair<int, string>> order;
  for (auto& [text, k] : count) order.push_back({k, text});
  sort(order.rbegin(), order.rend());
  for (auto& [k, text] : order) cout << text << ' ' << k << '\n';
}
)";

/// Seconds that `g++` takes for `source`.
double bare(const fs::path& source, const fs::path& program) {
  return bench::seconds_of([&] {
    const int status = bench::spawn({"/usr/bin/g++", "-std=gnu++20", "-O2", "-static", "-pipe",
                                     "-o", program.string(), source.string()},
                                    STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
    if (status != 0) bench::give_up("g++ failed");
  });
}

/// The same for the Compiler.
double boxed(bench::Compiling& place, const fs::path& source) {
  return bench::seconds_of([&] {
    const auto submission = bench::must(judge::load_submission(source, place.languages(), "cpp20"));
    judge::CompileRequest request;
    request.submission = &submission;
    const auto compiled = bench::must(place.compiler().compile(request));
    if (!compiled.judgement.ok || compiled.judgement.cached) bench::give_up("a compile failed");
  });
}

void measure(bench::Compiling& place, int rounds) {
  std::vector<double> bare_times;
  std::vector<double> boxed_times;
  for (int round = -2; round < rounds; ++round) {
    const fs::path source = place.folder() / fmt::format("round{}.cpp", round + 2);
    std::ofstream(source) << k_program << "// round " << round << "\n";
    const double one = bare(source, place.folder() / "program");
    const double other = boxed(place, source);
    // The second program of a standard is the one that makes the precompiled header.
    place.compiler().wait_for_background();
    if (round < 0) continue;
    bare_times.push_back(one);
    boxed_times.push_back(other);
  }
  const double base = bench::median(bare_times);
  const double ours = bench::median(boxed_times);
  fmt::print("bare g++   {:.3f} s (median of {})\n", base, rounds);
  fmt::print("Arbiter    {:.3f} s\nratio      {:.2f}\n", ours, ours / base);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Compiling place(2);
  if (place.boxes().mode() == box::Mode::unsandboxed) {
    bench::give_up("programs cannot be isolated here");
  }
  measure(place, bench::count_argument(argc, argv, 1, 11));
}
