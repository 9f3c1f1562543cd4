// All combinations of who ended first and how, under every policy, against rules written down a
// second time in another form.
#include "judge/verdict/blame.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arbiter::judge {
namespace {

using model::Ending;
using model::Verdict;

model::RunLimits limits() {
  return {std::chrono::seconds(2), std::chrono::seconds(5), mib(256), mib(8)};
}

struct Way {
  std::string name;
  model::RunRecord run;
};

Way way(std::string name, Ending ending, int status = 0, int signal = 0) {
  model::RunRecord run;
  run.ending = ending;
  run.exit_status = status;
  run.signal = signal;
  run.cpu = std::chrono::milliseconds(10);
  run.memory = mib(3);
  run.fault = ending == Ending::fault ? "the box broke" : "";
  return {std::move(name), run};
}

/// Behind these the ways in which both may end.
std::vector<Way> with_common(std::vector<Way> all) {
  all.insert(all.end(),
             {way("segfault", Ending::signalled, 0, 11), way("pipe", Ending::signalled, 0, 13),
              way("cpu", Ending::cpu_limit), way("wall", Ending::wall_limit),
              way("memory", Ending::memory_limit), way("output", Ending::output_limit),
              way("stopped", Ending::stopped), way("fault", Ending::fault)});
  return all;
}

std::vector<Way> submissions() {
  std::vector<Way> all = with_common({way("good", Ending::exited), way("status", Ending::exited, 1),
                                      way("status 42", Ending::exited, 42)});
  Way slow = way("slow", Ending::exited);
  slow.run.cpu = std::chrono::milliseconds(2100);
  Way large = way("large", Ending::exited);
  large.run.memory = mib(300);
  Way slow_output = way("slow output", Ending::output_limit);
  slow_output.run.cpu = slow.run.cpu;
  all.insert(all.end(), {slow, large, slow_output});
  return all;
}

std::vector<Way> referees() {
  return with_common({way("42", Ending::exited, 42), way("43", Ending::exited, 43),
                      way("0", Ending::exited, 0), way("1", Ending::exited, 1)});
}

/// The submission's own failure by its name and two facts alone; AC for none.
Verdict own_failure(const std::string& name, bool over_output, bool deadlock, GamePolicy policy) {
  const bool ole = over_output || name == "output" || name == "slow output";
  const bool tle =
      deadlock || name == "cpu" || name == "wall" || name == "slow" || name == "slow output";
  const bool rte = name == "status" || name == "status 42" || name == "segfault" || name == "pipe";
  const bool own = policy == GamePolicy::arbiter;
  if (own && ole) return Verdict::ole;
  if (!own && tle) return Verdict::tle;
  if (name == "memory" || name == "large") return Verdict::mle;
  if (tle) return Verdict::tle;
  if (rte && (policy == GamePolicy::domjudge || !ole)) return Verdict::rte;
  return ole ? Verdict::ole : Verdict::ac;
}

Verdict expected(const Way& submission, const Way& referee, const GameFacts& facts,
                 GamePolicy policy) {
  if (submission.name == "fault" || referee.name == "fault") return Verdict::je;
  const Verdict own = own_failure(submission.name, facts.over_output, facts.deadlock, policy);
  const bool spoke = referee.name == "42" || referee.name == "43";
  const Verdict said = referee.name == "42" ? Verdict::ac : Verdict::wa;
  if (facts.referee_first) {
    if (!spoke) return Verdict::je;
    if (said == Verdict::wa) return Verdict::wa;
    return own == Verdict::ac ? said : own;
  }
  const bool excused = policy == GamePolicy::arbiter || referee.name == "stopped";
  if (!spoke && !excused) return Verdict::je;
  if (own != Verdict::ac) return own;
  if (!spoke) return Verdict::je;
  return said;
}

TEST(Blame, FollowsTheRulesInAllCombinations) {
  int checked = 0;
  for (const auto policy : {GamePolicy::arbiter, GamePolicy::kattis, GamePolicy::domjudge}) {
    for (const Way& submission : submissions()) {
      for (const Way& referee : referees()) {
        for (int bits = 0; bits < 16; ++bits) {
          const GameSigns signs{(bits & 2) != 0, false, (bits & 8) != 0, (bits & 4) != 0};
          GameFacts facts{signs, submission.run, referee.run, (bits & 1) != 0,
                          "the referee's words"};
          const Blame got = blame(facts, limits(), policy);
          const Verdict want = expected(submission, referee, facts, policy);
          const std::string what = std::string(policy_word(policy)) + ": " + submission.name +
                                   " against " + referee.name + " " + std::to_string(bits);
          EXPECT_EQ(model::code(got.verdict), model::code(want)) << what << ": " << got.reason;
          EXPECT_EQ(got.reason.empty(), want == Verdict::ac) << what << ": " << got.reason;
          ++checked;
        }
      }
    }
  }
  EXPECT_EQ(checked, 3 * 14 * 12 * 16);
}

std::string reason_of(const Way& submission, const Way& referee, bool referee_first,
                      bool deadlock = false, bool has_written = true) {
  const GameSigns signs{deadlock, false, false, has_written};
  return blame({signs, submission.run, referee.run, referee_first, "words"}, limits(),
               GamePolicy::arbiter)
      .reason;
}

TEST(Blame, SaysWhy) {
  const Way good = way("", Ending::exited);
  const Way accepts = way("", Ending::exited, 42);
  const Way stopped = way("", Ending::stopped);
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(reason_of(good, way("", Ending::exited, 43), false), "words");
  has(reason_of(stopped, accepts, false, true), "waits for the referee and the referee");
  has(reason_of(stopped, accepts, false, true, false), "must be flushed");
  has(reason_of(way("", Ending::wall_limit), accepts, false), "wall limit of 5 s");
  has(reason_of(way("", Ending::wall_limit), accepts, false, false, false), "must be flushed");
  has(reason_of(way("", Ending::signalled, 0, 11), accepts, true), "SIGSEGV");
  has(reason_of(way("", Ending::exited, 7), accepts, true), "exit status 7");
  has(reason_of(way("", Ending::output_limit), accepts, false), "output limit of 8 MiB");
  has(reason_of(good, way("", Ending::exited, 0), false), "neither 42 nor 43: words");
  has(reason_of(good, way("", Ending::signalled, 0, 6), true), "signal 6");
  has(reason_of(good, way("", Ending::cpu_limit), true), "limit of CPU time");
  has(reason_of(good, stopped, false), "came to no verdict");
}

TEST(Blame, NamesARefereeThatHasWrittenNothing) {
  GameFacts facts;
  facts.submission = way("", Ending::stopped).run;
  facts.referee = way("", Ending::exited, 42).run;
  facts.referee.cpu = std::chrono::milliseconds(20);
  facts.deadlock = facts.referee_is_silent = true;
  const std::string words = "; the referee has written nothing, in 20 ms of CPU time";
  EXPECT_TRUE(blame(facts, limits(), GamePolicy::arbiter).reason.ends_with(words));
  facts.has_written = false;
  EXPECT_TRUE(
      blame(facts, limits(), GamePolicy::arbiter)
          .reason.ends_with("; the referee has written nothing either, in 20 ms of CPU time"));
  facts.deadlock = false;
  facts.has_written = true;
  facts.submission = way("", Ending::wall_limit).run;
  EXPECT_TRUE(blame(facts, limits(), GamePolicy::arbiter).reason.ends_with(words));
}

TEST(Blame, ReadsStatusesByTheProtocol) {
  struct Case {
    int status;
    Verdict verdict;
    std::string reason;
  };
  for (const Case& one : std::vector<Case>{
           {0, Verdict::ac, ""},
           {1, Verdict::wa, "words"},
           {2, Verdict::wa, "words"},
           {3, Verdict::je, "the referee ended with status 3 (FAIL): words"},
           {4, Verdict::wa, "words"},
           {7, Verdict::ac, ""},
           {8, Verdict::wa, "words"},
           {42, Verdict::ac, ""},
           {9, Verdict::je,
            "the referee ended with status 9, which means nothing in testlib: words"}}) {
    GameFacts facts;
    facts.submission = way("", Ending::exited).run;
    facts.referee = way("", Ending::exited, one.status).run;
    facts.message = "words";
    facts.protocol = model::CallProtocol::testlib;
    const Blame got = blame(facts, limits(), GamePolicy::kattis);
    EXPECT_EQ(model::code(got.verdict), model::code(one.verdict)) << one.status;
    EXPECT_EQ(got.reason, one.reason) << one.status;
  }
}

TEST(Blame, PoliciesHaveNames) {
  for (const auto policy : {GamePolicy::arbiter, GamePolicy::kattis, GamePolicy::domjudge}) {
    EXPECT_EQ(parse_policy(policy_word(policy)), policy);
  }
  EXPECT_FALSE(parse_policy("Kattis"));
  EXPECT_FALSE(parse_policy(""));
}

}  // namespace
}  // namespace arbiter::judge
