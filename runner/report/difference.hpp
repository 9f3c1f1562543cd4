#pragma once

#include <string>
#include <string_view>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// Bytes of a program on one line of valid UTF-8, with blanks to be seen: a space is "·", a tab
/// "→", a line end "⏎" (with "␍" before it if there is a carriage return), a no-break space "⍽", a
/// byte order mark "<BOM>". Other control characters and what is not UTF-8 are \xNN.
std::string visible(std::string_view bytes);

/// Where output and answer part, what was expected and what came, with a caret under the first
/// character that differs. Long texts are cut so that it is seen. Several lines, each ended.
std::string render_difference(const model::FirstDifference& difference, const Style& style);

}  // namespace arbiter::report
