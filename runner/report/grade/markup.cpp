#include "report/grade/markup.hpp"

#include <fmt/format.h>

#include <array>

#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using Kind = FeedbackBlock::Kind;
using Rows = std::vector<std::vector<std::string>>;

/// How a block of one text is written.
struct Markup {
  std::string_view before;   ///< in Markdown
  std::string_view element;  ///< in HTML
};

/// By kind; a table is no block of one text.
constexpr std::array<Markup, 6> k_markups = {
    {{"# ", "h1"}, {"## ", "h2"}, {"### ", "h3"}, {"", "p"}, {"- ", "li"}, {"", "pre"}}};
static_assert(k_markups.size() == static_cast<std::size_t>(Kind::table));

const Markup& markup_of(Kind kind) {
  return k_markups.at(static_cast<std::size_t>(kind));
}

std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "|";
    for (const std::string& cell : rows[i])
      text += " " + markdown_text(cell) + " |";
    text += "\n";
    if (i > 0) continue;
    text += "|";
    for (std::size_t column = 0; column < rows[i].size(); ++column)
      text += " --- |";
    text += "\n";
  }
  return text;
}

std::string markdown_of(const FeedbackBlock& block) {
  if (block.kind == Kind::table) return markdown_table(block.rows);
  if (block.kind == Kind::code) return code_block(block.text, block.text.size());
  return fmt::format("{}{}\n", markup_of(block.kind).before, markdown_text(block.text));
}

std::string element(std::string_view name, const std::string& text) {
  return fmt::format("<{0}>{1}</{0}>", name, html_text(text));
}

std::string html_of(const FeedbackBlock& block) {
  if (block.kind != Kind::table) return element(markup_of(block.kind).element, block.text) + "\n";
  std::string text = "<table>\n";
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    text += "<tr>";
    for (const std::string& cell : block.rows[i])
      text += element(i == 0 ? "th" : "td", cell);
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

}  // namespace

std::string markdown_of(const std::vector<FeedbackBlock>& blocks) {
  std::string text;
  Kind before = Kind::title;
  for (const FeedbackBlock& block : blocks) {
    const bool continues_list = block.kind == Kind::item && before == Kind::item;
    if (!text.empty() && !continues_list) text += "\n";
    text += markdown_of(block);
    before = block.kind;
  }
  return text;
}

std::string html_of(const std::vector<FeedbackBlock>& blocks) {
  std::string text;
  bool is_in_list = false;
  for (const FeedbackBlock& block : blocks) {
    if ((block.kind == Kind::item) != is_in_list) {
      text += is_in_list ? "</ul>\n" : "<ul>\n";
      is_in_list = !is_in_list;
    }
    text += html_of(block);
  }
  return text + (is_in_list ? "</ul>\n" : "");
}

}  // namespace arbiter::report
