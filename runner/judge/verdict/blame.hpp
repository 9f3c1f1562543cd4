#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

using model::GamePolicy;

/// "arbiter", "kattis", "domjudge".
std::string_view policy_word(GamePolicy policy);
std::optional<GamePolicy> parse_policy(std::string_view word);

/// What was noticed while a game was played.
struct GameSigns {
  bool deadlock = false;     ///< each waited for the other; the submission was stopped then
  bool over_wall = false;    ///< stopped since it took too long, the referee's time not counted
  bool over_output = false;  ///< the referee had read more than the limit, however it ended
  bool has_written = true;   ///< the submission wrote anything at all, as far as known
  bool referee_is_silent = false;  ///< it had written nothing when the submission was stopped
};

/// What was seen of one game. A side with the ending `stopped` was ended by the judge, since what
/// it would do no longer mattered.
struct GameFacts : GameSigns {
  model::RunRecord submission;
  model::RunRecord referee;
  bool referee_first = false;  ///< the referee's process ended before the submission's
  std::string message;         ///< what the referee left to say
  model::CallProtocol protocol = model::CallProtocol::kattis;  ///< the referee's
};

/// Who won, and why in a few words; empty for AC, the referee's message for its WA.
struct Blame {
  model::Verdict verdict = model::Verdict::je;
  std::string reason;
};

/// The verdict of a game, from facts alone. Which statuses accept and reject, its protocol says;
/// a referee that gives points has accepted.
Blame blame(const GameFacts& facts, const model::RunLimits& limits, GamePolicy policy);

/// Whose closed output the other side sees at once, and not only when its owner has ended.
struct EarlyClose {
  bool submission = false;
  bool referee = false;
};
EarlyClose early_close(GamePolicy policy);

/// Whether the referee ended as the protocol asks: by itself, with a status that is no fault.
bool has_spoken(const model::RunRecord& referee, model::CallProtocol protocol);
/// Whether it rejected.
bool has_rejected(const model::RunRecord& referee, model::CallProtocol protocol);

}  // namespace arbiter::judge
