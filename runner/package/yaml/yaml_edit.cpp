#include "package/yaml/yaml_edit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

/// A file while it is changed.
struct Edited {
  const std::filesystem::path& file;
  std::string text;

  [[nodiscard]] Error refused(const std::string& what) const {
    return package_error(fmt::format("{} cannot be changed: {}", file.string(), what),
                         "change it by hand");
  }
};

/// The bytes before a mark.
std::size_t offset_of(const SourceText& source, const Mark& mark) {
  return static_cast<std::size_t>(source.from(mark.line, mark.column).data() -
                                  source.text().data());
}

/// Puts a key before the first one of a map.
std::string with_new_key(const SourceText& source, const YamlNode& map, const std::string& line) {
  std::string text = source.text();
  const std::size_t begin = offset_of(source, map.mark);
  if (begin < text.size() && text[begin] == '{')
    return text.insert(begin + 1, line + (map.entries.empty() ? "" : ", "));
  const std::size_t at = offset_of(source, map.entries.front().mark);
  const std::string indent(static_cast<std::size_t>(map.entries.front().mark.column - 1), ' ');
  return text.insert(at, line + "\n" + indent);
}

Result<void> set(Edited& edited, const std::string& outer, const std::string& key,
                 const std::string& value) {
  Faults faults;
  const auto source = SourceText::of(edited.file, edited.text, faults);
  const YamlNodePtr root = source ? parse_yaml(*source, faults) : nullptr;
  if (!root || root->kind != YamlNode::Kind::map) return edited.refused("it is no map");
  const YamlNode* map = root->find(outer);
  const std::string line = fmt::format("{}: {}", key, value);
  if (map == nullptr) {
    if (!edited.text.ends_with('\n')) edited.text += '\n';
    edited.text += fmt::format("{}:\n  {}\n", outer, line);
    return {};
  }
  if (map->kind != YamlNode::Kind::map) return edited.refused(fmt::format("'{}' is no map", outer));
  const YamlNode* old = map->find(key);
  if (old == nullptr) {
    edited.text = with_new_key(*source, *map, line);
    return {};
  }
  const std::size_t at = offset_of(*source, old->mark);
  if (old->kind != YamlNode::Kind::text || old->is_quoted ||
      edited.text.compare(at, old->text.size(), old->text) != 0) {
    return edited.refused(fmt::format("'{}.{}' is no plain value", outer, key));
  }
  edited.text.replace(at, old->text.size(), value);
  return {};
}

}  // namespace

Result<std::string> with_values(const std::filesystem::path& file, std::string text,
                                const std::string& outer,
                                const std::vector<std::pair<std::string, std::string>>& values) {
  Edited edited{file, std::move(text)};
  for (const auto& [key, value] : values)
    ARBITER_CHECK(set(edited, outer, key, value));
  return std::move(edited.text);
}

}  // namespace arbiter::package
