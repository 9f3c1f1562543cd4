#include <fmt/format.h>

#include "package/package.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

using model::Language;

/// A text that may be empty.
std::optional<std::string> read_maybe_empty(Reader& reader, const YamlNode& node,
                                            std::string_view what) {
  if (node.kind == YamlNode::Kind::text && node.text.empty()) return std::string();
  return reader.text(node, what);
}

std::optional<std::vector<std::string>> read_extensions(Reader& reader, const YamlNode& node,
                                                        std::string_view what) {
  auto all = reader.words(node, what);
  for (std::size_t i = 0; all && i < all->size(); ++i) {
    const std::string& extension = (*all)[i];
    if (extension.size() > 1 && extension[0] == '.') continue;
    reader.refuse(node.items[i]->mark,
                  fmt::format("the extension '{}' must begin with a dot", clipped(extension)),
                  {fmt::format("write '.{}'", clipped(extension))});
  }
  return all;
}

/// The keys of a row of the table. Helpers are named relative to its folder.
std::vector<Reader::Key> row_keys(Reader& reader, const std::filesystem::path& folder,
                                  Language& row) {
  const auto key = [&](std::string_view name, auto read, auto& to) {
    return reader.key(name, read, to, fmt::format("{}.{}", clipped(row.id), name));
  };
  const auto required = [&](std::string_view name, auto read, auto& to) {
    Reader::Key made = key(name, read, to);
    made.is_required = true;
    return made;
  };
  const auto read_files = [&folder](Reader& of, const YamlNode& node, std::string_view what) {
    std::vector<std::filesystem::path> files;
    for (const std::string& file : of.words(node, what).value_or(std::vector<std::string>()))
      files.push_back(folder / file);
    return std::optional(files);
  };
  return {required("name", &Reader::text, row.name),
          required("family", &Reader::text, row.family),
          key("default", &Reader::boolean, row.is_default),
          key("extensions", read_extensions, row.extensions),
          key("header_extensions", read_extensions, row.header_extensions),
          key("shebangs", &Reader::words, row.shebangs),
          key("content_marks", &Reader::command, row.content_marks),
          key("main_marks", &Reader::command, row.main_marks),
          key("compile", &Reader::command, row.compile),
          key("check", &Reader::command, row.check),
          required("run", &Reader::command, row.run),
          key("version", &Reader::command, row.version),
          required("package", read_maybe_empty, row.package),
          key("needs", &Reader::words, row.needs),
          key("binds", &Reader::words, row.binds),
          key("helpers", read_files, row.helpers),
          key("server", read_files, row.server),
          key("program_suffix", &Reader::text, row.program_suffix),
          key("precompiled_header", read_maybe_empty, row.precompiled_header),
          key("finds_sources_in_work_folder", &Reader::boolean, row.finds_sources_in_work_folder),
          key("runtime_threads", read_whole<0, 4096>, row.runtime_threads),
          key("runtime_memory", read_parsed<Bytes, parse_size>, row.runtime_memory),
          key("holds_answers", &Reader::boolean, row.holds_answers),
          key("makes_folder", &Reader::boolean, row.makes_folder),
          key("out_of_memory", &Reader::words, row.out_of_memory),
          key("compile_time", read_parsed<Nanoseconds, parse_duration>, row.compile_time),
          key("compile_memory", read_parsed<Bytes, parse_size>, row.compile_memory),
          key("time_factor", read_factor, row.time_factor)};
}

void read_rows(Reader& reader, const YamlNode& root, const std::filesystem::path& folder,
               model::Languages& languages) {
  std::map<std::string, std::string> default_of;
  for (const MapEntry& entry : reader.entries(root, "", "a map from language to its row")) {
    Language row;
    row.id = entry.key;
    reader.map(*entry.value, row.id, row_keys(reader, folder, row));
    if (row.is_default) {
      const auto [first, is_first] = default_of.emplace(row.family, row.id);
      if (!is_first) {
        reader.error(code::k_two_defaults, entry.mark,
                     fmt::format("'{}' and '{}' are both the default of the family '{}'",
                                 first->second, row.id, row.family),
                     {"leave 'default: true' in one of them"});
      }
    }
    languages.rows.push_back(std::move(row));
  }
}

}  // namespace

LoadedLanguages load_languages(const std::filesystem::path& file) {
  LoadedLanguages loaded;
  Faults faults;
  std::error_code failed;
  const auto type = std::filesystem::status(file, failed).type();
  if (type != std::filesystem::file_type::regular) {
    faults.error(code::k_unreadable,
                 failed ? fmt::format("cannot read the languages: {}", failed.message())
                        : std::string("the languages are not a regular file"),
                 place_of(file));
  } else {
    read_yaml_map(file, false, faults, [&](Reader& reader, const YamlNode& root) {
      read_rows(reader, root, file.parent_path(), loaded.languages);
    });
  }
  loaded.diagnostics = faults.take();
  return loaded;
}

}  // namespace arbiter::package
