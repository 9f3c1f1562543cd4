#pragma once

#include <array>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile.hpp"
#include "model/judgement.hpp"

namespace arbiter::hostile {

/// One of the two programs of a game.
struct GameSide {
  const judge::Executable& program;
  model::RunLimits limits;
};

/// Runs both at once, in boxes of their own, each reading what the other writes. The ends of the
/// pipes that belong to a side are closed when it has ended, not before.
Result<std::array<model::RunRecord, 2>> play(box::BoxFactory& boxes,
                                             const std::array<GameSide, 2>& sides);

}  // namespace arbiter::hostile
