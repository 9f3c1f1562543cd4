#include "report/text/markdown.hpp"

#include <algorithm>

#include "report/grade/feedback.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using Kind = FeedbackBlock::Kind;

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells)
    row += " " + markdown_text(cell) + " |";
  return row + "\n";
}

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += markdown_row(rows[i]);
    if (i > 0) continue;
    text += "|";
    for (std::size_t column = 0; column < rows[i].size(); ++column)
      text += " --- |";
    text += "\n";
  }
  return text;
}

std::string markdown_of(const FeedbackBlock& block) {
  switch (block.kind) {
    case Kind::title:
      return "# " + markdown_text(block.text) + "\n";
    case Kind::heading:
      return "## " + markdown_text(block.text) + "\n";
    case Kind::subheading:
      return "### " + markdown_text(block.text) + "\n";
    case Kind::item:
      return "- " + markdown_text(block.text) + "\n";
    case Kind::code:
      return code_block(block.text, block.text.size());
    case Kind::table:
      return markdown_table(block.rows);
    case Kind::text:
      break;
  }
  return markdown_text(block.text) + "\n";
}

}  // namespace

std::string feedback_markdown(const StudentView& view) {
  std::string text;
  Kind before = Kind::title;
  for (const FeedbackBlock& block : feedback_blocks(view)) {
    const bool continues_list = block.kind == Kind::item && before == Kind::item;
    if (!text.empty() && !continues_list) text += "\n";
    text += markdown_of(block);
    before = block.kind;
  }
  return text;
}

}  // namespace arbiter::report
