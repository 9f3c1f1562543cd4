#pragma once

#include <string>
#include <string_view>

namespace arbiter::report {

/// A formula as pages show it.
struct Formula {
  std::string html;   ///< a math element; where it is not understood, the source as code
  std::string fault;  ///< what is not understood, as a sentence's beginning; empty: all is
};

/// Reads what follows a dollar sign: the part of TeX's mathematics that statements use, with
/// symbols.txt for the names of single symbols. A formula that is not wholly understood is shown as
/// it was written, since a part of it could say something else. Takes time in proportion to the
/// length, whatever the text is.
Formula formula_of(std::string_view tex, bool is_display);

}  // namespace arbiter::report
