#include "cli/doctor_text.hpp"

#include <fmt/format.h>

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

std::string command(std::string_view when, const std::string& text) {
  return text.empty() ? std::string() : fmt::format("{}\n  {}\n", when, text);
}

std::string_view heading_of(const box::Probe& probe) {
  if (!probe.can_isolate) return "To enable it:";
  return probe.remedy.starts_with("sudo arbiter") ? "For exact figures, run as root:"
                                                  : "For exact figures:";
}

std::string grammars_text(const std::string& program, const Terminal& terminal) {
  const std::string what = "Checktestdata grammars: ";
  if (!program.empty()) return bullet(terminal, "+", "32", what + program);
  return bullet(terminal, "-", "33",
                what + "checktestdata is missing; github.com/DOMjudge/checktestdata");
}

std::string languages_text(const std::vector<ToolchainSeen>& toolchains, const Terminal& terminal) {
  std::string there;
  std::string missing;
  for (const ToolchainSeen& toolchain : toolchains) {
    std::string names;
    for (const model::Language* language : toolchain.languages)
      names += (names.empty() ? "" : ", ") + language->name;
    if (!toolchain.is_there) {
      missing += bullet(terminal, "-", "33",
                        fmt::format("{}: {} is missing; sudo apt-get install {}", names,
                                    toolchain.tool, toolchain.languages.front()->package));
      continue;
    }
    if (!toolchain.tool.empty()) names += ": " + toolchain.tool;
    if (!toolchain.version.empty()) names += ", " + toolchain.version;
    there += bullet(terminal, "+", "32", names);
  }
  return there + missing;
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

std::string doctor_text(const Examination& seen, const Terminal& terminal) {
  const box::Probe& probe = seen.probe;
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
    text +=
        probe.can_isolate ? bullet(terminal, "+", "32", line) : bullet(terminal, "-", "33", line);
  for (const std::string& line : probe.missing)
    text += bullet(terminal, "-", "33", line);
  text += command(heading_of(probe), probe.remedy);
  text += command("Or, for arbiter-box alone:", probe.alternative);
  if (!probe.noise.empty()) {
    text += "Timing may be noisy:\n";
    for (const std::string& line : probe.noise)
      text += bullet(terminal, "-", "33", line);
  }
  text += "Languages:\n" + languages_text(seen.toolchains, terminal) +
          grammars_text(seen.checktestdata, terminal);
  text += fmt::format("Folders:\n  cache  {}\n  state  {}\n", seen.cache, seen.state);
  return text;
}

}  // namespace arbiter::cli
