#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// All that lies in one folder of the work folder.
struct GatheredFolder {
  std::vector<box_protocol::Gathered> entries;  ///< folders before what is in them, sorted
  std::deque<std::string> paths;                ///< the entries' texts
  std::vector<UniqueFd> files;                  ///< of the files among the entries, in their order
  bool is_all = true;                           ///< nothing had to be left out
};

/// More are not told.
constexpr std::size_t k_most_gathered = 64;

/// Opens what a program left in `path` below `work`; no links are followed. Only to be called when
/// all programs are dead.
GatheredFolder gather_folder(int work, const char* path);

}  // namespace arbiter::arbiter_box
