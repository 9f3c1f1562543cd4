#include <fmt/format.h>

#include <map>

#include "package/package.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

using model::Language;

class RowReader {
 public:
  RowReader(Reader& reader, const std::filesystem::path& folder, Language& row)
      : reader_(reader), folder_(folder), row_(row) {}

  void read(const YamlNode& node) {
    reader_.map(
        node, row_.id,
        {{"name", value("name", &Reader::text, row_.name), true},
         {"family", value("family", &Reader::text, row_.family), true},
         {"default", value("default", &Reader::boolean, row_.is_default)},
         {"extensions", extensions("extensions", row_.extensions)},
         {"header_extensions", extensions("header_extensions", row_.header_extensions)},
         {"shebangs", value("shebangs", &Reader::words, row_.shebangs)},
         {"content_marks", value("content_marks", &Reader::command, row_.content_marks)},
         {"main_marks", value("main_marks", &Reader::command, row_.main_marks)},
         {"compile", value("compile", &Reader::command, row_.compile)},
         {"check", value("check", &Reader::command, row_.check)},
         {"run", value("run", &Reader::command, row_.run), true},
         {"version", value("version", &Reader::command, row_.version)},
         {"package", maybe_empty("package", row_.package), true},
         {"needs", value("needs", &Reader::words, row_.needs)},
         {"binds", value("binds", &Reader::words, row_.binds)},
         {"helpers", helpers("helpers", row_.helpers)},
         {"server", helpers("server", row_.server)},
         {"program_suffix", value("program_suffix", &Reader::text, row_.program_suffix)},
         {"precompiled_header", maybe_empty("precompiled_header", row_.precompiled_header)},
         {"finds_sources_in_work_folder", value("finds_sources_in_work_folder", &Reader::boolean,
                                                row_.finds_sources_in_work_folder)},
         {"runtime_threads", count("runtime_threads", row_.runtime_threads)},
         {"runtime_memory", amount("runtime_memory", parse_size, row_.runtime_memory)},
         {"holds_answers", value("holds_answers", &Reader::boolean, row_.holds_answers)},
         {"makes_folder", value("makes_folder", &Reader::boolean, row_.makes_folder)},
         {"out_of_memory", value("out_of_memory", &Reader::words, row_.out_of_memory)},
         {"compile_time", amount("compile_time", parse_duration, row_.compile_time)},
         {"compile_memory", amount("compile_memory", parse_size, row_.compile_memory)},
         {"time_factor", factor("time_factor", row_.time_factor)}});
  }

 private:
  using Read = std::function<void(const YamlNode&)>;

  [[nodiscard]] std::string what(std::string_view key) const {
    return fmt::format("{}.{}", clipped(row_.id), key);
  }

  template <class Value>
  Read value(std::string_view key, Reader::Read<Value> read, Value& to) {
    return reader_.key(key, read, to, what(key)).read;
  }
  Read maybe_empty(std::string_view key, std::string& to) {
    return [this, key, &to](const YamlNode& node) {
      if (node.kind == YamlNode::Kind::text && node.text.empty()) {
        to.clear();
      } else {
        to = reader_.text(node, what(key)).value_or("");
      }
    };
  }
  Read extensions(std::string_view key, std::vector<std::string>& to) {
    return [this, key, &to](const YamlNode& node) {
      auto all = reader_.words(node, what(key));
      if (!all) return;
      for (std::size_t i = 0; i < all->size(); ++i) {
        const std::string& extension = (*all)[i];
        if (extension.size() > 1 && extension[0] == '.') continue;
        reader_.error(code::k_bad_value, node.items[i]->mark,
                      fmt::format("the extension '{}' must begin with a dot", clipped(extension)),
                      {fmt::format("write '.{}'", clipped(extension))});
      }
      to = *std::move(all);
    };
  }
  Read helpers(std::string_view key, std::vector<std::filesystem::path>& to) {
    return [this, key, &to](const YamlNode& node) {
      const auto all = reader_.words(node, what(key));
      if (!all) return;
      to.clear();
      for (const std::string& name : *all)
        to.push_back(folder_ / name);
    };
  }
  Read count(std::string_view key, int& to) {
    return [this, key, &to](const YamlNode& node) {
      constexpr std::int64_t k_most = 4096;
      if (const auto value = reader_.whole(node, what(key), 0, k_most)) {
        to = static_cast<int>(*value);
      }
    };
  }
  template <class Value>
  Read amount(std::string_view key, Result<Value> (*parse)(std::string_view), Value& to) {
    return [this, key, parse, &to](const YamlNode& node) {
      const auto given = reader_.text(node, what(key));
      if (!given) return;
      if (auto value = parse(*given)) {
        to = *value;
      } else {
        reader_.error(code::k_bad_value, node.mark,
                      fmt::format("'{}': {}", what(key), value.error().message));
      }
    };
  }
  Read factor(std::string_view key, double& to) {
    return [this, key, &to](const YamlNode& node) {
      const auto value = reader_.number(node, what(key));
      if (value && (*value <= 0 || *value > 1000)) {
        reader_.error(code::k_bad_value, node.mark,
                      "'time_factor' must be greater than 0 and at most 1000");
      } else if (value) {
        to = *value;
      }
    };
  }

  Reader& reader_;
  const std::filesystem::path& folder_;
  Language& row_;
};

void read_rows(Reader& reader, const YamlNode& root, const std::filesystem::path& folder,
               model::Languages& languages) {
  if (root.kind != YamlNode::Kind::map) {
    reader.wrong_type(root, "", "a map from language to its row");
    return;
  }
  std::map<std::string, std::string> default_of;
  for (const MapEntry& entry : root.entries) {
    Language row;
    row.id = entry.key;
    RowReader(reader, folder, row).read(*entry.value);
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
