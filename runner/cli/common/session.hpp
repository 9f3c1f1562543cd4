#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "cli/common/terminal.hpp"

namespace arbiter::cli {

/// The flags of a call by their names, each with its values as they were typed.
using TypedFlags = std::map<std::string, std::vector<std::string>>;

/// What every verb has: the streams and the flags that all of them take.
struct Session {
  When color = When::automatic;
  When progress = When::automatic;
  TypedFlags typed;
  bool json_errors = false;  ///< standard output is a JSON document, also for errors

  [[nodiscard]] Terminal out() const;
  [[nodiscard]] Terminal err() const;

  /// Shows an error on standard error (and as the one document where JSON was asked for) and
  /// returns the exit status that belongs to it.
  [[nodiscard]] int fail(const Error& error) const;
  /// The same with another exit status.
  [[nodiscard]] int fail(const Error& error, int status) const;
  void show(const std::vector<Diagnostic>& diagnostics) const;
  void warn(const std::string& message, const std::string& help = {}) const;
};

}  // namespace arbiter::cli
