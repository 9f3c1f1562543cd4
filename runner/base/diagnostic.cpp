#include "base/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace arbiter {
namespace {

struct Paint {
  bool on;
  [[nodiscard]] std::string operator()(std::string_view style, std::string_view text) const {
    return on ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
  }
};

constexpr std::string_view k_bold = "1";
constexpr std::string_view k_blue = "1;34";

/// The part of a line that is shown, and below it the blanks before the carets and their number.
struct Excerpt {
  std::string text;
  std::string padding;
  std::size_t carets = 1;
};

Excerpt excerpt(const Place& place) {
  constexpr std::size_t k_most = 200;
  constexpr std::size_t k_before = 100;
  const std::string_view line = place.source_line;
  const auto column = static_cast<std::size_t>(std::max(0, place.column - 1));
  const std::size_t fault = std::min(column, line.size());
  const std::size_t begin =
      line.size() <= k_most || fault <= k_most - k_before ? 0 : fault - k_before;
  const std::size_t first = character_start(line, begin);
  const std::size_t last = character_start(line, std::min(line.size(), begin + k_most));

  Excerpt shown;
  const std::string_view cut = "…";
  shown.text =
      fmt::format("{}{}{}", first > 0 ? cut : "", printable(line.substr(first, last - first)),
                  last < line.size() ? cut : "");
  if (first > 0) shown.padding = " ";
  const std::string before = printable(line.substr(first, fault - first));
  std::string_view rest = before;
  while (!rest.empty()) {
    // A tab is kept so that the carets stand right whatever the terminal's tab stops are.
    const std::size_t tab = std::min(rest.find('\t'), rest.size());
    shown.padding += std::string(display_width(rest.substr(0, tab)), ' ');
    if (tab == rest.size()) break;
    shown.padding += '\t';
    rest.remove_prefix(tab + 1);
  }
  const auto length = static_cast<std::size_t>(std::max(1, place.length));
  const std::string meant = printable(line.substr(fault, std::min(length, last - fault)));
  shown.carets = std::clamp<std::size_t>(display_width(meant), 1, 80);
  return shown;
}

std::string render_place(const Place& place, const Paint& paint) {
  std::string position = printable(place.path);
  if (place.line > 0) position += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) position += fmt::format(":{}", place.column);
  const std::string number = place.line > 0 ? std::to_string(place.line) : std::string();
  const std::string margin(number.size(), ' ');
  std::string text = fmt::format("{}{} {}\n", margin, paint(k_blue, "-->"), position);
  if (place.line == 0 || place.source_line.empty()) return text;
  text += fmt::format("{} {}\n", margin, paint(k_blue, "|"));
  const Excerpt shown = excerpt(place);
  text += fmt::format("{} {} {}\n", paint(k_blue, number), paint(k_blue, "|"), shown.text);
  if (place.column > 0) {
    text += fmt::format("{} {} {}{}\n", margin, paint(k_blue, "|"), shown.padding,
                        paint("1;31", std::string(shown.carets, '^')));
  }
  return text;
}

struct SeverityLook {
  std::string_view word;
  std::string_view color;
};

const SeverityLook& look_of(Severity severity) {
  static constexpr std::array<SeverityLook, 3> k_looks = {
      {{"error", "1;31"}, {"warning", "1;33"}, {"note", "1;36"}}};
  return k_looks.at(static_cast<std::size_t>(severity));
}

}  // namespace

std::string_view severity_word(Severity severity) {
  return look_of(severity).word;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity) !=
         diagnostics.end();
}

std::string render(const Diagnostic& diagnostic, bool color) {
  const Paint paint{color};
  std::string head(severity_word(diagnostic.severity));
  if (!diagnostic.code.empty()) head += fmt::format("[{}]", diagnostic.code);
  std::string text = fmt::format("{}: {}\n", paint(look_of(diagnostic.severity).color, head),
                                 paint(k_bold, printable(diagnostic.message)));
  if (diagnostic.place) text += render_place(*diagnostic.place, paint);
  const auto add = [&](std::string_view label, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      text +=
          fmt::format("  {} {}: {}\n", paint(k_blue, "="), paint(k_bold, label), printable(line));
  };
  add("note", diagnostic.notes);
  add("help", diagnostic.helps);
  return text;
}

}  // namespace arbiter
