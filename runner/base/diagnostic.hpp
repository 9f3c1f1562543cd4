#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class Severity { error, warning, note };

/// Where in a file something is. Lines and columns count from 1 (columns in bytes); 0 is unknown.
struct Place {
  std::string path;
  int line = 0;
  int column = 0;
  int length = 1;           ///< how many bytes the caret underlines
  std::string source_line;  ///< the line itself, without its end; empty when unknown

  bool operator==(const Place&) const = default;
};

/// One fault found in what the user gave us, in the manner of a compiler's message.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;  ///< stable, as "P012"
  std::string message;
  std::optional<Place> place;
  std::vector<std::string> notes;
  std::vector<std::string> helps;

  bool operator==(const Diagnostic&) const = default;
};

/// "error", "warning" or "note".
std::string_view severity_word(Severity severity);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// The diagnostic as text of several lines, each ended; with terminal colours if `color`.
/// Everything quoted from a file is made safe to print.
std::string render(const Diagnostic& diagnostic, bool color);

}  // namespace arbiter
