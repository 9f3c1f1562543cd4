#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arbiter_box/groups/accountant.hpp"
#include "arbiter_box/launch.hpp"
#include "arbiter_box/world/files.hpp"
#include "arbiter_box/world/scratch.hpp"
#include "arbiter_box/world/world.hpp"
#include "base/result.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// Without isolation: a folder of the box and where it really is.
struct HostName {
  std::string inside;
  std::string outside;
};

/// What is the same for all runs of a box.
struct Jail {
  World world;
  Accountant* accountant = nullptr;
  UniqueFd oom_score;  ///< init's own oom_score_adj, writable
  UniqueFd own_io;     ///< init's own account of reads and writes
  UniqueFd load;       ///< of the box's own /proc; not open without isolation
  bool is_isolated = true;
  bool limits_processes = true;  ///< RLIMIT_NPROC counts this box alone
  std::vector<HostName> host_names;
  int cores = 1;                         ///< that programs may use at the same time
  std::uint64_t descriptor_limit = 256;  ///< of each program
};

struct Begun;
struct Watched;

/// A report and the descriptors that go with it.
struct Finished {
  box_protocol::Report report;
  std::vector<UniqueFd> collected;  ///< the files of the gathered folder come last
  GatheredFolder gathered;
};

/// Serves runs, one after the other. Its vectors are kept, so that a run allocates next to
/// nothing.
class Runner {
 public:
  explicit Runner(Jail& jail);

  /// `descriptors` as box_protocol::Run says. Afterwards nothing of the run is left in the box.
  Result<const Finished*> run(const box_protocol::Run& run, std::span<UniqueFd> descriptors);
  /// Closes what the last run's report brought along; open, it would take room in the next one.
  void let_go() { finished_.collected.clear(); }

 private:
  Result<void> make_room(GroupLimits limits, std::span<const UniqueFd> files);
  Result<void> start(const box_protocol::Run& run, std::span<UniqueFd> descriptors);
  pid_t start_program();
  void fill_vectors(const box_protocol::Run& run);
  const char* on_host(const char* text);
  void fill_report(const Watched& watched);
  [[nodiscard]] std::int64_t in_group(const Watched& watched, const Begun& begun,
                                      const GroupUsage& group, std::int64_t written) const;
  void add_usage(const Watched& watched, const Begun& begun, pid_t last, std::int64_t written);
  void collect(const box_protocol::Run& run);
  void gather(const char* folder);
  [[nodiscard]] bool is_worn();

  const Jail& jail_;
  Scratch scratch_;
  UniqueFd last_pid_;  ///< the id that was given last, writable where the kernel can set it
  bool counts_anew_ = false;
  Launch plan_;
  std::vector<char*> argv_;
  std::vector<char*> environment_;
  std::vector<std::unique_ptr<std::string>> rewritten_;
  Finished finished_;
  int runs_ = 0;
  std::int64_t held_ = -1;           ///< bytes, before this run; -1 if unknown
  std::int64_t held_at_first_ = -1;  ///< bytes, before the first run
};

}  // namespace arbiter::arbiter_box
