#include "judge/compile/compile_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/program/language_detection.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

Result<SourceFile> read_source(const ProgramFile& file, ErrorKind kind) {
  auto bytes = read_file(file.path, k_most_sources, file.links);
  if (!bytes) {
    Error error = std::move(bytes).error();
    error.kind = kind;
    return error;
  }
  return SourceFile{file, std::move(bytes).value()};
}

void add(SourceSet& set, SourceFile added) {
  const auto same = std::ranges::find(set.files, added.name, &SourceFile::name);
  if (same != set.files.end()) set.files.erase(same);
  if (set.main == added.name) set.main.clear();
  set.files.push_back(std::move(added));
}

/// Larger files are data, and constants in them might make any size of them.
constexpr std::size_t k_most_rewritten = std::size_t{1} << 20;

void replace_constants(SourceFile& file, const model::Constants* constants) {
  if (constants == nullptr || constants->empty() || file.bytes.size() > k_most_rewritten) return;
  std::string replaced = model::with_constants(file.bytes, *constants);
  file.is_rewritten = replaced != file.bytes;
  if (file.is_rewritten) file.links = Links::follow;
  file.bytes = std::move(replaced);
}

Result<void> add_included(SourceSet& set, const CompileRequest& request, const ProgramFile& file) {
  ARBITER_TRY(source, read_source(file, ErrorKind::invalid_package));
  const model::Language& language = *request.submission->language;
  source.is_compiled = is_source_of(language, file.name);
  source.is_added = true;
  source.is_data = !source.is_compiled && !is_header_of(language, file.name);
  replace_constants(source, request.constants);
  const std::string extension = fs::path(file.name).extension().string();
  const bool is_main = source.name == set.main || source.name == "main" + extension ||
                       source.name == "__main__" + extension;
  add(set, std::move(source));
  if (is_main && set.files.back().is_compiled) set.main = file.name;
  return {};
}

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

constexpr std::string_view k_python_2 = "this is Python 2 code; Python 3 wants print(…)";

constexpr std::array k_foreign_code = {
    Saying{"__int64", "__int64 is for Visual C++ alone: write long long"},
    Saying{"iostream.h: No such file",
           "iostream.h is from before standard C++: include <iostream>, and add "
           "using namespace std;"},
    Saying{"conio.h: No such file", "conio.h is for DOS and Windows alone: remove what uses it"},
    Saying{"windows.h: No such file", "windows.h is for Windows alone: remove what uses it"},
    Saying{"Missing parentheses in call to 'print'", k_python_2},
    Saying{"Missing parentheses in call to 'exec'", k_python_2},
};

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

std::vector<std::string> SourceSet::arguments() const {
  std::vector<std::string> names;
  for (const SourceFile& file : files) {
    if (file.is_compiled) names.push_back(as_argument(file.name));
  }
  return names;
}

std::vector<std::string_view> SourceSet::compiled_texts() const {
  std::vector<std::string_view> texts;
  for (const SourceFile& file : files) {
    if (file.is_compiled) texts.push_back(file.bytes);
  }
  return texts;
}

Bytes SourceSet::code_size() const {
  Bytes size;
  for (const SourceFile& file : files) {
    if (!file.is_added) size.count += static_cast<std::int64_t>(file.bytes.size());
  }
  return size;
}

bool SourceSet::mentions_kits() const {
  return std::ranges::any_of(files, [](const SourceFile& file) {
    return file.bytes.find("arbiter/") != std::string::npos;
  });
}

Bytes size_on_disk(const Submission& submission) {
  Bytes size;
  for (const ProgramFile& file : submission.files) {
    std::error_code failure;
    const auto bytes = fs::file_size(file.path, failure);
    if (!failure) size.count += static_cast<std::int64_t>(bytes);
  }
  return size;
}

Result<SourceSet> read_sources(const CompileRequest& request, const model::Languages& languages) {
  const Submission& submission = *request.submission;
  const model::Language& language = *submission.language;
  const ErrorKind kind = request.of_package ? ErrorKind::invalid_package : ErrorKind::usage;
  const bool is_of_package = request.of_package || submission.label.has_value();
  const bool has_constants = is_of_package && !request.keeps_constants;
  SourceSet set;
  set.main = submission.main;
  for (const ProgramFile& file : submission.files) {
    ARBITER_TRY(source, read_source(file, kind));
    source.is_compiled = is_source_of(language, file.name);
    if (has_constants) replace_constants(source, request.constants);
    set.files.push_back(std::move(source));
  }
  std::stable_partition(set.files.begin(), set.files.end(),
                        [&](const SourceFile& file) { return file.name == submission.main; });
  for (const ProgramFile& file : request.includes)
    ARBITER_CHECK(add_included(set, request, file));
  for (const fs::path& path : request.additions) {
    const ProgramFile file{path.filename().string(), path};
    ARBITER_TRY(source, read_source(file, ErrorKind::usage));
    const model::Language* found = language_of_file(file, languages);
    source.is_compiled = found != nullptr && found->family == language.family;
    if (source.is_compiled) source.name = name_for_language(file.name, language);
    source.is_added = true;
    add(set, std::move(source));
  }
  if (set.main.empty() && !set.files.empty()) set.main = set.files.front().name;
  return set;
}

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

std::vector<std::string> meanings_of(std::string_view log, std::span<const Saying> sayings) {
  std::vector<std::string> meanings;
  for (const Saying& saying : sayings) {
    const bool is_said = log.find(saying.words) != std::string_view::npos;
    if (is_said && std::ranges::find(meanings, saying.meaning) == meanings.end())
      meanings.emplace_back(saying.meaning);
  }
  return meanings;
}

std::vector<std::string> help_for_foreign_code(const std::vector<SourceFile>& files,
                                               const std::string& log) {
  std::vector<std::string> helps = meanings_of(log, k_foreign_code);
  for (const SourceFile& file : files) {
    const bool is_utf16 = file.bytes.starts_with("\xFF\xFE") || file.bytes.starts_with("\xFE\xFF");
    if (is_utf16 && file.is_compiled)
      helps.push_back(fmt::format("{} is in UTF-16: save it as UTF-8", file.name));
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

std::string_view included_in(std::string_view text) {
  const auto skip = [&text](std::string_view word) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const bool is_there = text.starts_with(word);
    if (is_there) text.remove_prefix(word.size());
    return is_there;
  };
  if (!skip("#") || !skip("include") || !skip({})) return {};
  if (!text.starts_with('"') && !text.starts_with('<')) return {};
  // Without an end there is none of it.
  return text.substr(0, text.find_first_of("\">", 1) + 1);
}

}  // namespace arbiter::judge
