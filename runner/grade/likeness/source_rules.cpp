#include "grade/likeness/source_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace arbiter::grade {
namespace {

constexpr std::string_view k_c_words =
    "break case catch class const continue default delete do else enum extern finally for foreach "
    "fn func function goto if import in include interface let loop match mut namespace new "
    "operator package private protected public return static struct switch template this throw "
    "try typedef typename union use using var volatile while yield";
constexpr std::string_view k_python_words =
    "and as assert async await break class continue def del elif else except finally for from "
    "global if import in is lambda nonlocal not or pass raise return try while with yield";
constexpr std::string_view k_pascal_words =
    "and array begin case const div do downto else end for function goto if in mod nil not of or "
    "procedure program record repeat set shl shr then to type until uses var while with xor";

/// The first row is that of languages without a row.
constexpr std::array<SourceRules, 11> k_table{{
    {.family = "c",
     .line_comments = {"//"},
     .block_begin = "/*",
     .block_end = "*/",
     .quotes = "\"'`",
     .has_raw_strings = true,
     .keywords = k_c_words},
    {.family = "nesting c",
     .line_comments = {"//"},
     .block_begin = "/*",
     .block_end = "*/",
     .blocks_nest = true,
     .quotes = "\"",
     .keywords = k_c_words},
    {.family = "php",
     .line_comments = {"//", "#"},
     .block_begin = "/*",
     .block_end = "*/",
     .quotes = "\"'`",
     .keywords = k_c_words},
    {.family = "python",
     .line_comments = {"#"},
     .quotes = "\"'",
     .has_long_quotes = true,
     .keywords = k_python_words},
    {.family = "script", .line_comments = {"#"}, .quotes = "\"'`"},
    {.family = "pascal",
     .line_comments = {"//"},
     .block_begin = "{",
     .block_end = "}",
     .block_begin_2 = "(*",
     .block_end_2 = "*)",
     .quotes = "'",
     .has_escapes = false,
     .ignores_case = true,
     .keywords = k_pascal_words},
    {.family = "haskell",
     .line_comments = {"--"},
     .block_begin = "{-",
     .block_end = "-}",
     .blocks_nest = true,
     .quotes = "\"",
     .has_ticks = true},
    {.family = "ocaml",
     .block_begin = "(*",
     .block_end = "*)",
     .blocks_nest = true,
     .quotes = "\"",
     .has_ticks = true},
    {.family = "lua",
     .line_comments = {"--"},
     .block_begin = "--[[",
     .block_end = "]]",
     .quotes = "\"'"},
    {.family = "ada",
     .line_comments = {"--"},
     .quotes = "\"",
     .has_escapes = false,
     .ignores_case = true},
    {.family = "prolog",
     .line_comments = {"%"},
     .block_begin = "/*",
     .block_end = "*/",
     .quotes = "\"'"},
}};

/// Beginnings of language ids; the first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> k_families{{
    {"python", "python"},
    {"pypy", "python"},
    {"pascal", "pascal"},
    {"haskell", "haskell"},
    {"ocaml", "ocaml"},
    {"lua", "lua"},
    {"ada", "ada"},
    {"prolog", "prolog"},
    {"php", "php"},
    {"ruby", "script"},
    {"perl", "script"},
    {"bash", "script"},
    {"rust", "nesting c"},
    {"kotlin", "nesting c"},
}};

}  // namespace

const SourceRules& source_rules(std::string_view language) {
  const auto fits = std::find_if(k_families.begin(), k_families.end(),
                                 [&](const auto& row) { return language.starts_with(row.first); });
  if (fits == k_families.end()) return k_table.front();
  const auto* row = std::find_if(k_table.begin(), k_table.end(), [&](const SourceRules& one) {
    return one.family == fits->second;
  });
  return row == k_table.end() ? k_table.front() : *row;
}

}  // namespace arbiter::grade
