#include "judge/program/language_detection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/program/program_files.hpp"

namespace arbiter::judge {
namespace {

using model::Language;

std::string extension_of(const std::string& name) {
  return std::filesystem::path(name).extension().string();
}

bool ends_in_one_of(const std::string& name, const std::vector<std::string>& extensions) {
  const std::string extension = extension_of(name);
  return has_word(extensions, extension) || has_word(extensions, lower_ascii(extension));
}

const Language* default_of_family(const Language& row, const model::Languages& languages) {
  for (const Language& other : languages.rows) {
    if (other.family == row.family && other.is_default) return &other;
  }
  return &row;
}

const Language* by_extension(const std::string& extension, const model::Languages& languages) {
  if (extension.empty()) return nullptr;
  for (const Language& row : languages.rows) {
    if (has_word(row.extensions, extension)) return default_of_family(row, languages);
  }
  return nullptr;
}

/// "python3" of "#!/usr/bin/env python3" and of "#!/usr/bin/python3 -u".
std::string interpreter_of(std::string_view head) {
  if (head.substr(0, 2) != "#!") return {};
  const std::string_view line = head.substr(2, std::min(head.find('\n'), head.size()) - 2);
  for (const std::string& word : words_of(line, " \t\r")) {
    std::string name = std::filesystem::path(word).filename().string();
    if (name != "env" && !name.starts_with('-')) return name;
  }
  return {};
}

bool begins_with(std::string_view line, std::string_view mark) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return lower_ascii(line.substr(0, mark.size())) == lower_ascii(mark);
}

/// Of several rows with that extension the one whose interpreter the first line names, else
/// that whose marks stand in it; null if it says nothing.
const Language* by_content(const ProgramFile& file, const std::string& extension,
                           const model::Languages& languages) {
  std::vector<const Language*> candidates;
  for (const Language& row : languages.rows) {
    if (has_word(row.extensions, extension) && !row.shebangs.empty()) candidates.push_back(&row);
  }
  if (candidates.size() < 2) return nullptr;
  const std::string interpreter = interpreter_of(head_of(file.path, 256, file.links));
  for (const Language* row : candidates) {
    if (has_word(row->shebangs, interpreter)) return row;
  }
  const auto marked = std::ranges::find_if(
      candidates, [&](const Language* row) { return has_mark(file, row->content_marks); });
  return marked == candidates.end() ? nullptr : *marked;
}

}  // namespace

bool has_mark(const ProgramFile& file, const std::vector<std::string>& marks) {
  if (marks.empty()) return false;
  const auto text = read_file(file.path, mib(1), file.links);
  if (!text) return false;
  const auto lines = split_lines(*text);
  return std::ranges::any_of(lines, [&](std::string_view line) {
    return std::ranges::any_of(marks,
                               [&](const std::string& mark) { return begins_with(line, mark); });
  });
}

bool is_source_of(const Language& language, const std::string& name) {
  return ends_in_one_of(name, language.extensions);
}

bool is_header_of(const Language& language, const std::string& name) {
  return ends_in_one_of(name, language.header_extensions);
}

const Language* language_of_file(const ProgramFile& file, const model::Languages& languages) {
  std::string extension = extension_of(file.name);
  const Language* found = by_extension(extension, languages);
  if (found == nullptr) {
    extension = lower_ascii(extension);
    found = by_extension(extension, languages);
  }
  if (found != nullptr) {
    const Language* said = by_content(file, extension, languages);
    return said == nullptr ? found : said;
  }
  const std::string head = head_of(file.path, 256, file.links);
  if (is_elf(head)) return languages.find("binary");
  const std::string interpreter = interpreter_of(head);
  for (const Language& row : languages.rows) {
    if (!interpreter.empty() && has_word(row.shebangs, interpreter)) return &row;
  }
  return nullptr;
}

bool is_script(const ProgramFile& file) {
  if (file.name != "build" && file.name != "run") return false;
  if (::access(file.path.c_str(), X_OK) == 0) return true;
  // Archives and copies lose rights.
  const std::string head = head_of(file.path, 4, file.links);
  return is_elf(head) || head.starts_with("#!");
}

const Language* language_of_files(const std::vector<ProgramFile>& files,
                                  const model::Languages& languages) {
  if (std::ranges::any_of(files, is_script)) {
    const auto row =
        std::ranges::find_if(languages.rows, [](const Language& one) { return one.makes_folder; });
    if (row != languages.rows.end()) return &*row;
  }
  std::map<std::string, std::size_t> count;
  for (const ProgramFile& file : files) {
    if (const Language* found = language_of_file(file, languages)) ++count[found->id];
  }
  const Language* best = nullptr;
  for (const Language& row : languages.rows) {
    const auto found = count.find(row.id);
    if (found != count.end() && (best == nullptr || found->second > count[best->id])) best = &row;
  }
  return best;
}

std::string known_extensions(const model::Languages& languages) {
  std::vector<std::string> parts;
  std::set<std::string> seen;
  for (const Language& row : languages.rows) {
    if (row.extensions.empty() || !seen.insert(row.family).second) continue;
    parts.push_back(fmt::format("{} ({})", fmt::join(row.extensions, " "),
                                default_of_family(row, languages)->name));
  }
  return fmt::format("known extensions: {}", fmt::join(parts, ", "));
}

Result<const Language*> language_of_id(const std::string& id, const model::Languages& languages) {
  if (const Language* row = languages.find(id)) return row;
  for (const Language& row : languages.rows) {
    if (row.family == id && row.is_default) return &row;
  }
  const std::vector<std::string> ids = languages.ids();
  const auto near = nearest(id, ids);
  return usage_error(fmt::format("no language '{}'", printable(id)),
                     near ? fmt::format("did you mean '{}'?", *near)
                          : fmt::format("languages: {}", fmt::join(ids, ", ")));
}

std::string name_for_language(const std::string& name, const Language& language) {
  const std::string extension = extension_of(name);
  if (language.extensions.empty() || has_word(language.extensions, extension)) return name;
  // Compilers tell a file's language by its extension, and few of them know .CPP.
  if (has_word(language.extensions, lower_ascii(extension))) {
    return name.substr(0, name.size() - extension.size()) + lower_ascii(extension);
  }
  return name + language.extensions.front();
}

}  // namespace arbiter::judge
