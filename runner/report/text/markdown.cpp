#include "report/text/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string fenced(std::string_view bytes, std::string_view info) {
  const std::string text = printable(bytes);
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  const bool is_ended = text.empty() || text.back() == '\n';
  return fmt::format("{}{}\n{}{}{}\n", fence, info, text, is_ended ? "" : "\n", fence);
}

}  // namespace

std::string code_span(std::string_view bytes) {
  const std::string text = one_line(bytes);
  if (text.empty()) return "(empty)";
  const std::string tick(longest_run(text, '`') + 1, '`');
  // One blank at each side is taken off again, if there is one at both.
  const auto at_edge = [](char c) { return c == '`' || c == ' '; };
  const std::string_view pad = at_edge(text.front()) || at_edge(text.back()) ? " " : "";
  return fmt::format("{}{}{}{}{}", tick, pad, text, pad, tick);
}

std::string code_block(std::string_view bytes, std::size_t most, std::string_view info) {
  if (bytes.empty()) return "(empty)\n";
  if (bytes.size() <= most) return fenced(bytes, info);
  const std::size_t tail = most / 3;
  const std::size_t head = most - tail;
  return fmt::format("{}\n{} left out here:\n\n{}", fenced(bytes.substr(0, head), info),
                     counted(bytes.size() - most, "byte"),
                     fenced(bytes.substr(bytes.size() - tail), info));
}

}  // namespace arbiter::report
