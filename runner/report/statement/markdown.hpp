#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "model/statement.hpp"

namespace arbiter::report {

/// What a statement's Markdown is shown with.
struct MarkdownNeeds {
  const std::map<std::string, std::string>& pictures;  ///< as in model::Statement
  const std::vector<std::string>& samples;             ///< as markup, in their order
  std::string id_prefix;  ///< of the ids in it, for one page of several
};

/// Markup that is safe to put into a page, and what of the text is not shown as it was meant.
struct RenderedMarkdown {
  std::string html;
  std::vector<Diagnostic> diagnostics;  ///< warnings
};

/// Markdown (CommonMark, tables, formulas between dollars) as markup. Markup in the text is shown
/// as text. Links lead to http, https, mailto and headings of the text only. Pictures are those of
/// the statement, as data. Samples stand where {{nextsample}} and {{remainingsamples}} are; those
/// that are left follow at the end. Error{invalid_package}: more than 64 MiB of markup.
Result<RenderedMarkdown> render_markdown(const model::StatementText& text,
                                         const MarkdownNeeds& needs);

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
