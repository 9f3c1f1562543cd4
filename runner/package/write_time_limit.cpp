#include <fmt/format.h>

#include <system_error>

#include "base/file.hpp"
#include "package/package.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

Error refused(const fs::path& file, std::string_view why) {
  return package_error(fmt::format("{} cannot be changed: {}", file.string(), why),
                       "change it by hand");
}

/// The bytes before a mark.
std::size_t offset_of(const SourceText& source, const Mark& mark) {
  return static_cast<std::size_t>(source.from(mark).data() - source.text().data());
}

/// The text with a line before the first key of a map.
std::string with_new_key(const SourceText& source, const YamlNode& map, const std::string& line) {
  std::string text = source.text();
  const std::size_t begin = offset_of(source, map.mark);
  if (begin < text.size() && text[begin] == '{')
    return text.insert(begin + 1, line + (map.entries.empty() ? "" : ", "));
  const Mark& first = map.entries.front().mark;
  const std::string indent(static_cast<std::size_t>(first.column - 1), ' ');
  return text.insert(offset_of(source, first), line + "\n" + indent);
}

/// The text of the file with limits.time_limit set to `number`; comments, order and everything else
/// stay. A key that is missing becomes the first of its map, and a map that is missing the last
/// thing of the file.
Result<std::string> with_limit(const fs::path& file, std::string text, const std::string& number) {
  Faults faults;
  const auto source = SourceText::of(file, text, faults);
  const YamlNodePtr root = source ? parse_yaml(*source, faults) : nullptr;
  if (!root || root->kind != YamlNode::Kind::map) return refused(file, "it is no map");
  const std::string line = "time_limit: " + number;
  const YamlNode* limits = root->find("limits");
  if (limits == nullptr) {
    if (!text.ends_with('\n')) text += '\n';
    return text + "limits:\n  " + line + "\n";
  }
  if (limits->kind != YamlNode::Kind::map) return refused(file, "'limits' is no map");
  const YamlNode* old = limits->find("time_limit");
  if (old == nullptr) return with_new_key(*source, *limits, line);
  const std::size_t at = offset_of(*source, old->mark);
  if (old->kind != YamlNode::Kind::text || old->is_quoted ||
      text.compare(at, old->text.size(), old->text) != 0) {
    return refused(file, "'limits.time_limit' is no plain value");
  }
  return text.replace(at, old->text.size(), number);
}

}  // namespace

bool is_of_current_format(std::string_view yaml) {
  // Versions are called by their year, and the older format has none.
  constexpr std::string_view k_key = "problem_format_version:";
  const std::size_t at = yaml.find(k_key);
  if (at == std::string_view::npos || (at > 0 && yaml[at - 1] != '\n')) return false;
  const std::size_t value = yaml.find_first_not_of(" \t'\"", at + k_key.size());
  return value != std::string_view::npos && yaml[value] == '2';
}

Result<fs::path> write_time_limit(const model::Problem& problem, Nanoseconds limit) {
  const std::string number = fmt::format("{:g}", seconds(limit));
  const fs::path yaml = problem.root / "problem.yaml";
  std::error_code failed;
  std::string text;
  if (fs::exists(yaml, failed)) {
    ARBITER_SET(text, read_file(yaml));
  }
  if (is_of_current_format(text)) {
    ARBITER_TRY(changed, with_limit(yaml, std::move(text), number));
    ARBITER_CHECK(write_file(yaml, changed));
    return yaml;
  }
  const fs::path file = problem.root / ".timelimit";
  ARBITER_CHECK(write_file(file, number + "\n"));
  return file;
}

}  // namespace arbiter::package
