#include "cli/common/keyboard.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/text.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_step_ms = 100;

}  // namespace

const std::string_view k_commands =
    "a move, or one of these commands:\n"
    "  hint         what the referee would play\n"
    "  show         the game as it stands\n"
    "  why MOVE     what a move does, or why it is not allowed\n"
    "  moves        all moves so far\n"
    "  opening      what a program is told before its first move\n"
    "  quit         leave the game\n"
    "where a command is a move as well, type =hint for the move and :hint for the command\n";

Typed read_typed(const std::string& line) {
  const std::string rest(trimmed(std::string_view(line).substr(line.empty() ? 0 : 1)));
  if (line.starts_with('=')) return {Typed::Kind::move, rest};
  if (line.starts_with(':')) return {Typed::Kind::command, rest};
  return {Typed::Kind::unmarked, line};
}

bool is_command(std::string_view text) {
  constexpr std::array<std::string_view, 7> k_words = {"help",  "?",       "hint", "show",
                                                       "moves", "opening", "quit"};
  return text.starts_with("why ") ||
         std::find(k_words.begin(), k_words.end(), text) != k_words.end();
}

Keyboard::Keyboard(int input, std::function<bool()> is_interrupted)
    : input_(input), is_interrupted_(std::move(is_interrupted)) {}

std::optional<std::string> Keyboard::line() {
  while (!is_interrupted_()) {
    const std::size_t end = typed_.find('\n');
    if (end != std::string::npos) return cut(end);
    if (has_ended_) return typed_.empty() ? std::nullopt : std::optional(cut(typed_.size()));
    read_more();
  }
  return std::nullopt;
}

bool Keyboard::has_line() const {
  return has_ended_ || typed_.find('\n') != std::string::npos;
}

void Keyboard::read_more() {
  pollfd source{input_, POLLIN, 0};
  if (::poll(&source, 1, k_step_ms) <= 0) return;
  std::array<char, 1024> bytes{};
  const ssize_t got = ::read(input_, bytes.data(), bytes.size());
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) {
    has_ended_ = true;
  } else {
    typed_.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

std::string Keyboard::cut(std::size_t end) {
  std::string line(trimmed(std::string_view(typed_).substr(0, end)));
  typed_.erase(0, end + 1);
  return line;
}

}  // namespace arbiter::cli
