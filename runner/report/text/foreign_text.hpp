#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter::report {

// What programs and students wrote, made fit for documents that other programs read.

/// Valid UTF-8 (a byte that is none becomes U+FFFD) without control characters below U+0020 but
/// tab and line ends; of one of more than `most` bytes the two ends, with "… 12345 bytes omitted …"
/// between them.
std::string tidy_text(std::string_view bytes, std::size_t most = 10240);

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

/// Foreign bytes within a paragraph of Markdown: a code span in which nothing has a meaning,
/// whatever it holds. One line.
std::string code_span(std::string_view bytes);

/// Foreign bytes as a fenced code block of Markdown that nothing in them can end. Of more than
/// `most` bytes the beginning and the end are shown. `info` names the language, or is empty.
std::string code_block(std::string_view bytes, std::size_t most, std::string_view info = {});

/// A name of one file or folder for any text: letters, digits and other characters are kept where
/// every system allows them, others become %XX; never empty, never longer than 120 bytes, never
/// hidden, never ending in a point or a blank.
std::string file_name_of(std::string_view text);

/// The same for many texts at a time; names that differ in case alone or not at all get "-2", "-3".
std::vector<std::string> file_names_of(const std::vector<std::string>& texts);

/// What a compiler said of main.cpp, as a single file is called that was handed in, with the name
/// that its student knows.
std::string with_own_name(std::string log, std::string_view own);

/// A page around what is markup already; `style` is added to that of all plain pages.
std::string html_page(const std::string& title, std::string_view style, const std::string& body,
                      std::string_view language = "en");

/// Any bytes as RFC 4648, section 4, has them.
std::string base64(std::string_view bytes);

}  // namespace arbiter::report
