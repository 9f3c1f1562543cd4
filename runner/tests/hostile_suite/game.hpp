#pragma once

#include <functional>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "hostile_suite/attack.hpp"
#include "judge/compile.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::hostile {

/// The two programs of a game, the submission first, and what they play.
struct Table {
  const Attack& attack;
  const model::Problem& problem;  ///< with a test for each trial
  const std::vector<judge::Executable>& programs;
  box::BoxFactory& boxes;
};

/// Lets the judge play every test, all in the same two boxes, and shows each judgement while these
/// still exist; all that is written is passed on and noted where `transcript` asks for it.
void play_all(const Table& table, bool transcript,
              const std::function<void(std::size_t trial, const model::TestJudgement&)>& seen);

}  // namespace arbiter::hostile
