#include "cli/common/session.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/file.hpp"
#include "base/text.hpp"
#include "report/json/documents.hpp"

namespace arbiter::cli {
namespace {

constexpr std::size_t k_usual_width = 80;
constexpr std::size_t k_least_width = 20;
constexpr std::size_t k_most_width = 400;

std::size_t width_of(int descriptor, bool is_terminal) {
  std::size_t width = k_usual_width;
  winsize size{};
  if (is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  }
  const auto given = number_in<std::size_t>(variable("COLUMNS"));
  if (given && *given > 0) width = *given;
  return std::clamp(width, k_least_width, k_most_width);
}

bool color_of(bool is_terminal, When when) {
  if (when != When::automatic) return when == When::always;
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view force = variable("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_terminal && variable("TERM") != "dumb";
}

Terminal look_at(int descriptor, When when) {
  Terminal terminal;
  terminal.is_terminal = ::isatty(descriptor) == 1;
  terminal.color = color_of(terminal.is_terminal, when);
  terminal.width = width_of(descriptor, terminal.is_terminal);
  return terminal;
}

}  // namespace

Error no_match_error(std::string message, std::string help) {
  return {ErrorKind::nothing_matched, std::move(message), {}, std::move(help)};
}

Error interrupted_error(std::string message, std::string help) {
  return {ErrorKind::interrupted, std::move(message), {}, std::move(help)};
}

Error resumable(Error error) {
  if (error.help.empty()) error.help = "correct that";
  error.help += "; then run the same command again: everything judged so far is kept";
  return error;
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

Terminal Session::out() const {
  return look_at(STDOUT_FILENO, color);
}

Terminal Session::err() const {
  return look_at(STDERR_FILENO, color);
}

bool Session::wants_progress() const {
  if (progress != When::automatic) return progress == When::always;
  return err().is_terminal && variable("TERM") != "dumb";
}

void Session::show(const std::vector<Diagnostic>& diagnostics) const {
  if (kept != nullptr) {
    kept->insert(kept->end(), diagnostics.begin(), diagnostics.end());
    return;
  }
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

int Session::fail(const Error& error, std::optional<int> given) const {
  const int status = given.value_or(exit_status(error.kind));
  Diagnostic diagnostic;
  diagnostic.message = error.text();
  if (!error.help.empty()) diagnostic.helps.push_back(error.help);
  show({diagnostic});
  if (json_errors) write_text(STDOUT_FILENO, report::error_document(error, status));
  return status;
}

Result<void> write_results(const std::string& text) {
  // A reader that has gone must not end the program before it has tidied up.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  auto written = write_all(STDOUT_FILENO, text);
  ::sigaction(SIGPIPE, &before, nullptr);
  pollfd reader{STDOUT_FILENO, POLLOUT, 0};
  const bool is_gone = ::poll(&reader, 1, 0) == 1 && (reader.revents & POLLERR) != 0;
  if (written || is_gone) return {};
  return std::move(written).error().within("standard output");
}

Result<int> end_with(const std::string& text, int status) {
  ARBITER_CHECK(write_results(text));
  return status;
}

void write_text(int descriptor, const std::string& text) {
  // Nothing useful can be done about a reader that is gone; the exit status still tells.
  [[maybe_unused]] const auto written = write_all(descriptor, text);
}

}  // namespace arbiter::cli
