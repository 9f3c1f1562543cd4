#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

namespace arbiter::cluster {

/// What a machine tells of itself, as far as judging on it depends on it.
struct NodeReport {
  std::string host;
  std::string version;  ///< of Arbiter
  std::string cpu;      ///< model
  bool can_isolate = false;
  std::string mode;                    ///< of its boxes
  std::string remedy;                  ///< what would give a better mode; or empty
  std::vector<std::string> languages;  ///< ids of those that are installed
  double loop = 0;                     ///< milliseconds, see loop_time()
  std::string folder;                  ///< why the shared folder cannot be used; empty: it can
};

std::string node_document(const NodeReport& report);
/// Error{judge}: a node's answer is something else, with its beginning.
Result<NodeReport> read_node_document(std::string_view text);

/// CPU time of an amount of work that is always the same, the least of three: how fast a core is.
/// Takes about a tenth of a second.
Nanoseconds loop_time();

/// Whether a time limit means the same where the loop takes that long. 0: not known.
bool are_alike(double loop, double other);

/// What one thing that was looked at means.
struct Finding {
  bool is_good = false;
  std::string text;
  std::string remedy = {};
};

/// What of a node differs from the machine that asks, or does not work there. `is_carried`: srun
/// carries what nodes read, so nobody asked for a shared folder.
std::vector<Finding> compare(const NodeReport& here, const NodeReport& node, bool is_carried);

/// A question in a folder that both machines should see: the asker puts it there, the node writes
/// an answer and renames it, and the asker looks for that. Error: a step fails, and which.
Result<void> ask_in(const std::filesystem::path& folder, const std::string& question);
Result<void> answer_in(const std::filesystem::path& folder);
Result<void> find_answer_in(const std::filesystem::path& folder, const std::string& question);

}  // namespace arbiter::cluster
