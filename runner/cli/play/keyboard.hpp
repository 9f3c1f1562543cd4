#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace arbiter::cli {

/// The commands that a person can type instead of a move, and what they do.
inline constexpr std::string_view k_commands =
    "a move, or one of these commands:\n"
    "  hint         what the referee would play\n"
    "  show         the game as it stands\n"
    "  why MOVE     what a move does, or why it is not allowed\n"
    "  moves        all moves so far\n"
    "  opening      what a program is told before its first move\n"
    "  quit         leave the game\n"
    "where a command is a move as well, type =hint for the move and :hint for the command\n";

/// Whether `text` is one of the commands.
inline bool is_command(std::string_view text) {
  constexpr std::array<std::string_view, 7> k_words = {"help",  "?",       "hint", "show",
                                                       "moves", "opening", "quit"};
  return text.starts_with("why ") || std::ranges::find(k_words, text) != k_words.end();
}

/// What a person has typed, without the sign in front that tells moves (=) and commands (:) apart.
struct Typed {
  enum class Kind { move, command, unmarked };
  Kind kind = Kind::unmarked;
  std::string text;
};

/// `line` has no blanks around it.
inline Typed read_typed(const std::string& line) {
  const std::string rest(trimmed(std::string_view(line).substr(line.empty() ? 0 : 1)));
  if (line.starts_with('=')) return {Typed::Kind::move, rest};
  if (line.starts_with(':')) return {Typed::Kind::command, rest};
  return {Typed::Kind::unmarked, line};
}

/// The lines that a person types, without the blanks around them.
class Keyboard {
 public:
  /// Reads from `input`, which stays open; `is_interrupted` is asked while it is waited for.
  Keyboard(int input, std::function<bool()> is_interrupted)
      : input_(input), is_interrupted_(std::move(is_interrupted)) {}

  /// None: the input has ended, or somebody interrupted.
  std::optional<std::string> line() {
    while (!is_interrupted_()) {
      const std::size_t end = typed_.find('\n');
      if (end != std::string::npos) return cut(end);
      if (has_ended_) return typed_.empty() ? std::nullopt : std::optional(cut(typed_.size()));
      read_more();
    }
    return std::nullopt;
  }

  /// Whether `line` has an answer already.
  [[nodiscard]] bool has_line() const {
    return has_ended_ || typed_.find('\n') != std::string::npos;
  }

 private:
  void read_more() {
    constexpr int k_step_ms = 100;
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

  std::string cut(std::size_t end) {
    std::string line(trimmed(std::string_view(typed_).substr(0, end)));
    typed_.erase(0, end + 1);
    return line;
  }

  int input_;
  std::function<bool()> is_interrupted_;
  std::string typed_;
  bool has_ended_ = false;
};

}  // namespace arbiter::cli
