// Measures how long the page of a report takes and how large it is: 100 000 and 400 000 runs, of
// which a third fail. What the page shows of each failed run is bounded, so more of them only add
// verdicts, times and memory.
//
//   build/release/bin/report_page [ROUNDS]

#include <fmt/format.h>

#include <chrono>
#include <random>
#include <vector>

#include "bench/frame.hpp"
#include "report/report.hpp"

namespace {

using arbiter::model::Judgement;
using arbiter::model::Verdict;

arbiter::model::TestJudgement test_of(std::size_t number, std::mt19937& random) {
  arbiter::model::TestJudgement test;
  test.name = fmt::format("secret/group{}/{:04}", number / 50, number);
  test.run.ending = arbiter::model::Ending::exited;
  test.run.cpu = std::chrono::microseconds(500 + random() % 400'000);
  test.run.memory = arbiter::kib(1500 + static_cast<std::int64_t>(random() % 30'000));
  test.verdict = random() % 3 == 0 ? Verdict::wa : Verdict::ac;
  if (test.verdict == Verdict::ac) return test;
  test.message = fmt::format("line {}, column 1: expected \"{}\", got \"{}\"", random() % 100,
                             random(), random());
  for (int line = 0; line < 20; ++line)
    test.output_head += fmt::format("{}\n", random());
  return test;
}

Judgement judgement_of(std::size_t submissions, std::size_t tests) {
  std::mt19937 random(1);
  Judgement judgement;
  judgement.problem = "large";
  for (std::size_t s = 0; s < submissions; ++s) {
    auto& one = judgement.submissions.emplace_back();
    one.path = fmt::format("submissions/s{:04}.cpp", s);
    one.language = "cpp20";
    one.verdict = Verdict::wa;
    one.compile.ok = true;
    for (std::size_t t = 0; t < tests; ++t)
      one.tests.push_back(test_of(t, random));
  }
  return judgement;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = arbiter::bench::count_argument(argc, argv, 1, 3);
  for (const auto& [submissions, tests] : {std::pair{500, 200}, {2000, 200}}) {
    const Judgement judgement = judgement_of(submissions, tests);
    std::vector<double> seconds;
    std::size_t bytes = 0;
    for (int round = 0; round < rounds; ++round) {
      seconds.push_back(arbiter::bench::seconds_of(
          [&] { bytes = arbiter::report::judge_page(judgement, {}, nullptr).size(); }));
    }
    fmt::print("{} x {} runs: {:.2f} s, {:.2f} MB\n", submissions, tests,
               arbiter::bench::median(seconds), static_cast<double>(bytes) / 1e6);
  }
}
