#pragma once

#include <array>
#include <string_view>

namespace arbiter::grade {

/// How a family of languages writes what is no code, and which words are not the author's own.
struct SourceRules {
  std::string_view family = {};
  std::array<std::string_view, 2> line_comments = {};  ///< empty: there are no more
  std::string_view block_begin = {};                   ///< empty: there are no such comments
  std::string_view block_end = {};
  std::string_view block_begin_2 = {};  ///< a second kind of them, as (* *) in Pascal
  std::string_view block_end_2 = {};
  bool blocks_nest = false;
  std::string_view quotes = {};  ///< bytes that begin a string and end it
  bool has_escapes = true;       ///< a backslash within strings takes the next byte with it
  bool has_long_quotes = false;  ///< a quote three times, as in Python
  bool has_raw_strings = false;  ///< R"x( )x", as in C++
  bool has_ticks = false;        ///< names may go on after an apostrophe, as x'
  bool ignores_case = false;
  std::string_view keywords = {};  ///< separated by blanks; empty: every word counts as a name
};

/// The rules of a language by its id; those of C where there are none of its own.
const SourceRules& source_rules(std::string_view language);

}  // namespace arbiter::grade
