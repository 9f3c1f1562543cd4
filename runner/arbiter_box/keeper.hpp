#pragma once

#include <memory>
#include <optional>

#include "base/temp_dir.hpp"
#include "box_protocol/mode.hpp"

namespace arbiter::arbiter_box {

class Accountant;

using box_protocol::Mode;

/// From the command line of arbiter-box, and for one box.
struct Options {
  int socket = -1;
  Mode mode = Mode::user_namespace;
  bool sweep = false;        ///< first removes control groups that a killed nursery left
  bool has_network = false;  ///< the box is made in a network namespace of its own
};

/// The life of the keeper: starts init in its namespaces, does for it what needs rights on the
/// host, and sees to it that everything is dead, and the control groups removed, when the runner or
/// init has gone. Without isolation `open_folder` is where the box's world is; it is deleted then.
int keep(const Options& options, std::unique_ptr<Accountant> accountant,
         std::optional<TempDir> open_folder);

}  // namespace arbiter::arbiter_box
