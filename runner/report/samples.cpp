#include "report/samples.hpp"

#include <fmt/format.h>

namespace arbiter::report {
namespace {

using model::Ending;
using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using namespace std::string_literals;

Judgement empty_judgement() {
  Judgement judgement;
  judgement.arbiter_version = "0.1.0+abc1234";
  judgement.problem = "twofive";
  judgement.problem_root = "problems/twofive";
  judgement.problem_hash = std::string(64, 'a');
  judgement.run = "20261121T074500Z-1a2b";
  judgement.started = "2026-11-21T07:45:00Z";
  judgement.limits = {milliseconds(2000), milliseconds(5000), mib(256), mib(8)};
  judgement.finished = "2026-11-21T07:45:02Z";
  judgement.exit_status = 0;
  judgement.machine = {"AMD EPYC 9V74 80-Core Processor", "Linux 6.1.0-18-amd64 x86_64", 4};
  judgement.jobs = 4;
  judgement.sandbox_mode = "root, cgroup v1";
  return judgement;
}

TestJudgement passed(std::string name) {
  TestJudgement test;
  test.name = std::move(name);
  test.verdict = Verdict::ac;
  test.run.ending = Ending::exited;
  test.run.cpu = microseconds(1250);
  test.run.wall = microseconds(2300);
  test.run.memory = kib(3300);
  return test;
}

TestJudgement wrong(std::string name) {
  TestJudgement test = passed(std::move(name));
  test.verdict = Verdict::wa;
  test.message = "line 3, column 4: expected \"AB DE\", got \"AB  DF\"";
  test.first_difference = FirstDifference{3, 4, 3, 4, "AB DE", "AB  DF", false, false};
  test.error_tail = "read 25 letters\nguess: \x1b[31mA\x1b[0m\n";
  test.hints = {"equal if blanks are ignored"};
  return test;
}

TestJudgement failing(const std::string& name, Verdict verdict) {
  if (verdict == Verdict::wa) return wrong(name);
  TestJudgement test = passed(name);
  test.verdict = verdict;
  test.input = model::FileHead{"25\n", Bytes{3}, 1, std::string(64, 'b')};
  if (verdict == Verdict::tle) {
    test.run.ending = Ending::cpu_limit;
    test.run.cpu = milliseconds(2200);
    test.run.wall = milliseconds(2210);
  } else if (verdict == Verdict::rte) {
    test.run.ending = Ending::signalled;
    test.run.signal = 11;
  } else if (verdict == Verdict::mle) {
    test.run.ending = Ending::memory_limit;
    test.run.memory = mib(256);
  } else if (verdict == Verdict::ole) {
    test.run.ending = Ending::output_limit;
  } else if (verdict == Verdict::je) {
    test.message = "the checker ended with exit status 7; it must end with 42 or 43";
  }
  return test;
}

SubmissionJudgement submission(const Judgement& of, std::string path) {
  SubmissionJudgement made;
  made.path = std::move(path);
  made.language = "cpp20";
  made.expected = {Verdict::ac};
  made.limits = of.limits;
  made.sha256 = std::string(64, 'c');
  made.compile.ok = true;
  made.compile.compiler = "g++ (Debian 12.2.0-14) 12.2.0";
  made.compile.command = {"/usr/bin/g++", "-O2", "main.cpp", "-o", ".arbiter/program"};
  made.compile.took = milliseconds(480);
  return made;
}

/// Decides as `aggregate` would: the first failing test counts.
void decide(SubmissionJudgement& judged) {
  judged.verdict = Verdict::ac;
  judged.deciding_test.reset();
  for (std::size_t i = 0; i < judged.tests.size(); ++i) {
    if (judged.tests[i].verdict == Verdict::ac) continue;
    judged.verdict = judged.tests[i].verdict;
    judged.deciding_test = i;
    break;
  }
  judged.as_expected = judged.verdict == judged.expected.front();
}

Judgement one(const std::string& path, std::vector<TestJudgement> tests) {
  Judgement judgement = empty_judgement();
  judgement.planned_tests = tests.size();
  SubmissionJudgement judged = submission(judgement, path);
  judged.tests = std::move(tests);
  decide(judged);
  judgement.submissions.push_back(std::move(judged));
  return judgement;
}

Judgement of_verdict(Verdict verdict) {
  return one("solution.cpp", {passed("sample/1"), failing("secret/01-first", verdict),
                              passed("secret/02-with-a-rather-long-name")});
}

Judgement of_run(Verdict verdict, Ending ending, int status, Nanoseconds cpu, Nanoseconds wall) {
  Judgement judgement = of_verdict(verdict);
  judgement.submissions[0].tests[1].run = {ending,    status, 0,     cpu,   wall,
                                           kib(3300), 1,      false, false, {}};
  return judgement;
}

Judgement compile_error() {
  Judgement judgement = one("my solution.cpp", {});
  judgement.planned_tests = 12;
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.verdict = Verdict::ce;
  judged.as_expected = false;
  judged.compile.ok = false;
  judged.compile.log =
      "my solution.cpp: In function 'int main()':\n"
      "my solution.cpp:3:3: error: 'cout' was not declared in this scope; did you mean "
      "'std::cout'?\n"
      "    3 |   cout << 1;\n"
      "      |   ^~~~\n"
      "      |   std::cout\n";
  judged.compile.helps = {"write std::cout, or `using namespace std;` after the includes"};
  return judgement;
}

Judgement no_toolchain() {
  Judgement judgement = compile_error();
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.verdict = Verdict::je;
  judged.compile.log.clear();
  judged.compile.helps = {"sudo apt-get install g++"};
  judged.compile.fault = "g++ is not installed";
  return judgement;
}

Judgement box_fault() {
  Judgement judgement = one("solution.cpp", {});
  judgement.planned_tests = 12;
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.verdict = Verdict::je;
  judged.as_expected = false;
  judged.compile.fault = "cannot start a box: No space left on device";
  return judgement;
}

/// What a hostile or unlucky program can print and a package can name.
Judgement strange_bytes() {
  const std::string all = "\0\x01\x1b[2J\xff\xc3\x28\xed\xa0\x80\xef\xbf\xbf\r\n\t <&>\"'"s;
  Judgement judgement = of_verdict(Verdict::wa);
  judgement.problem = "two" + all;
  judgement.problem_root = "problems/two'five";
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.path = "-sol\xff" + all;
  judged.label = "wrong\x1b_answer";
  judged.expectation_note = all;
  judged.compile.log = all;
  judged.compile.helps = {all};
  TestJudgement& test = judged.tests[1];
  test.name = "secret/01\xff" + all;
  test.message = all;
  test.first_difference->expected = "a\xc2\xa0" + all;
  test.first_difference->got = "a " + all;
  test.hints = {all};
  test.output_head = all + all;
  test.error_tail = all;
  return judgement;
}

Judgement many_tests(std::size_t failing_ones) {
  std::vector<TestJudgement> tests;
  for (int i = 0; i < 1000; ++i) {
    const auto name = fmt::format("secret/{:04}", i);
    const bool fails = i % 7 == 3 && failing_ones > 0;
    if (fails) --failing_ones;
    tests.push_back(fails ? wrong(name) : passed(name));
  }
  return one("solution.cpp", std::move(tests));
}

void add(Judgement& judgement, const std::string& label, const std::string& name,
         const std::vector<Verdict>& verdicts) {
  SubmissionJudgement judged = submission(judgement, "problems/twofive/submissions/");
  judged.path += label + "/" + name;
  judged.label = label;
  if (label == "wrong_answer") judged.expected = {Verdict::wa};
  if (label == "time_limit_exceeded") judged.expected = {Verdict::tle};
  for (std::size_t i = 0; i < judgement.planned_tests; ++i) {
    const auto test =
        i < 2 ? fmt::format("sample/{}", i + 1)
              : fmt::format("secret/{:0{}}", i - 1, judgement.planned_tests < 100 ? 2 : 3);
    judged.tests.push_back(failing(test, i < verdicts.size() ? verdicts[i] : Verdict::ac));
  }
  decide(judged);
  judgement.submissions.push_back(std::move(judged));
}

Judgement several(std::size_t tests) {
  Judgement judgement = empty_judgement();
  judgement.planned_tests = tests;
  const Verdict ac = Verdict::ac;
  add(judgement, "accepted", "reference.cpp", {});
  add(judgement, "accepted", "other_algorithm.py", {});
  judgement.submissions[1].language = "python3";
  judgement.submissions[1].limits.time = milliseconds(10000);
  add(judgement, "wrong_answer", "greedy.cpp", {ac, ac, Verdict::wa, ac, Verdict::wa});
  add(judgement, "wrong_answer", "off_by_one.cpp", {});
  judgement.submissions[3].expectation_note = "wrong_answer expects a WA, but every test is AC";
  add(judgement, "wrong_answer", "crashes_and_has_a_name_that_is_long.cpp",
      {ac, ac, ac, Verdict::rte, Verdict::wa, Verdict::ole});
  judgement.submissions[4].expectation_note =
      "wrong_answer allows only AC and WA, but secret/02 is RTE";
  add(judgement, "time_limit_exceeded", "brute_force.cpp",
      {ac, ac, ac, ac, ac, ac, Verdict::tle, Verdict::tle});
  judgement.submissions[5].tests.resize(7);
  return judgement;
}

Judgement classroom() {
  Judgement judgement = several(12);
  for (SubmissionJudgement& judged : judgement.submissions) {
    judged.label.reset();
    judged.path = "handed-in/" + judged.path.substr(judged.path.rfind('/') + 1);
    judged.expected = {Verdict::ac};
    judged.expectation_note.clear();
    decide(judged);
  }
  judgement.submissions.push_back(compile_error().submissions[0]);
  return judgement;
}

Judgement interrupted() {
  Judgement judgement = several(12);
  judgement.interrupted = true;
  SubmissionJudgement& last = judgement.submissions.back();
  last.tests.resize(3);
  last.deciding_test.reset();
  last.unfinished = true;
  last.as_expected = false;
  SubmissionJudgement waiting = submission(judgement, "problems/twofive/submissions/accepted/a.c");
  waiting.compile.ok = false;
  waiting.unfinished = true;
  judgement.submissions.push_back(std::move(waiting));
  return judgement;
}

Judgement figures() {
  Judgement judgement = of_verdict(Verdict::ac);
  judgement.unsandboxed = true;
  judgement.sandbox_mode = "none";
  judgement.limits.memory = Bytes{1234567};
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.language = "python3";
  judged.limits.time = milliseconds(5000);
  judged.compile.cached = true;
  for (TestJudgement& test : judged.tests) {
    test.run.approximate = true;
    test.run.was_rerun = true;
    test.run.processes = 3;
    test.repeats = {microseconds(1250), microseconds(1900), microseconds(1300)};
    test.output_head = "1 2 3\n";
  }
  return judgement;
}

Judgement points() {
  Judgement judgement = of_verdict(Verdict::wa);
  judgement.is_scoring = true;
  judgement.scoring_note = "points by the rules of DOMjudge, as --scoring-policy says";
  SubmissionJudgement& judged = judgement.submissions[0];
  judged.score = 12.5;
  judged.max_score = 100;
  judged.groups = {
      {"", Verdict::wa, 12.5, 100, true, "fails secret/02, WA"},
      {"secret", Verdict::wa, 12.5, 100, true, "fails secret/02, WA"},
      {"secret/large", Verdict::wa, 0, std::nullopt, false, "not counted: requires secret/small"}};
  judged.tests.front().score = 12.5;
  judged.tests.front().max_score = 50;
  judged.tests.back().counted = false;
  return judgement;
}

Judgement passes() {
  Judgement judgement = of_verdict(Verdict::wa);
  for (TestJudgement& test : judgement.submissions[0].tests)
    test.passes = 2;
  TestJudgement& failing = judgement.submissions[0].tests[1];
  failing.first_difference.reset();
  failing.message = "pass 1: fine\npass 2: 7 is not 8";
  failing.pass_input = "2 6\n";
  return judgement;
}

Judgement found_time_limit() {
  Judgement judgement = several(12);
  model::FoundTimeLimit found;
  found.submission = "accepted/other_algorithm.py";
  found.test = "secret/09";
  found.slowest = milliseconds(4600);
  found.factor = 5;
  found.multiplier = 2;
  found.limit = milliseconds(2000);
  found.warnings = {"time_limit_exceeded/brute_force.cpp takes only 2.2 s\x1b\xff"};
  judgement.found_time_limit = std::move(found);
  return judgement;
}

}  // namespace

std::vector<Sample<Judgement>> samples() {
  std::vector<Sample<Judgement>> all;
  for (const Verdict verdict : {Verdict::ac, Verdict::wa, Verdict::tle, Verdict::rte, Verdict::mle,
                                Verdict::ole, Verdict::je}) {
    all.push_back({std::string(model::code(verdict)), of_verdict(verdict)});
  }
  const std::vector<Sample<Judgement>> others = {
      {"CE", compile_error()},
      {"wall", of_run(Verdict::tle, Ending::wall_limit, 0, milliseconds(1), milliseconds(5000))},
      {"exit", of_run(Verdict::rte, Ending::exited, 1, microseconds(1250), microseconds(2300))},
      {"toolchain", no_toolchain()},
      {"box", box_fault()},
      {"strange", strange_bytes()},
      {"many", many_tests(5)},
      {"many-failing", many_tests(100)},
      {"several", several(12)},
      {"several-many", several(200)},
      {"classroom", classroom()},
      {"interrupted", interrupted()},
      {"figures", figures()},
      {"points", points()},
      {"passes", passes()},
      {"found", found_time_limit()},
      {"nothing", empty_judgement()}};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::vector<RunEntry> run_samples() {
  std::vector<RunEntry> runs(3);
  runs[0].id = "20261121T074500Z-1a2b";
  runs[0].folder = "/runs/1";
  runs[0].verb = "judge";
  runs[0].problems = {"sum"};
  runs[0].submissions = {"x/a.c", "x/b\x1b\xff.c"};
  runs[0].started = "2026-11-21T07:45:00Z";
  runs[0].finished = "2026-11-21T07:45:02Z";
  runs[0].verdicts = {Verdict::wa, Verdict::ac, Verdict::wa};
  runs[0].exit_status = 1;

  runs[1].id = "20261120T074500Z-1a2b";
  runs[1].back = 1;
  runs[1].folder = "/runs/2";
  runs[1].verb = "grade";
  runs[1].problems = {"sum", "max"};
  runs[1].students = 30;
  runs[1].started = "2026-11-20T07:45:00Z";
  runs[1].is_interrupted = true;

  runs[2].id = "20261119T074500Z-1a2b";
  runs[2].back = 2;
  runs[2].folder = "/runs/3";
  return runs;
}

}  // namespace arbiter::report
