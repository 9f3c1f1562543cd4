#pragma once

#include <string>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// The ids that programs have inside; outside they own nothing.
constexpr unsigned k_inner_id = 1000;

/// The folders of a box, held open by init.
struct World {
  UniqueFd work;                ///< /work
  UniqueFd tmp;                 ///< /tmp
  UniqueFd shm;                 ///< /dev/shm
  UniqueFd program;             ///< /program
  UniqueFd proc;                ///< a writable /proc of this world that no program sees
  std::string scratch_options;  ///< of the file system that holds the first three
  /// Where the world is on the host if it is not isolated; else empty.
  std::string host_folder;
};

/// Called by init in its new namespaces: makes the root out of read-only views of the system, and
/// leaves the host's root below /.tools until `finish_world`.
Result<World> build_world(bool counts_all);

/// Adds the box's own binds, mounts the scratch space, and gives the host's root up. The program
/// folder stays writable until `seal_program`. `keeper` is the socket to the keeper, who has rights
/// on the host that init has not, and binds host files for it; -1: init binds by itself.
Result<void> finish_world(World& world, const box_protocol::Setup& setup, int keeper);

/// Makes /program read-only.
Result<void> seal_program();

/// Mounts one host path, read-only, in this mount namespace; its target must exist.
Result<void> bind_read_only(const std::string& source, const std::string& target);

/// The same folders in `folder` of the host, without any isolation.
Result<World> build_open_world(const std::string& folder);

}  // namespace arbiter::arbiter_box
