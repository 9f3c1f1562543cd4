// How long a teacher waits for a compile: Arbiter's way of compiling (in a box, with the
// precompiled bits/stdc++.h) against a bare g++ with the same options, on a typical contest
// program. Interleaved, medians; every round compiles a text that no cache has seen.
//
//   compile_speed [ROUNDS]        default 11; prints one line each and the ratio
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "base/temp_dir.hpp"
#include "judge/compile/compile.hpp"
#include "package/package.hpp"
#include "store/host_paths.hpp"

namespace {

namespace fs = std::filesystem;
using namespace arbiter;
using Clock = std::chrono::steady_clock;

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

int die(const std::string& why) {
  fmt::print(stderr, "compile_speed: {}\n", why);
  return 5;
}

/// Seconds that `g++` takes for `source`, or a negative number.
double bare(const fs::path& source, const fs::path& program) {
  const auto begin = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl("/usr/bin/g++", "g++", "-std=gnu++20", "-O2", "-static", "-pipe", "-o", program.c_str(),
            source.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0) return -1;
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The same for the Compiler.
double boxed(judge::Compiler& compiler, const fs::path& source, const model::Languages& languages) {
  const auto begin = Clock::now();
  const auto submission = judge::load_submission(source, languages, "cpp20");
  if (!submission) return -1;
  judge::CompileRequest request;
  request.submission = &*submission;
  const auto compiled = compiler.compile(request);
  if (!compiled || !compiled->judgement.ok || compiled->judgement.cached) return -1;
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int measure(judge::Compiler& compiler, const model::Languages& languages, const fs::path& folder,
            int rounds) {
  std::vector<double> bare_times;
  std::vector<double> boxed_times;
  for (int round = -2; round < rounds; ++round) {
    const fs::path source = folder / fmt::format("round{}.cpp", round + 2);
    std::ofstream(source) << k_program << "// round " << round << "\n";
    const double one = bare(source, folder / "program");
    const double other = boxed(compiler, source, languages);
    if (one < 0 || other < 0) return die("a compile failed");
    // The second program of a standard is the one that makes the precompiled header.
    compiler.wait_for_background();
    if (round < 0) continue;
    bare_times.push_back(one);
    boxed_times.push_back(other);
  }
  fmt::print("bare g++   {:.3f} s (median of {})\n", median(bare_times), rounds);
  fmt::print("Arbiter    {:.3f} s\n", median(boxed_times));
  fmt::print("ratio      {:.2f}\n", median(boxed_times) / median(bare_times));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 11;
  const auto environment = store::host_environment();
  if (!environment) return die(environment.error().text());
  const auto folder = TempDir::make("compile-speed");
  if (!folder) return die(folder.error().text());
  store::HostEnvironment own = *environment;
  own.xdg_cache_home = (folder->path() / "cache").string();
  own.xdg_state_home = (folder->path() / "state").string();
  const auto paths = store::find_host_paths(own);
  if (!paths) return die(paths.error().text());
  const auto loaded = package::load_languages(paths->share / "config/languages.yaml");
  if (has_errors(loaded.diagnostics)) return die("languages.yaml is faulty");
  const box::Probe probe = box::probe(paths->arbiter_box);
  if (!probe.can_isolate) return die("programs cannot be isolated here");
  const auto boxes = box::make_factory(probe.mode, paths->arbiter_box, 2);
  if (!boxes) return die(boxes.error().text());
  judge::Compiler compiler(**boxes, *paths, loaded.languages);
  return measure(compiler, loaded.languages, folder->path(), rounds);
}
