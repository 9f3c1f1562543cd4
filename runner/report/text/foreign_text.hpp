#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arbiter::report {

// What programs and students wrote, made fit for documents that other programs read.

/// Valid UTF-8 (a byte that is none becomes U+FFFD) without control characters below U+0020 but
/// tab and line ends; of a long one the two ends with "… 12345 bytes omitted …" between them.
std::string tidy_text(std::string_view bytes);

/// The same on one line: line ends and tabs become blanks.
std::string tidy_line(std::string_view bytes);

/// Text in which HTML finds nothing but text, in elements and in quoted attributes.
std::string html_text(std::string_view utf8);

/// Text in a paragraph in which Markdown finds nothing but text.
std::string markdown_text(std::string_view utf8);

/// A cell for spreadsheets: what begins as a formula does (= + - @, tab, carriage return) and is
/// no number gets an apostrophe before it. For files that people open, of which nobody reads back
/// the texts of students; never for files that a learning platform imports.
std::string sheet_text(std::string text);

/// The decimal number that all of it is, with a point or a comma; none for anything else.
std::optional<double> decimal_number(std::string_view text);

}  // namespace arbiter::report
