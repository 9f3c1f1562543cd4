#include "cli/common/session.hpp"

#include <unistd.h>

#include "report/json/documents.hpp"

namespace arbiter::cli {

Terminal Session::out() const {
  return look_at_terminal(STDOUT_FILENO, color);
}

Terminal Session::err() const {
  return look_at_terminal(STDERR_FILENO, color);
}

void Session::show(const std::vector<Diagnostic>& diagnostics) const {
  const bool colored = err().color;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics)
    text += render(diagnostic, colored);
  write_text(STDERR_FILENO, text);
}

void Session::warn(const std::string& message, const std::string& help) const {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.message = message;
  if (!help.empty()) warning.helps.push_back(help);
  show({warning});
}

int Session::fail(const Error& error) const {
  return fail(error, exit_status(error.kind));
}

int Session::fail(const Error& error, int status) const {
  Diagnostic diagnostic;
  diagnostic.message = error.text();
  if (!error.help.empty()) diagnostic.helps.push_back(error.help);
  show({diagnostic});
  if (json_errors) write_text(STDOUT_FILENO, report::error_document(error, status));
  return status;
}

}  // namespace arbiter::cli
