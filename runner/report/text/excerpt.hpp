#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace arbiter::report {

/// Some lines of a text, counted from 0; the last one is not included.
struct LineRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// All lines of a text, or, if there are more than `most`, the first ones and some last ones.
std::vector<LineRange> both_ends(std::size_t lines, std::size_t most);

/// All lines of a text, or `most` of them with line `focus` in their middle if that can be.
LineRange around(std::size_t lines, std::size_t most, std::size_t focus);

/// One line of an excerpt: of the text, or a note on what was left out there.
struct ExcerptRow {
  std::string text;  ///< safe to print, tabs as blanks, none at the end
  std::size_t line = 0;
  bool is_note = false;
  bool is_whole = false;  ///< all of that line
};

/// Those lines of bytes of a program, with a note wherever lines are left out and where the middle
/// of a very long line is.
std::vector<ExcerptRow> excerpt(std::string_view bytes, const std::vector<LineRange>& shown);

/// The rows with a bar before those of the text, which are cut into lines that fit.
std::string barred(const std::vector<ExcerptRow>& rows, const Style& style);

/// At most `most` lines of bytes of a program, the last ones if `keep_end`, as barred() shows them.
std::string quoted_block(std::string_view bytes, std::size_t most, bool keep_end,
                         const Style& style);

/// Bytes as one row of an excerpt shows them: safe to print, tabs as blanks.
std::string untabbed(std::string_view bytes);

}  // namespace arbiter::report
