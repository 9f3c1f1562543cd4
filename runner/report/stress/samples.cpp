#include "report/samples.hpp"

namespace arbiter::report {
namespace {

using model::StressFailure;
using model::StressResult;
using model::Verdict;
using std::chrono::milliseconds;
using namespace std::string_literals;

StressResult nothing_found() {
  StressResult result;
  result.problem = "wordduel";
  result.problem_hash = std::string(64, 'a');
  result.started = "2026-11-21T07:45:00Z";
  result.submissions = {"wrong.cpp"};
  result.hashes = {std::string(64, 'b')};
  result.against = "submissions/accepted/reference.cpp";
  result.against_hash = std::string(64, 'c');
  result.compilers = {{"cpp20", "g++ (Debian 12.2.0-14) 12.2.0"}, {"text", ""}};
  result.limits = {std::chrono::seconds(2), std::chrono::seconds(5), mib(256), mib(8)};
  result.machine = {"AMD EPYC 7763", "Linux 6.1.0-18-amd64 x86_64", 4};
  result.seed = 7;
  result.iterations = 123456;
  result.time = milliseconds(60000);
  result.sources = {{"tiny --most 1..20 {seed}", "--most 14", 123416}};
  result.exhausted = {{"tiny --most 4", 40, false, "caca\n", 3, {"abc", {}, {}}}};
  result.command = "arbiter stress wordduel wrong.cpp --for 60s --seed 7";
  result.sandbox_mode = "root, cgroup v1";
  return result;
}

StressResult exhausted() {
  StressResult result = nothing_found();
  result.iterations = 457353;
  result.time = milliseconds(8200);
  result.sources.clear();
  result.exhausted = {{"tiny --most 4",
                       457353,
                       true,
                       "5\ndbcaddabc\n",
                       9,
                       {"abcd", 1, 5},
                       model::InputValues{"efghz", {}, 1000}}};
  return result;
}

StressResult cut_off() {
  StressResult result = nothing_found();
  result.known = {{"greedy.cpp", "secret/1"}, {"late.cpp", "secret/2"}};
  result.exhaustion = model::StressExhaustion{40, 3};
  return result;
}

StressFailure failure() {
  StressFailure failure;
  failure.verdict = Verdict::wa;
  failure.message = "line 2, column 1: expected \"4\", got \"3\"";
  failure.first_difference = FirstDifference{2, 1, 2, 1, "4", "3", false, false};
  failure.found_by = "tiny --most 12 --seed 1729";
  failure.original_bytes = 120;
  failure.shrunk_bytes = 9;
  failure.original_choices = 31;
  failure.shrunk_choices = 4;
  failure.choices = "1 in 0..3\n";
  failure.shrink_attempts = 43;
  failure.found_after = milliseconds(500);
  failure.shrink_time = milliseconds(200);
  failure.input = "2\nabc\nab\n";
  failure.expected = "yes\n4\n";
  failure.got = "yes\n3\n";
  failure.replay = "arbiter judge wordduel wrong.cpp --input stress-1.in";
  failure.outcomes = {{0, Verdict::wa, failure.message}};
  return failure;
}

StressResult found() {
  StressResult result = nothing_found();
  result.iterations = 321;
  result.time = milliseconds(1500);
  result.failures = {failure()};
  return result;
}

StressResult several() {
  StressResult result = found();
  result.submissions = {"wrong.cpp", "good.cpp", "folder/crashes.cpp"};
  result.hashes.clear();
  result.failures[0].saved = "secret/stress-1";
  result.failures[0].catches = {"wrong_answer/greedy.cpp", "wrong_answer/off_by_one.cpp"};
  StressFailure crash = failure();
  crash.submission = 2;
  crash.verdict = Verdict::rte;
  crash.message = "died of signal 11 (SIGSEGV: Segmentation fault)";
  crash.first_difference.reset();
  crash.got.clear();
  crash.error_tail = "read 2 words\n\x1b[31mfree(): invalid pointer\x1b[0m\n";
  crash.is_shrunk_out = false;
  crash.original_bytes = 2048;
  crash.outcomes = {{0, Verdict::ac, ""}, {1, Verdict::ac, ""}, {2, Verdict::rte, crash.message}};
  result.failures[0].outcomes = {
      {0, Verdict::wa, ""}, {1, Verdict::ac, ""}, {2, Verdict::tle, "over 2 s"}};
  result.failures.push_back(crash);
  return result;
}

/// Two programs that differ, and nobody who knows what is right.
StressResult two() {
  StressResult result = found();
  result.problem.clear();
  result.problem_hash.clear();
  result.against.clear();
  result.submissions = {"a.cpp", "b.cpp"};
  result.hashes.clear();
  StressFailure& differ = result.failures[0];
  differ.submission = 1;
  differ.outcomes = {{0, Verdict::ac, ""}, {1, Verdict::wa, differ.message}};
  result.command = "arbiter stress a.cpp b.cpp --generator ./gen";
  differ.replay = "arbiter judge . b.cpp --input stress-1.in";
  return result;
}

StressResult majority() {
  StressResult result = nothing_found();
  result.against.clear();
  result.submissions = {"a.cpp", "b.cpp", "c.cpp"};
  result.hashes.clear();
  return result;
}

StressResult game() {
  StressResult result = found();
  result.against.clear();
  result.is_game = true;
  StressFailure& lost = result.failures[0];
  lost.message = "the move 7 is not allowed";
  lost.first_difference.reset();
  lost.expected.clear();
  lost.got = "1\n2\n7\n";
  return result;
}

StressResult faulty() {
  StressResult result = nothing_found();
  result.iterations = 0;
  result.time = {};
  result.refused = 17;
  result.exhausted.clear();
  result.faults = {{"generator tiny", "tiny --most 3 --seed 1", "ended with exit status 1", 3},
                   {"input validator strict.cpp", "", "two runs do not agree", 1}};
  result.unsandboxed = true;
  result.interrupted = true;
  return result;
}

/// Bytes that would do harm if they came out as they are.
StressResult hostile() {
  const std::string evil = "\x1b[2J`x`\xff\r\n# `` |\xE2\x80\xAE\t<b>\0"s;
  StressResult result = several();
  result.problem = "p" + evil;
  result.against = "ref" + evil;
  result.submissions = {"w" + evil, "``good``", "two\nlines"};
  result.sources = {{"gen " + evil, "n" + evil, 5}};
  result.exhausted = {{"gen " + evil, 5, false, "abc", 2, {evil, 1, 2}}};
  result.faults = {{"generator g" + evil, "g " + evil, "says " + evil, 2}};
  result.command = "arbiter " + evil;
  result.sandbox_mode = "root" + evil;
  for (StressFailure& each : result.failures) {
    each.message = "checker: " + evil + std::string(3000, 'm');
    each.found_by = "gen " + evil;
    each.input = evil + "\n```\n~~~~\n" + std::string(100000, 'z') + "\n" + evil;
    each.expected = evil + "4";
    each.got = evil + "5";
    each.first_difference = FirstDifference{2, 12, 2, 12, evil, evil + "5", false, false};
    each.error_tail = evil;
    each.replay = "arbiter judge " + evil;
    each.saved = "secret/" + evil;
    each.catches = {evil};
    for (model::StressOutcome& outcome : each.outcomes)
      outcome.message = evil;
  }
  return result;
}

StressResult large() {
  StressResult result = found();
  StressFailure& big = result.failures[0];
  big.input.clear();
  big.expected.clear();
  for (int i = 1; i <= 100; ++i) {
    big.input += "line " + std::to_string(i) + "\n";
    big.expected += std::to_string(i * i) + "\n";
  }
  big.got = big.expected;
  big.got.replace(big.got.find("2500\n"), 4, "2501");
  big.original_bytes = 40000;
  big.shrunk_bytes = static_cast<std::int64_t>(big.input.size());
  big.got_left_out = 1234;
  big.first_difference = FirstDifference{50, 1, 50, 1, "2500", "2501", false, false};
  big.message = "line 50, column 1: expected \"2500\", got \"2501\"";
  return result;
}

}  // namespace

std::vector<Sample<StressResult>> stress_samples() {
  return {{"nothing", nothing_found()}, {"exhausted", exhausted()}, {"cut_off", cut_off()},
          {"found", found()},           {"several", several()},     {"two", two()},
          {"majority", majority()},     {"game", game()},           {"faulty", faulty()},
          {"hostile", hostile()},       {"large", large()},         {"empty", StressResult()}};
}

}  // namespace arbiter::report
