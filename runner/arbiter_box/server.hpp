#pragma once

#include <string>

#include "arbiter_box/groups/accountant.hpp"
#include "arbiter_box/keeper.hpp"

namespace arbiter::arbiter_box {

/// What init begins with.
struct InitTask {
  Options options;
  int link = -1;         ///< to the keeper
  bool by_root = false;  ///< the keeper is root: it maps other ids, and binds what init may not see
  Accountant* accountant = nullptr;
  std::string open_folder;  ///< without isolation: where the world is
};

/// The life of init: builds its world, serves runs, returns when the runner has closed its end.
int serve(const InitTask& task);

}  // namespace arbiter::arbiter_box
