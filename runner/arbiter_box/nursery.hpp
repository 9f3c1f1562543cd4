#pragma once

#include "arbiter_box/keeper.hpp"

namespace arbiter::arbiter_box {

/// The life of the process that the runner starts: forks a keeper for every socket that comes over
/// `options.socket`, until the runner has gone. What all boxes have in common is found out once.
int nurse(const Options& options);

}  // namespace arbiter::arbiter_box
