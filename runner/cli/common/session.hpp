#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

/// --color and --progress.
enum class When { automatic, always, never };

/// What a stream can show. NO_COLOR (set and not empty) forbids colour, CLICOLOR_FORCE (set and not
/// 0) asks for it, --color beats both; COLUMNS overrides the width.
struct Terminal : report::Style {
  bool is_terminal = false;
};

/// The flags of a call by their names, each with its values as they were typed.
using TypedFlags = std::map<std::string, std::vector<std::string>>;

/// What every verb has: the streams and the flags that all of them take.
struct Session {
  When color = When::automatic;
  When progress = When::automatic;
  TypedFlags typed;
  bool json_errors = false;                 ///< standard output is a JSON document, also for errors
  std::vector<Diagnostic>* kept = nullptr;  ///< what is shown goes there instead, if not null

  [[nodiscard]] Terminal out() const;
  [[nodiscard]] Terminal err() const;
  /// Whether progress is shown on standard error.
  [[nodiscard]] bool wants_progress() const;

  /// Shows an error on standard error (and as the one document where JSON was asked for) and
  /// returns the exit status that belongs to it, or the one that is given.
  [[nodiscard]] int fail(const Error& error, std::optional<int> status = {}) const;
  void show(const std::vector<Diagnostic>& diagnostics) const;
  void warn(const std::string& message, const std::string& help = {}) const;
};

/// Errors of the kinds that base/result.hpp makes none of, with the remedy if there is one.
Error no_match_error(std::string message, std::string help = {});
Error interrupted_error(std::string message = "interrupted", std::string help = {});
/// An error after which the same command goes on with what was judged before it: its remedy says
/// so.
Error resumable(Error error);

/// A variable of the environment; empty where there is none.
std::string_view variable(const char* name);

/// Writes results to standard output. A reader that went away is not an error; a full disk is.
Result<void> write_results(const std::string& text);
/// The same of all that a verb has to say; gives the exit status.
Result<int> end_with(const std::string& text, int status = 0);

/// Writes all of `text` to a descriptor; a reader that went away is not an error.
void write_text(int descriptor, const std::string& text);

}  // namespace arbiter::cli
