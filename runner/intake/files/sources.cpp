#include "intake/files/sources.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

constexpr std::array<std::string_view, 13> k_main_families = {
    "cpp", "c",     "java",  "csharp",  "go",  "rust",      "kotlin",
    "d",   "swift", "scala", "haskell", "zig", "objectivec"};

std::string_view extension_in(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The source with comments and quoted texts blanked out.
std::string code_of(std::string_view source) {
  std::string code;
  code.reserve(source.size());
  for (std::size_t at = 0; at < source.size();) {
    if (source.substr(at, 2) == "//") {
      at = std::min(source.find('\n', at), source.size());
    } else if (source.substr(at, 2) == "/*") {
      const std::size_t end = source.find("*/", at + 2);
      at = end == std::string_view::npos ? source.size() : end + 2;
      code += ' ';
    } else if (source.substr(at, 3) == "'\"'" || source.substr(at, 4) == "'\\\"'") {
      at = source.find('\'', at + 2) + 1;
    } else if (source[at] == '"') {
      ++at;
      while (at < source.size() && source[at] != '"' && source[at] != '\n')
        at += source[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, source.size());
      code += ' ';
    } else {
      code += source[at++];
    }
  }
  return code;
}

/// Where `word` next stands as a whole word, from `at` on.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t at) {
  for (at = text.find(word, at); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_character(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word_character(text[end]))) return at;
  }
  return at;
}

/// Whether a word or a type stands before `at`: what comes before is a definition, not a call.
bool follows_type(std::string_view code, std::size_t at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(code[at - 1])) != 0)
    --at;
  if (at == 0) return true;  // the oldest C says no type
  const char before = code[at - 1];
  if (before == ';' || before == '}') return true;
  std::size_t begin = at;
  while (begin > 0 && is_word_character(code[begin - 1]))
    --begin;
  return begin < at && code.substr(begin, at - begin) != "return";
}

}  // namespace

SourceKinds::SourceKinds(const model::Languages& languages) {
  for (const model::Language& row : languages.rows) {
    for (const std::string& extension : row.extensions)
      families_.emplace(extension, row.family.empty() ? row.id : row.family);
    for (const std::string& extension : row.header_extensions)
      headers_.emplace(extension, row.family);
  }
}

std::string SourceKinds::family(std::string_view name) const {
  const std::string_view extension = extension_in(name);
  auto found = families_.find(extension);
  if (found == families_.end()) found = families_.find(lower_ascii(extension));
  return found == families_.end() ? std::string() : found->second;
}

bool SourceKinds::is_header(std::string_view name) const {
  const std::string_view extension = extension_in(name);
  return headers_.contains(extension) || headers_.contains(lower_ascii(extension));
}

bool begins_at_main(std::string_view family) {
  return std::ranges::find(k_main_families, family) != k_main_families.end();
}

bool has_main(std::string_view source, std::string_view family) {
  const std::string code = code_of(source);
  const std::string_view name = family == "csharp" ? "Main" : "main";
  for (std::size_t at = find_word(code, name, 0); at != std::string::npos;
       at = find_word(code, name, at + 1)) {
    std::size_t next = at + name.size();
    while (next < code.size() && std::isspace(static_cast<unsigned char>(code[next])) != 0)
      ++next;
    if (family == "haskell") {
      if (next < code.size() && code[next] == '=') return true;
      continue;
    }
    if (next < code.size() && code[next] == '(' && follows_type(code, at)) return true;
  }
  return false;
}

bool loads(std::string_view source, std::string_view module) {
  constexpr std::array<std::string_view, 7> k_verbs = {"import",  "from", "require", "use",
                                                       "include", "load", "source"};
  for (const std::string_view line : split_lines(source)) {
    const bool is_about = std::ranges::any_of(
        k_verbs, [&](std::string_view verb) { return line.find(verb) != std::string_view::npos; });
    if (is_about && find_word(line, module, 0) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace arbiter::intake
