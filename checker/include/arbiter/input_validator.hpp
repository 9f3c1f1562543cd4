#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "arbiter/quantities.hpp"
#include "arbiter/shown.hpp"
#include "arbiter/whole_file.hpp"

namespace arbiter {

/// The exit statuses by which an input validator answers the judge: `return k_exit_valid;`.
inline constexpr int k_exit_valid = 42;
inline constexpr int k_exit_invalid = 43;

/// Alphabets for InputReader::word.
inline constexpr std::string_view k_upper_case = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
inline constexpr std::string_view k_lower_case = "abcdefghijklmnopqrstuvwxyz";
inline constexpr std::string_view k_digits = "0123456789";

/// An input that breaks a rule; `what()` is "line L, column C: message".
class InvalidInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a reader does with an invalid input: end the process as an input validator must (message
/// on standard error, status 43), or throw InvalidInput.
enum class OnInvalid { exit_process, throw_exception };

/// Reads an input strictly: what is not asked for in exactly this order is invalid.
/// Lines and columns in messages count from 1, a column is one byte.
class InputReader {
 public:
  /// Reads standard input whole; an invalid input ends the process. A read error ends it with
  /// status 1, which blames the judge.
  InputReader() : on_invalid_(OnInvalid::exit_process), quantities_(Quantities::open()) {
    std::optional<std::string> text = read_stream(stdin);
    if (!text) {
      std::fputs("cannot read standard input\n", stderr);
      std::exit(1);
    }
    text_ = std::move(*text);
  }

  explicit InputReader(std::string text, OnInvalid on_invalid = OnInvalid::throw_exception)
      : text_(std::move(text)), on_invalid_(on_invalid) {}

  /// A decimal integer in lo..hi without plus, leading zeros or "-0". `name` is for messages.
  long long integer(long long lo, long long hi, std::string_view name) {
    begin_item();
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    const std::size_t digits = at_;
    while (at_ < text_.size() && is_digit(text_[at_]))
      ++at_;
    const std::string_view written = std::string_view(text_).substr(item_, at_ - item_);
    if (at_ == digits) invalid_expected("an integer", name);
    if (text_[digits] == '0' && written.size() > 1)
      invalid(std::string(name) + ": " + shown(written) + " is not how an integer is written here");
    long long value = 0;
    const auto read = std::from_chars(written.data(), written.data() + written.size(), value);
    if (read.ec != std::errc() || value < lo || value > hi)
      invalid(std::string(name) + ": " + shown(written) + " is not in " + std::to_string(lo) +
              ".." + std::to_string(hi));
    if (quantities_) quantities_->note(name, value, lo, hi);
    return value;
  }

  /// The longest run of characters of `alphabet`, which lists each of them (no ranges); its length
  /// must be in min_len..max_len.
  std::string word(int min_len, int max_len, std::string_view alphabet, std::string_view name) {
    skip_all_of(alphabet);
    if (at_ == item_ && min_len > 0) invalid_expected("a word", name);
    return checked_length(min_len, max_len, name);
  }

  /// The rest of the line with whatever it holds, without the line end, which must be there and is
  /// read too. A CR belongs to the line.
  std::string line(int min_len, int max_len, std::string_view name) {
    begin_item();
    at_ = std::min(text_.find('\n', at_), text_.size());
    std::string content = checked_length(min_len, max_len, name);
    newline();
    return content;
  }

  /// Exactly one space.
  void space() { separator(' ', "one space"); }

  /// Exactly one LF.
  void newline() { separator('\n', "a line end (LF)"); }

  /// A run of one or more spaces, tabs, LF and CR.
  void blanks() {
    if (!skip_blanks()) invalid_expected("a blank or a line end", {});
  }

  /// The same run, which may also be empty; answers whether there was one.
  bool skip_blanks() {
    skip_all_of(" \t\n\r");
    return at_ != item_;
  }

  /// Nothing may follow.
  void end_of_file() {
    begin_item();
    if (at_ != text_.size()) invalid_expected("the end of the file", {});
  }

  bool at_end() const { return at_ == text_.size(); }

  /// Refuses the input at the beginning of the item that was read last.
  [[noreturn]] void invalid(std::string_view message) const {
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i < item_; ++i) {
      const bool line_end = text_[i] == '\n';
      line += line_end ? 1 : 0;
      column = line_end ? 1 : column + 1;
    }
    const std::string text = "line " + std::to_string(line) + ", column " + std::to_string(column) +
                             ": " + std::string(message);
    if (on_invalid_ == OnInvalid::throw_exception) throw InvalidInput(text);
    std::fprintf(stderr, "%s\n", text.c_str());
    std::exit(k_exit_invalid);
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void begin_item() { item_ = at_; }

  void skip_all_of(std::string_view alphabet) {
    begin_item();
    at_ = std::min(text_.find_first_not_of(alphabet, at_), text_.size());
  }

  void separator(char wanted, std::string_view what) {
    begin_item();
    if (at_ == text_.size() || text_[at_] != wanted) invalid_expected(what, {});
    ++at_;
  }

  std::string checked_length(int min_len, int max_len, std::string_view name) {
    std::string item = text_.substr(item_, at_ - item_);
    if (item.size() < static_cast<std::size_t>(min_len) ||
        item.size() > static_cast<std::size_t>(max_len))
      invalid(std::string(name) + ": " + shown(item) + " has " + std::to_string(item.size()) +
              " characters, not " + std::to_string(min_len) + ".." + std::to_string(max_len) +
              what_follows());
    if (quantities_ && !name.empty()) {
      quantities_->note("length of " + std::string(name), static_cast<long long>(item.size()),
                        min_len, max_len);
    }
    return item;
  }

  /// Names the character that ended an item, unless it could have been meant to.
  std::string what_follows() const {
    if (text_.find_first_of(" \t\r\n", at_) == at_ || at_ == text_.size()) return {};
    return "; then comes " + shown(std::string_view(text_).substr(at_, 4), 1);
  }

  [[noreturn]] void invalid_expected(std::string_view what, std::string_view name) const {
    std::string message = "expected " + std::string(what);
    if (!name.empty()) message += " (" + std::string(name) + ")";
    message += ", got ";
    message += item_ == text_.size() ? "the end of the file"
                                     : shown(std::string_view(text_).substr(item_, 20), 10);
    invalid(message);
  }

  std::string text_;
  OnInvalid on_invalid_;
  std::shared_ptr<Quantities> quantities_;  ///< null: nobody wants to know them
  std::size_t at_ = 0;
  std::size_t item_ = 0;
};

}  // namespace arbiter
