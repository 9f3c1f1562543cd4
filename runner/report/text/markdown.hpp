#pragma once

#include <string>
#include <string_view>

namespace arbiter::report {

/// Foreign bytes within a paragraph of Markdown: a code span in which nothing has a meaning,
/// whatever it holds. One line.
std::string code_span(std::string_view bytes);

/// Foreign bytes as a fenced code block of Markdown that nothing in them can end. Of more than
/// `most` bytes the beginning and the end are shown. `info` names the language, or is empty.
std::string code_block(std::string_view bytes, std::size_t most, std::string_view info = {});

}  // namespace arbiter::report
