#include "judge/verdict/blame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"
#include "model/reason.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;
using model::RunLimits;
using model::RunRecord;
using model::Verdict;

/// All verdicts but AC, WA, CE and JE.
using Failures = std::array<Verdict, static_cast<std::size_t>(Verdict::je) - 3>;

struct PolicyRow {
  GamePolicy policy;
  std::string_view word;
  bool referee_fault_first;        ///< it counts although the submission had failed before
  bool referee_closes_at_once;     ///< its closed output is seen by the submission before it ends
  bool submission_closes_at_once;  ///< the other way round
  Failures failures;               ///< in this order
};

constexpr Failures k_output_first = {Verdict::ole, Verdict::mle, Verdict::tle, Verdict::rte};
constexpr Failures k_crash_last = {Verdict::tle, Verdict::mle, Verdict::ole, Verdict::rte};
constexpr Failures k_output_last = {Verdict::tle, Verdict::mle, Verdict::rte, Verdict::ole};

constexpr bool are_whole() {
  for (const Failures& failures : {k_output_first, k_crash_last, k_output_last}) {
    if (std::ranges::find(failures, Verdict::ac) != failures.end()) return false;
  }
  return true;
}
static_assert(are_whole(), "each order names every failure");

constexpr std::array k_policies = {
    PolicyRow{GamePolicy::arbiter, "arbiter", false, true, false, k_output_first},
    PolicyRow{GamePolicy::kattis, "kattis", true, false, false, k_crash_last},
    PolicyRow{GamePolicy::domjudge, "domjudge", true, true, true, k_output_last},
};

const PolicyRow& row_of(GamePolicy policy) {
  return k_policies.at(static_cast<std::size_t>(policy));
}

bool has_failed(Verdict verdict, const GameFacts& facts, const RunLimits& limits) {
  if (verdict == Verdict::ole && facts.over_output) return true;
  if (verdict == Verdict::tle && facts.deadlock) return true;
  return has_failed_as(verdict, facts.submission, limits);
}

std::optional<Verdict> failure_of(const GameFacts& facts, const RunLimits& limits,
                                  const PolicyRow& policy) {
  for (const Verdict verdict : policy.failures) {
    if (has_failed(verdict, facts, limits)) return verdict;
  }
  return std::nullopt;
}

std::string silence(const GameFacts& facts) {
  return facts.has_written || facts.submission.ending != Ending::wall_limit
             ? std::string()
             : ", and nothing of its output ever arrived: it must be flushed";
}

/// A referee that hangs hangs every submission, so that whoever reads it must think of it.
std::string silence_of_referee(const GameFacts& facts) {
  if (!facts.referee_is_silent) return {};
  return fmt::format("; the referee has written nothing{}, in {} of CPU time",
                     facts.has_written ? "" : " either", show(facts.referee.cpu));
}

std::string words_for(Verdict verdict, const GameFacts& facts, const RunLimits& limits) {
  if (verdict != Verdict::tle) return model::reason(verdict, facts.submission, limits);
  if (facts.deadlock) {
    const std::string words =
        facts.has_written
            ? "the submission waits for the referee and the referee for the submission: was its "
              "last output flushed, did it read more than there is?"
            : "the submission waits for the referee, but nothing of its output ever arrived: it "
              "must be flushed";
    return words + silence_of_referee(facts);
  }
  return model::reason(verdict, facts.submission, limits) + silence(facts) +
         silence_of_referee(facts);
}

std::string fault_words(const GameFacts& facts) {
  const std::string why =
      "the referee " + words_of_end(facts.protocol, ProgramRole::interactor, facts.referee);
  return facts.message.empty() ? why : why + ": " + facts.message;
}

}  // namespace

std::string_view policy_word(GamePolicy policy) {
  return row_of(policy).word;
}

std::optional<GamePolicy> parse_policy(std::string_view word) {
  for (const PolicyRow& row : k_policies) {
    if (row.word == word) return row.policy;
  }
  return std::nullopt;
}

EarlyClose early_close(GamePolicy policy) {
  const PolicyRow& row = row_of(policy);
  return {row.submission_closes_at_once, row.referee_closes_at_once};
}

bool has_spoken(const RunRecord& referee, model::CallProtocol protocol) {
  return referee.ending == Ending::exited &&
         meaning_of(protocol, ProgramRole::interactor, referee.exit_status) != StatusMeaning::fault;
}

bool has_rejected(const RunRecord& referee, model::CallProtocol protocol) {
  return referee.ending == Ending::exited &&
         meaning_of(protocol, ProgramRole::interactor, referee.exit_status) ==
             StatusMeaning::rejected;
}

Blame blame(const GameFacts& facts, const RunLimits& limits, GamePolicy policy) {
  const PolicyRow& row = row_of(policy);
  for (const RunRecord* run : {&facts.submission, &facts.referee}) {
    if (run->ending == Ending::fault) return {Verdict::je, run->fault};
  }
  const bool is_fault = !has_spoken(facts.referee, facts.protocol);
  const bool is_rejected = has_rejected(facts.referee, facts.protocol);
  // One that the judge itself stopped has not failed.
  const bool counts_always = row.referee_fault_first && facts.referee.ending != Ending::stopped;
  if (is_fault && (facts.referee_first || counts_always)) return {Verdict::je, fault_words(facts)};
  if (facts.referee_first && is_rejected) return {Verdict::wa, facts.message};
  if (const auto failure = failure_of(facts, limits, row)) {
    return {*failure, words_for(*failure, facts, limits)};
  }
  if (is_fault) return {Verdict::je, fault_words(facts)};
  if (is_rejected) return {Verdict::wa, facts.message};
  return {Verdict::ac, {}};
}

}  // namespace arbiter::judge
