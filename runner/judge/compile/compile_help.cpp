#include "judge/compile/compile_help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/program/language_detection.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

struct WebCharacter {
  std::string_view bytes;
  std::string_view name;
  std::string_view remedy;
};

constexpr std::array k_web_characters = {
    WebCharacter{"\u00A0", "no-break space (U+00A0)", "write a space"},
    WebCharacter{"\u202F", "narrow no-break space (U+202F)", "write a space"},
    WebCharacter{"\u3000", "ideographic space (U+3000)", "write a space"},
    WebCharacter{"\u2018", "typographic quote (U+2018)", "write '"},
    WebCharacter{"\u2019", "typographic quote (U+2019)", "write '"},
    WebCharacter{"\u201C", "typographic quote (U+201C)", "write \""},
    WebCharacter{"\u201D", "typographic quote (U+201D)", "write \""},
    WebCharacter{"\u201E", "typographic quote (U+201E)", "write \""},
    WebCharacter{"\u00AB", "typographic quote (U+00AB)", "write \""},
    WebCharacter{"\u00BB", "typographic quote (U+00BB)", "write \""},
    WebCharacter{"\u2010", "typographic hyphen (U+2010)", "write -"},
    WebCharacter{"\u2011", "no-break hyphen (U+2011)", "write -"},
    WebCharacter{"\u2013", "typographic dash (U+2013)", "write -"},
    WebCharacter{"\u2014", "typographic dash (U+2014)", "write -"},
    WebCharacter{"\u2212", "minus sign (U+2212)", "write -"},
    WebCharacter{"\u00AD", "soft hyphen (U+00AD)", "delete it"},
    WebCharacter{"\u200B", "zero-width space (U+200B)", "delete it"},
    WebCharacter{"\u200C", "zero-width non-joiner (U+200C)", "delete it"},
    WebCharacter{"\u200D", "zero-width joiner (U+200D)", "delete it"},
    WebCharacter{"\u2060", "word joiner (U+2060)", "delete it"},
    WebCharacter{"\uFEFF", "byte order mark (U+FEFF)", "delete it"},
};

constexpr std::size_t k_most_helps = 3;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether the messages speak of that line: "main.cpp:3:" (g++), "main.py", line 3" (Python).
bool is_named(const std::string& log, const std::string& file, std::size_t line) {
  if (log.find(fmt::format("{}:{}:", file, line)) != std::string::npos) return true;
  const std::string python = fmt::format("{}\", line {}", file, line);
  const std::size_t at = log.find(python);
  return at != std::string::npos &&
         (at + python.size() == log.size() || !is_word(log[at + python.size()]));
}

std::size_t count_characters(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::optional<std::string> find_in(const SourceFile& file, const std::string& log,
                                   const WebCharacter& wanted) {
  if (file.bytes.find(wanted.bytes) == std::string::npos) return std::nullopt;
  const auto lines = split_lines(file.bytes);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t at = lines[i].find(wanted.bytes);
    if (at == std::string_view::npos || !is_named(log, file.name, i + 1)) continue;
    return fmt::format("{}:{}:{}: a {}, probably copied from a web page: {}", file.name, i + 1,
                       count_characters(lines[i].substr(0, at)) + 1, wanted.name, wanted.remedy);
  }
  return std::nullopt;
}

bool defines_main(std::string_view text) {
  constexpr std::string_view k_main = "main";
  for (std::size_t at = text.find(k_main); at != std::string_view::npos;
       at = text.find(k_main, at + 1)) {
    if (at > 0 && is_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t", at + k_main.size());
    if (next != std::string_view::npos && text[next] == '(') return true;
  }
  return false;
}

std::string shown_path(const fs::path& path, const fs::path& here) {
  const fs::path relative = path.lexically_relative(here);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return shell_quoted(is_below ? relative.string() : path.string());
}

}  // namespace

std::vector<std::string> help_for_characters(const std::vector<SourceFile>& files,
                                             const std::string& log) {
  std::vector<std::string> helps;
  for (const SourceFile& file : files) {
    for (const WebCharacter& wanted : k_web_characters) {
      if (helps.size() == k_most_helps) return helps;
      if (auto help = find_in(file, log, wanted)) helps.push_back(std::move(*help));
    }
  }
  return helps;
}

std::optional<std::string> help_for_main(const std::string& log,
                                         const std::vector<fs::path>& attachments,
                                         const model::Language& language, const fs::path& here) {
  if (log.find("undefined reference to `main'") == std::string::npos) return std::nullopt;
  for (const fs::path& path : attachments) {
    if (!is_source_of(language, path.filename().string())) continue;
    const auto text = read_file(path, mib(1));
    if (!text || !defines_main(*text)) continue;
    return fmt::format("the problem brings a main function for it: --add {}",
                       shown_path(path, here));
  }
  return std::nullopt;
}

bool may_be_the_standard(const std::string& log) {
  // Pascal's begins with a capital letter.
  return (log.find("error: ") != std::string::npos || log.find("Error: ") != std::string::npos) &&
         log.find("collect2: error") == std::string::npos &&
         log.find("No such file or directory") == std::string::npos;
}

std::vector<const model::Language*> other_standards(const model::Language& language,
                                                    const model::Languages& languages,
                                                    std::size_t most) {
  std::vector<const model::Language*> others;
  for (auto row = languages.rows.rbegin(); row != languages.rows.rend(); ++row) {
    if (row->family != language.family || row->id == language.id || row->compile.empty()) continue;
    if (others.size() < most) others.push_back(&*row);
  }
  return others;
}

std::string help_for_standard(const model::Language& language) {
  return fmt::format("it compiles as {}: --language {}", language.name, language.id);
}

}  // namespace arbiter::judge
