#include <fmt/format.h>

#include "base/text.hpp"
#include "report/json/documents.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

std::string bullet(const Style& style, bool is_good, const std::string& text) {
  return "  " + paint(style, is_good ? "32" : "33", is_good ? "+" : "-") + " " +
         paragraph(style, "", "", text, 4).substr(4);
}

std::string bullets(const Style& style, bool are_good, const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines)
    all += bullet(style, are_good, line);
  return all;
}

/// Commands stay on one line, however narrow the terminal, so that they can be copied.
std::string command(std::string_view when, const std::string& text) {
  return text.empty() ? std::string() : fmt::format("{}\n  {}\n", when, text);
}

std::string_view heading_of(const DoctorDocument& doctor) {
  if (!doctor.can_isolate) return "To enable it:";
  return doctor.remedy.starts_with("sudo arbiter") ? "For exact figures, run as root:"
                                                   : "For exact figures:";
}

/// What is there, then what is missing; languages of the same tool in one line.
std::string languages_text(const DoctorDocument& doctor, const Style& style) {
  std::string there;
  std::string missing;
  const auto& languages = doctor.languages;
  for (auto begin = languages.begin(); begin != languages.end();) {
    const auto end = std::find_if(begin, languages.end(), [&](const auto& language) {
      return language.tool != begin->tool || language.package != begin->package;
    });
    std::string names = begin->name;
    for (auto it = begin + 1; it != end; ++it)
      names += ", " + it->name;
    if (!begin->is_installed) {
      missing += bullet(style, false,
                        fmt::format("{}: {} is missing; sudo apt-get install {}", names,
                                    begin->tool, begin->package));
    } else {
      if (!begin->tool.empty()) names += ": " + begin->tool;
      if (!begin->version.empty()) names += ", " + begin->version;
      there += bullet(style, true, names);
    }
    begin = end;
  }
  return there + missing;
}

std::string grammars_text(const std::string& program, const Style& style) {
  const std::string what = "Checktestdata grammars: ";
  if (!program.empty()) return bullet(style, true, what + program);
  return bullet(style, false, what + "checktestdata is missing; github.com/DOMjudge/checktestdata");
}

}  // namespace

std::string doctor_text(const DoctorDocument& doctor, const Style& style) {
  std::string text;
  if (doctor.can_isolate) {
    // The mode goes to the next line where it does not fit.
    constexpr std::string_view k_title = "Programs can be isolated:";
    const bool fits = k_title.size() + 1 + display_width(doctor.mode) <= style.width;
    text = paint(style, "1;32", k_title) + (fits ? " " : "\n  ") + doctor.mode + "\n";
  } else {
    text = paint(style, "1;31", "Programs cannot be isolated here.") + "\n";
  }
  text += bullets(style, doctor.can_isolate, doctor.guarantees);
  text += bullets(style, false, doctor.missing);
  text += command(heading_of(doctor), doctor.remedy);
  text += command("Or, for arbiter-box alone:", doctor.alternative);
  if (!doctor.noise.empty()) {
    text += "Timing may be noisy:\n" + bullets(style, false, doctor.noise);
  }
  text +=
      "Languages:\n" + languages_text(doctor, style) + grammars_text(doctor.checktestdata, style);
  return text + fmt::format("Folders:\n  cache  {}\n  state  {}\n", doctor.cache, doctor.state);
}

}  // namespace arbiter::report
