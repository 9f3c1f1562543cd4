#pragma once

#include <memory>
#include <optional>
#include <string>

#include "arbiter_box/groups/accountant.hpp"
#include "base/temp_dir.hpp"
#include "box_protocol/mode.hpp"

namespace arbiter::arbiter_box {

using box_protocol::Mode;

/// From the command line of arbiter-box, and for one box.
struct Options {
  int socket = -1;
  Mode mode = Mode::user_namespace;
  bool sweep = false;        ///< first removes control groups that a killed nursery left
  bool has_network = false;  ///< the box is made in a network namespace of its own
};

/// The life of the process that the runner starts: forks a keeper for every socket that comes over
/// `options.socket`, until the runner has gone. What all boxes have in common is found out once.
int nurse(const Options& options);

/// The life of the keeper: starts init in its namespaces, does for it what needs rights on the
/// host, and sees to it that everything is dead, and the control groups removed, when the runner or
/// init has gone. Without isolation `open_folder` is where the box's world is; it is deleted then.
int keep(const Options& options, std::unique_ptr<Accountant> accountant,
         std::optional<TempDir> open_folder);

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
