#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace arbiter::serve {

/// A problem that programs may be handed in for, or that may be played.
struct ServedProblem {
  std::string id;
  std::string title;
  std::filesystem::path package;
  bool is_game = false;
};

/// What is served. Runs are folders.
struct Service {
  std::uint16_t port = 0;  ///< 0: any that is free
  std::vector<ServedProblem> problems;
  /// The run that is shown first; it may be another one each time. None: there is none yet.
  std::function<std::optional<std::filesystem::path>()> run;
  /// The report page of a run as a whole HTML file; its data are what the element with the id
  /// "data" holds. Called in a thread of its own.
  std::function<Result<std::string>(const std::filesystem::path& run)> page;
  /// The verdict of the only program of a run, empty if it has none.
  std::function<std::string(const std::filesystem::path& run)> verdict;
  std::function<void(const std::string& address)> on_ready;
};

/// Serves on 127.0.0.1 until SIGINT or SIGTERM comes. Nothing it started is left then.
/// Error{usage}: the port is taken; {judge}: no place for uploads.
Result<void> serve(const Service& service);

/// Runs this same program to its end; `words` follow its name, and the current folder is the root.
/// Error{judge}: it failed, and says why.
Result<void> run_arbiter(std::vector<std::string> words);

}  // namespace arbiter::serve
