// Plans shards for a large cohort, and merges what nodes found out about it.
//
//   build/release/bin/cluster_scale plan CORES <UNITS   shards, a line each, of units "KEY SECONDS
//   TESTS" build/release/bin/cluster_scale [UNITS [TESTS]]     (60000 units of 60 test cases)
//
// TESTS is how many test cases were left of a unit, or 0; a shard holds "KEY/PIECE/PIECES". The
// second form prints seconds and the highest memory of three steps, each in a process of its
// own: planning, merging the files of all attempts into the journal of the run, and finding every
// result in that journal, as the next look at what is missing does.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "base/temp_dir.hpp"
#include "bench/frame.hpp"
#include "cluster/results.hpp"
#include "cluster/shards.hpp"
#include "store/hash.hpp"
#include "store/results.hpp"

namespace {

using namespace arbiter;
using bench::must;

constexpr const char* k_cohort = "cohort";

std::string unit_key(std::size_t unit) {
  return store::sha256(fmt::format("unit {}", unit));
}
std::string test_key(std::size_t unit, std::size_t test) {
  return store::sha256(fmt::format("unit {} test {}", unit, test));
}

std::vector<cluster::Unit> units_of(std::size_t count) {
  std::mt19937 random(1);
  std::vector<cluster::Unit> units(count);
  for (std::size_t i = 0; i < count; ++i) {
    units[i].key = unit_key(i);
    units[i].program = units[i].key;
    units[i].problem = "problem";
    units[i].seconds = 5 + static_cast<double>(random() % 20);
  }
  return units;
}

int print_plan(int cores) {
  std::vector<cluster::Unit> units;
  cluster::Unit unit;
  while (std::cin >> unit.key >> unit.seconds >> unit.tests_left)
    units.push_back(unit);
  cluster::ShardPolicy policy;
  policy.cores = cores;
  for (const cluster::Shard& shard : cluster::plan_shards(std::move(units), policy)) {
    std::string line;
    for (const cluster::Unit& one : shard.units)
      line += fmt::format("{}/{}/{} ", one.key, one.piece, one.pieces);
    std::cout << line << '\n';
  }
  return 0;
}

/// What nodes wrote: every result once, in files of so many units.
void write_attempts(const cluster::Places& places, std::size_t units, std::size_t tests) {
  constexpr std::size_t k_units_of_shard = 80;
  model::TestJudgement test;
  test.name = "secret/1";
  test.verdict = model::Verdict::ac;
  test.run.ending = model::Ending::exited;
  for (std::size_t first = 0, shard = 0; first < units; first += k_units_of_shard, ++shard) {
    cluster::AttemptName name;
    name.round = 1;
    name.shard = shard;
    name.host = fmt::format("n{}", shard % 32);
    const auto journal = must(store::Journal::open(places.results() / name.text()));
    must(journal->append(cluster::k_attempt_record, k_cohort,
                         cluster::node_record({name.host, "a processor", "userns", 30})));
    for (std::size_t unit = first; unit < std::min(units, first + k_units_of_shard); ++unit) {
      for (std::size_t i = 0; i < tests; ++i) {
        test.run.cpu = std::chrono::microseconds(unit % 1000 + i);
        must(store::keep_test(*journal, test_key(unit, i), test));
      }
      must(journal->append(cluster::k_unit_record, unit_key(unit), cluster::unit_record({})));
    }
    must(journal->append(cluster::k_end_record, k_cohort, "0"));
  }
}

/// Runs a step in a process of its own; prints how long it took and what memory it had.
void measure(const char* step, const std::function<std::size_t()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::size_t count = 0;
    const double seconds = bench::seconds_of([&] { count = work(); });
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    fmt::print("{:<10} {:>9}  {:6.2f} s  {:5} MiB\n", step, count, seconds, used.ru_maxrss / 1024);
    std::fflush(stdout);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) bench::give_up(fmt::format("{} failed", step));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "plan") == 0) return print_plan(std::atoi(argv[2]));
  const auto units = static_cast<std::size_t>(bench::count_argument(argc, argv, 1, 60'000));
  const auto tests = static_cast<std::size_t>(bench::count_argument(argc, argv, 2, 60));
  const TempDir folder = must(TempDir::make("arbiter-scale"));
  const cluster::Places places{folder.path() / "shared"};
  must(cluster::write_plan(places, {}));
  const auto out = folder.path() / "out";
  measure("plan", [&] {
    cluster::ShardPolicy policy;
    policy.cores = 512;
    return cluster::plan_shards(units_of(units), policy).size();
  });
  measure("write", [&] {
    write_attempts(places, units, tests);
    return units * tests;
  });
  measure("merge", [&] {
    const auto journal = must(store::Journal::open(out));
    cluster::Results results(places, k_cohort);
    must(results.read(*journal));
    must(journal->finish());
    return results.records();
  });
  measure("find", [&] {
    const auto journal = must(store::Journal::open(out));
    std::size_t found = 0;
    for (std::size_t unit = 0; unit < units; ++unit) {
      for (std::size_t test = 0; test < tests; ++test)
        found += store::find_test(*journal, test_key(unit, test), "secret/1") ? 1 : 0;
    }
    return found;
  });
  return 0;
}
