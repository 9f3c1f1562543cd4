#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "intake/files/programs.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

using Parts = std::vector<ProgramPart>;

std::string source_of(const ProgramPart& part) {
  constexpr Bytes k_most = mib(4);
  auto text = read_file(part.node->path, k_most, Links::refuse);
  return text ? *std::move(text) : std::string();
}

bool is_called_main(const ProgramPart& part) {
  const std::string stem = folded(stem_of(*part.node));
  return stem == "main" || stem == "__main__";
}

/// The files of which names say that the program begins there: one, or none if they do not tell.
/// The closer a name is to that of the problem the better.
Parts told_by_name(const Parts& candidates, std::size_t problem, const ProblemIndex& problems) {
  using Problems = std::vector<std::size_t>;
  const std::array<std::function<bool(const ProgramPart&)>, 3> signs = {
      is_called_main,
      [&](const ProgramPart& one) {
        return problems.called(stem_of(*one.node)) == Problems{problem};
      },
      [&](const ProgramPart& one) {
        return problems.named_in(stem_of(*one.node)) == Problems{problem};
      }};
  Parts found;
  for (std::size_t i = 0; i < signs.size() && found.empty(); ++i)
    std::ranges::copy_if(candidates, std::back_inserter(found), signs.at(i));
  return found.size() == 1 ? found : Parts{};
}

constexpr std::array<std::string_view, 13> k_main_families = {
    "cpp", "c",     "java",  "csharp",  "go",  "rust",      "kotlin",
    "d",   "swift", "scala", "haskell", "zig", "objectivec"};

/// Whether programs of the family are compiled as a whole and begin at a function called main; in
/// other languages a file is run, and loads others.
bool begins_at_main(std::string_view family) {
  return std::ranges::find(k_main_families, family) != k_main_families.end();
}

/// Files in which a program of the family could begin.
Parts beginnings(const Parts& sources, const std::string& family) {
  Parts found;
  std::vector<std::string> texts;
  for (const ProgramPart& part : sources)
    texts.push_back(source_of(part));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (begins_at_main(family)) {
      if (has_main(texts[i], family)) found.push_back(sources[i]);
      continue;
    }
    const std::string stem = stem_of(*sources[i].node);
    bool is_loaded = false;
    for (std::size_t j = 0; j < sources.size(); ++j)
      is_loaded = is_loaded || (i != j && loads(texts[j], stem));
    if (!is_loaded) found.push_back(sources[i]);
  }
  return found;
}

/// The sources but those that are other beginnings, the chosen one first.
void put_together(const Parts& sources, const Parts& all_beginnings, const ProgramPart& first,
                  ChosenSources& chosen) {
  Parts program = {first};
  for (const ProgramPart& part : sources) {
    if (part.node == first.node) continue;
    (is_among(part, all_beginnings) ? chosen.aside : program).push_back(part);
  }
  chosen.attempts.push_back(std::move(program));
}

/// "main.cpp", "main-1.cpp" and "main-2.cpp" in this order, if that is all there is.
std::vector<Parts> numbered_copies(const Parts& sources) {
  std::set<std::string> bases;
  std::map<int, ProgramPart> copies;
  for (const ProgramPart& part : sources) {
    const AttemptName name = split_attempt(stem_of(*part.node));
    const std::string folder = part.name.substr(0, part.name.size() - part.node->name.size());
    bases.insert(folder + folded(name.base) + ending_of(*part.node));
    copies.emplace(name.number.value_or(0), part);
  }
  const bool is_twice = copies.size() < sources.size();
  if (bases.size() != 1 || is_twice) return {};
  std::vector<Parts> attempts;
  for (const auto& [number, copy] : copies)
    attempts.push_back({copy});
  return attempts;
}

/// What no program begins with helps each of the attempts.
void share_helpers(const Parts& sources, const Parts& candidates, ChosenSources& chosen) {
  for (const ProgramPart& part : sources) {
    if (is_among(part, candidates)) continue;
    for (Parts& attempt : chosen.attempts)
      attempt.push_back(part);
  }
}

