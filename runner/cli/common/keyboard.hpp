#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::cli {

/// The commands that a person can type instead of a move, and what they do.
extern const std::string_view k_commands;

/// What a person has typed, without the sign in front that tells moves (=) and commands (:) apart.
struct Typed {
  enum class Kind { move, command, unmarked };
  Kind kind = Kind::unmarked;
  std::string text;
};

/// `line` has no blanks around it.
Typed read_typed(const std::string& line);

/// Whether `text` is one of the commands.
bool is_command(std::string_view text);

/// The lines that a person types, without the blanks around them.
class Keyboard {
 public:
  /// Reads from `input`, which stays open; `is_interrupted` is asked while it is waited for.
  Keyboard(int input, std::function<bool()> is_interrupted);

  /// None: the input has ended, or somebody interrupted.
  std::optional<std::string> line();

  /// Whether `line` has an answer already.
  [[nodiscard]] bool has_line() const;

 private:
  void read_more();
  std::string cut(std::size_t end);

  int input_;
  std::function<bool()> is_interrupted_;
  std::string typed_;
  bool has_ended_ = false;
};

}  // namespace arbiter::cli
