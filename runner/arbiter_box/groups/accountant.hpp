#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace arbiter::arbiter_box {

/// What one run may take, as told to the kernel.
struct GroupLimits {
  std::int64_t memory = 0;    ///< bytes that the program may use
  std::int64_t headroom = 0;  ///< bytes on top that are not the program's: page tables, output
  std::int64_t processes = 0;
};

/// What a group counted during one run; -1 where it cannot say.
struct GroupUsage {
  std::int64_t cpu_ns = -1;
  std::int64_t memory_peak = -1;  ///< bytes, less what the empty box holds
  std::int64_t memory_left = 0;   ///< bytes that it holds now, less what it held empty
  std::int64_t processes = -1;    ///< most at a time, without the box's own
  bool out_of_memory = false;
  bool sampled = false;  ///< the memory peak is the greatest of samples
};

/// Limits and counts everything in a box: by control groups of version 1 or 2, or, as this class
/// by itself, not at all.
/// Made by the keeper with its rights, used by init through the descriptors it inherits.
class Accountant {
 public:
  Accountant() = default;
  Accountant(const Accountant&) = delete;
  Accountant& operator=(const Accountant&) = delete;
  virtual ~Accountant() = default;

  /// Called by init once, before anything else lives in the box.
  virtual Result<void> join() { return {}; }
  /// A group that init must be cloned into; -1 if it joins by itself.
  [[nodiscard]] virtual int clone_into() const { return -1; }
  /// Whether memory and CPU time of all processes are known.
  [[nodiscard]] virtual bool counts_all() const { return false; }
  /// Whether GroupLimits::processes holds.
  [[nodiscard]] virtual bool limits_processes() const { return false; }
  virtual Result<void> begin(const GroupLimits& /*limits*/) { return {}; }
  /// CPU time since begin; -1 if unknown.
  virtual std::int64_t cpu_ns() { return -1; }
  /// Whether `sample` must be called every few milliseconds for the peaks to be near the truth.
  [[nodiscard]] virtual bool wants_samples() const { return false; }
  /// Takes a sample where the kernel cannot keep a peak.
  virtual void sample() {}
  virtual GroupUsage end() { return {}; }
  /// Bytes that the box held at the last `begin`, when nothing ran; -1 if unknown.
  [[nodiscard]] virtual std::int64_t held() const { return -1; }
  /// Called by the keeper when all in the box are dead.
  virtual void remove() {}
};

/// Makes groups of version 1 below `parents` (folders of the hierarchies that exist here), all
/// called `name`. Error: the memory hierarchy is not there, or a group cannot be made: one that is
/// there already and in use is not taken.
struct V1Parents {
  std::string memory;
  std::string cpuacct;
  std::string pids;
};
Result<std::unique_ptr<Accountant>> make_v1_accountant(const V1Parents& parents,
                                                       const std::string& name);

/// Makes a group `name` of version 2 below `parent`, in which memory and pids are enabled for
/// children. Error: as above.
Result<std::unique_ptr<Accountant>> make_v2_accountant(const std::string& parent,
                                                       const std::string& name);

/// The same of groups that are there.
Result<std::unique_ptr<Accountant>> open_v1_accountant(const V1Parents& parents,
                                                       const std::string& name);
Result<std::unique_ptr<Accountant>> open_v2_accountant(const std::string& parent,
                                                       const std::string& name);

}  // namespace arbiter::arbiter_box
