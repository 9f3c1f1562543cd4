#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace arbiter::hostile {

/// Whatever a hostile program leaves anywhere has a name that begins so.
inline constexpr std::string_view k_mark = "hostile-left";

/// What can be seen of the judge from outside its boxes.
struct HostView {
  std::map<int, std::string> descriptors;  ///< of this process, and what they refer to
  Bytes resident;                          ///< of this process
  std::set<std::string> temporary;         ///< everything in $TMPDIR
  std::set<std::string> left;              ///< what bears the mark where everybody may write
};

HostView look_at_host();

/// A process below this one.
struct Below {
  int pid = 0;
  int parent = 0;
  int depth = 0;  ///< 1 is a child
  Bytes resident;
};

/// All processes below this one, parents first.
std::vector<Below> processes_below();

/// How far below the test the processes of a box are: a factory's nursery is its child, keepers
/// are the nursery's children, and inits theirs.
inline constexpr int k_nursery_depth = 1;
inline constexpr int k_init_depth = 3;

/// The folders of all control groups that nurseries of any runner made and that exist.
std::vector<std::string> all_groups();
/// Those of them that have the numbers of these nurseries.
std::vector<std::string> groups_of(const std::set<int>& nurseries);

}  // namespace arbiter::hostile
