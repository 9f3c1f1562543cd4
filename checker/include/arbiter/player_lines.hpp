#pragma once

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

/// What came on a descriptor: a line without its end, the end of everything, or a line that was
/// cut off because it is longer than allowed (then `text` is its beginning, and nothing more can be
/// read).
struct ReceivedLine {
  enum class Kind { line, end, too_long };
  Kind kind = Kind::line;
  std::string text;
};

/// Reads lines from a descriptor that it does not own, as they come. A line ends with LF or CRLF;
/// the last one also with the end of the file. Blanks around a line are not part of it. Holds at
/// most one read more than a line, however much is sent.
class LineSource {
 public:
  explicit LineSource(int descriptor, std::size_t longest_line = 1000)
      : descriptor_(descriptor), longest_line_(longest_line) {}

  int descriptor() const { return descriptor_; }

  /// A line that was read already, or what stands in its place; nothing if more must be read.
  std::optional<ReceivedLine> next() {
    const std::size_t end = pending_.find('\n');
    const std::size_t length = end == std::string::npos ? pending_.size() : end;
    if (length > longest_line_)
      return ReceivedLine{ReceivedLine::Kind::too_long, pending_.substr(0, longest_line_)};
    if (end != std::string::npos) return take(length, length + 1);
    if (!ended_) return std::nullopt;
    if (!pending_.empty()) return take(length, length);
    return ReceivedLine{ReceivedLine::Kind::end, {}};
  }

  /// Reads once, waiting if nothing has come yet. A descriptor that cannot be read has ended.
  void read_more() {
    std::array<char, 4096> buffer{};
    ssize_t got = 0;
    do {
      got = ::read(descriptor_, buffer.data(), buffer.size());
    } while (got < 0 && errno == EINTR);
    if (got <= 0) {
      ended_ = true;
    } else {
      pending_.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

  /// A line without the blanks around it.
  static std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view k_blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(k_blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(k_blanks) - begin + 1);
  }

 private:
  ReceivedLine take(std::size_t length, std::size_t used) {
    ReceivedLine line{ReceivedLine::Kind::line,
                      std::string(without_blanks(std::string_view(pending_).substr(0, length)))};
    pending_.erase(0, used);
    return line;
  }

  int descriptor_;
  std::size_t longest_line_;
  std::string pending_;
  bool ended_ = false;
};

/// Writes all bytes to a descriptor. False if nobody reads there any more: the caller must have
/// SIGPIPE ignored.
inline bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace arbiter
