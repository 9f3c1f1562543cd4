#pragma once

#include <functional>

#include "cli/judge/call.hpp"

namespace arbiter::cli {

/// Judges the problems of a folder (--problems) one after the other, each with the submissions that
/// the words of `options` mean for it, as a call of its own: `judge_one` does it and returns its
/// exit status. Problems without such submissions are named and skipped. Returns the exit status of
/// all.
int judge_several(const Session& session, const JudgeOptions& options,
                  const std::function<int(JudgeCall& call)>& judge_one);

}  // namespace arbiter::cli
