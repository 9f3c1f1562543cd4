#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "model/problem.hpp"
#include "model/statement.hpp"

namespace arbiter::report {

/// How the languages of a page are shown: one at a time, with a switch, or one after the other.
enum class PageUse : std::uint8_t { screen, paper };

/// One HTML document that needs nothing else and holds no script.
struct StatementPage {
  std::string html;
  std::vector<Diagnostic> diagnostics;  ///< warnings, as of render_markdown
};

/// The page of a problem. Error{invalid_package}: as of render_markdown.
Result<StatementPage> statement_page(const model::Problem& problem,
                                     const model::Statement& statement, PageUse use);

/// A language as its speakers call it; its code where that is not known.
std::string language_name(std::string_view language);

}  // namespace arbiter::report
