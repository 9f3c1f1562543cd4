#include <fmt/format.h>

#include <algorithm>

#include "report/grade/feedback.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using Kind = FeedbackBlock::Kind;

constexpr std::string_view k_style =
    "body{font-family:sans-serif;max-width:50em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .6em;text-align:left}"
    "pre{background:#f3f3f3;color:#111;padding:.6em;overflow:auto;white-space:pre-wrap}";

std::string element(std::string_view name, const std::string& text) {
  return fmt::format("<{0}>{1}</{0}>\n", name, html_text(text));
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string text = "<table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "<tr>";
    for (const std::string& cell : rows[i])
      text += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", html_text(cell));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string html_of(const FeedbackBlock& block) {
  switch (block.kind) {
    case Kind::title:
      return element("h1", block.text);
    case Kind::heading:
      return element("h2", block.text);
    case Kind::subheading:
      return element("h3", block.text);
    case Kind::item:
      return element("li", block.text);
    case Kind::code:
      return element("pre", block.text);
    case Kind::table:
      return html_table(block.rows);
    case Kind::text:
      break;
  }
  return element("p", block.text);
}

}  // namespace

std::string feedback_html(const StudentView& view) {
  const std::vector<FeedbackBlock> blocks = feedback_blocks(view);
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n";
  text += element("title", blocks.empty() ? "Feedback" : blocks.front().text);
  text += fmt::format("<style>{}</style>\n</head>\n<body>\n", k_style);
  bool is_in_list = false;
  for (const FeedbackBlock& block : blocks) {
    if ((block.kind == Kind::item) != is_in_list) {
      text += is_in_list ? "</ul>\n" : "<ul>\n";
      is_in_list = !is_in_list;
    }
    text += html_of(block);
  }
  if (is_in_list) text += "</ul>\n";
  return text + "</body>\n</html>\n";
}

}  // namespace arbiter::report