std::string names_of(const Parts& parts) {
  constexpr std::size_t k_most = 4;
  std::string names;
  for (std::size_t i = 0; i < parts.size() && i < k_most; ++i) {
    if (i > 0) names += i + 1 == parts.size() ? " and " : ", ";
    names += printable(parts[i].name);
  }
  if (parts.size() > k_most) names += fmt::format(" and {} more", parts.size() - k_most);
  return names;
}

/// Whether another language has the same name with a number: of "main.c" and "main-1.py" nobody can
/// say which was meant.
bool has_copy_elsewhere(const ProgramPart& told, const Parts& sources, const SourceKinds& kinds) {
  const std::string stem = folded(stem_of(*told.node));
  const std::string family = kinds.family(told.node->name);
  return std::ranges::any_of(sources, [&](const ProgramPart& one) {
    const AttemptName name = split_attempt(stem_of(*one.node));
    return name.number && folded(name.base) == stem && kinds.family(one.node->name) != family;
  });
}

/// Leaves the sources of one language, if names tell of which.
Parts of_one_family(const Parts& sources, std::size_t problem, const ProblemIndex& problems,
                    const SourceKinds& kinds, ChosenSources& chosen) {
  std::set<std::string> families;
  for (const ProgramPart& part : sources)
    families.insert(kinds.family(part.node->name));
  if (families.size() < 2) return sources;
  const Parts told = told_by_name(sources, problem, problems);
  if (told.empty() || has_copy_elsewhere(told.front(), sources, kinds)) {
    chosen.why = fmt::format("{} are in several languages", names_of(sources));
    return {};
  }
  Parts kept;
  const std::string family = kinds.family(told.front().node->name);
  for (const ProgramPart& part : sources)
    (kinds.family(part.node->name) == family ? kept : chosen.aside).push_back(part);
  return kept;
}

std::string extension_in(std::string_view name) {
  return std::filesystem::path(name).extension().string();
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

bool is_among(const ProgramPart& part, const Parts& parts) {
  return std::ranges::find(parts, part.node, &ProgramPart::node) != parts.end();
}

ChosenSources choose_sources(const Parts& all, std::size_t problem, const ProblemIndex& problems,
                             const SourceKinds& kinds) {
  ChosenSources chosen;
  const Parts sources = of_one_family(all, problem, problems, kinds, chosen);
  if (sources.empty()) return chosen;
  if (sources.size() == 1) {
    chosen.attempts = {sources};
    return chosen;
  }
  const std::string family = kinds.family(sources.front().node->name);
  const Parts candidates = beginnings(sources, family);
  chosen.begins_with_first = !begins_at_main(family);
  if (candidates.size() > 1) {
    chosen.attempts = numbered_copies(candidates);
    share_helpers(sources, candidates, chosen);
    if (!chosen.attempts.empty()) return chosen;
  }
  const bool has_no_main = candidates.empty() && begins_at_main(family);
  const Parts first = candidates.size() == 1 ? candidates
                      : has_no_main          ? sources
                                             : told_by_name(candidates, problem, problems);
  if (!first.empty()) {
    put_together(sources, candidates, first.front(), chosen);
    return chosen;
  }
  chosen.aside.clear();
  chosen.why = begins_at_main(family)
                   ? fmt::format("{} have a main function each", names_of(candidates))
                   : fmt::format("the program could begin with {}", names_of(candidates));
  return chosen;
}

SourceKinds::SourceKinds(const model::Languages& languages) {
  for (const model::Language& row : languages.rows) {
    for (const std::string& extension : row.extensions)
      families_.emplace(extension, row.family.empty() ? row.id : row.family);
    for (const std::string& extension : row.header_extensions)
      headers_.emplace(extension, row.family);
  }
}

std::string SourceKinds::family(std::string_view name) const {
  const std::string extension = extension_in(name);
  auto found = families_.find(extension);
  if (found == families_.end()) found = families_.find(lower_ascii(extension));
  return found == families_.end() ? std::string() : found->second;
}

bool SourceKinds::is_header(std::string_view name) const {
  const std::string extension = extension_in(name);
  return headers_.contains(extension) || headers_.contains(lower_ascii(extension));
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
