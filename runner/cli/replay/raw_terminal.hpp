#pragma once

#include <termios.h>
#include <unistd.h>

#include <optional>
#include <string_view>
#include <utility>

#include "cli/common/session.hpp"

namespace arbiter::cli {

/// A terminal that hands out each key at once and shows a screen of its own, for the life of this
/// object; then it is as it was. Ctrl-C is still a signal, which somebody must watch for
/// (Interrupts): a program that it kills restores nothing. Ctrl-Z and Ctrl-\ do nothing meanwhile.
class RawTerminal {
 public:
  /// None: `input` is no terminal.
  static std::optional<RawTerminal> open(int input, int output) {
    termios before{};
    if (::tcgetattr(input, &before) != 0) return std::nullopt;
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;
    raw.c_cc[VQUIT] = _POSIX_VDISABLE;
    if (::tcsetattr(input, TCSANOW, &raw) != 0) return std::nullopt;
    write_text(output, std::string(k_enter));
    return RawTerminal(input, output, before);
  }

  RawTerminal(RawTerminal&& other) noexcept
      : input_(std::exchange(other.input_, -1)), output_(other.output_), before_(other.before_) {}
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  RawTerminal& operator=(RawTerminal&&) = delete;
  ~RawTerminal() {
    if (input_ < 0) return;
    write_text(output_, std::string(k_leave));
    ::tcsetattr(input_, TCSANOW, &before_);
  }

 private:
  // The other screen, and no cursor.
  static constexpr std::string_view k_enter = "\x1b[?1049h\x1b[?25l";
  static constexpr std::string_view k_leave = "\x1b[?25h\x1b[?1049l";

  RawTerminal(int input, int output, const termios& before)
      : input_(input), output_(output), before_(before) {}

  int input_;
  int output_;
  termios before_;
};

}  // namespace arbiter::cli
