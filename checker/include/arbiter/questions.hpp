#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "arbiter/player_lines.hpp"

namespace arbiter {

/// One question to a referee: the first word of the line and what follows it.
struct Question {
  std::string word;
  std::string rest;
};

/// The descriptor over which a referee is asked about the game while it is played: one line a
/// question, and for each an answer "WORD N" followed by N lines. WORD is `ok`, `no` (a legal
/// question with a negative answer) or `bad` (no such question). Answers come in the order of the
/// questions.
class QuestionChannel {
 public:
  /// No channel: nobody asks.
  QuestionChannel() = default;

  explicit QuestionChannel(int descriptor) : lines_(LineSource(descriptor)) {}

  /// The channel that the environment variable `ARBITER_QUESTIONS_FD` names. One that is no number
  /// is as good as none: a referee must not fail for what a judge does not need.
  static QuestionChannel from_environment() {
    const char* value = std::getenv("ARBITER_QUESTIONS_FD");
    if (value == nullptr) return {};
    const std::string_view text = value;
    int descriptor = -1;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), descriptor);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return whole && descriptor >= 0 ? QuestionChannel(descriptor) : QuestionChannel();
  }

  bool is_open() const { return lines_.has_value(); }

  /// -1 if closed, which poll(2) ignores.
  int descriptor() const { return lines_ ? lines_->descriptor() : -1; }

  void read_more() {
    if (lines_) lines_->read_more();
  }

  /// A question that was read already. The channel is closed by its other end, and by a question
  /// that is too long to be one.
  std::optional<Question> next() {
    if (!lines_) return std::nullopt;
    const std::optional<ReceivedLine> line = lines_->next();
    if (!line) return std::nullopt;
    if (line->kind != ReceivedLine::Kind::line) {
      lines_.reset();
      return std::nullopt;
    }
    const std::size_t blank = std::min(line->text.find(' '), line->text.size());
    const std::size_t rest = std::min(line->text.find_first_not_of(' ', blank), line->text.size());
    return Question{line->text.substr(0, blank), line->text.substr(rest)};
  }

  /// `text` is cut into lines; a line end at its end adds none.
  void answer(std::string_view word, std::string_view text = {}) {
    if (!lines_) return;
    std::string body(text);
    if (!body.empty() && body.back() != '\n') body += '\n';
    const auto count = std::count(body.begin(), body.end(), '\n');
    const std::string whole = std::string(word) + ' ' + std::to_string(count) + '\n' + body;
    if (!write_all(lines_->descriptor(), whole)) lines_.reset();
  }

 private:
  std::optional<LineSource> lines_;
};

}  // namespace arbiter
