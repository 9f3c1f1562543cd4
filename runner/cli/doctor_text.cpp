#include "cli/doctor_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "base/text.hpp"

namespace arbiter::cli {
namespace {

std::string painted(const Terminal& terminal, std::string_view style, std::string_view text) {
  return terminal.color ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

std::string bullet(const Terminal& terminal, std::string_view mark, std::string_view style,
                   const std::string& text) {
  return fmt::format("  {} {}\n", painted(terminal, style, mark),
                     wrapped(text, terminal.width - 4, 4));
}

/// A language is there when the program that its toolchain begins with is.
bool is_installed(const model::Language& language) {
  const std::vector<std::string>& command =
      !language.compile.empty() ? language.compile : language.run;
  if (command.empty() || command.front().find('{') != std::string::npos) return true;
  const std::string& program = command.front();
  const std::string path = program.starts_with('/') ? program : "/usr/bin/" + program;
  return ::access(path.c_str(), X_OK) == 0;
}

std::string languages_text(const model::Languages& languages, const Terminal& terminal) {
  std::string there;
  std::string text;
  for (const model::Language& language : languages.rows) {
    if (is_installed(language)) {
      there += (there.empty() ? "" : ", ") + language.name;
    } else {
      text += bullet(
          terminal, "-", "33",
          fmt::format("{} is missing: sudo apt-get install {}", language.name, language.package));
    }
  }
  return bullet(terminal, "+", "32", there) + text;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string all;
  std::size_t column = 0;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::size_t columns = display_width(word);
    if (column > 0 && column + 1 + columns > width) {
      all += "\n" + std::string(indent, ' ');
      column = 0;
    } else if (column > 0) {
      all += ' ';
      ++column;
    }
    all += word;
    column += columns;
    begin = end + 1;
  }
  return all;
}

std::string doctor_text(const box::Probe& probe, const Surroundings& surroundings,
                        const Terminal& terminal) {
  std::string text;
  if (probe.can_isolate) {
    // The mode goes to the next line where it does not fit.
    constexpr std::string_view k_title = "Programs can be isolated:";
    const std::string mode(box::mode_name(probe.mode));
    const bool fits = k_title.size() + 1 + display_width(mode) <= terminal.width;
    text += fmt::format("{}{}{}\n", painted(terminal, "1;32", k_title), fits ? " " : "\n  ", mode);
  } else {
    text += painted(terminal, "1;31", "Programs cannot be isolated here.") + "\n";
  }
  for (const std::string& line : probe.guarantees)
    text += bullet(terminal, "+", "32", line);
  for (const std::string& line : probe.missing)
    text += bullet(terminal, "-", "33", line);
  if (!probe.remedy.empty()) text += fmt::format("To change that:\n  {}\n", probe.remedy);
  if (!probe.noise.empty()) {
    text += "Timing may be noisy:\n";
    for (const std::string& line : probe.noise)
      text += bullet(terminal, "-", "33", line);
  }
  text += "Languages:\n" + languages_text(surroundings.languages, terminal);
  text += fmt::format("Folders:\n  cache  {}\n  state  {}\n", surroundings.paths.cache.string(),
                      surroundings.paths.state.string());
  return text;
}

}  // namespace arbiter::cli
