#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What the two sides of a difference are called.
struct DifferenceWords {
  std::string_view expected = "expected";
  std::string_view got = "got";
  std::string_view answer = "answer";  ///< "in the answer", "end of answer"
};

/// Where output and answer part, what was expected and what came, with a caret under the first
/// character that differs. Long texts are cut so that it is seen. Several lines, each ended. Blanks
/// are seen: a space is "·", a tab "→", a line end "⏎" (with "␍" before it if there is a carriage
/// return), a no-break space "⍽", a byte order mark "<BOM>". Other control characters and what is
/// not UTF-8 are \xNN.
std::string render_difference(const FirstDifference& difference, const Style& style,
                              const DifferenceWords& words = {});

/// The same without the line that says where.
std::string difference_lines(const FirstDifference& difference, const Style& style,
                             const DifferenceWords& words = {});

/// At most `most` lines of a file, cut to the style's width, as they are but for blanks that are
/// easily overlooked: those are seen as in a difference. Then how much was left out. Empty for a
/// file that is no text.
std::string head_block(const model::FileHead& file, std::size_t most, const Style& style);

/// Whether a checker's message says nothing but what `render_difference` says better.
bool is_drawn(const std::optional<FirstDifference>& difference, std::string_view message);

/// One of two texts that are shown together.
struct Side {
  std::string title;  ///< safe to print
  std::string_view bytes;
  std::int64_t left_out = 0;  ///< bytes beyond those
};

/// What was expected and what came, in two columns with a caret under the first difference; one
/// below the other, and the difference on its own, where they do not fit. Of long texts the lines
/// around the difference are shown.
std::string side_by_side(const Side& expected, const Side& got,
                         const std::optional<FirstDifference>& difference, const Style& style,
                         const DifferenceWords& words = {});

}  // namespace arbiter::report
