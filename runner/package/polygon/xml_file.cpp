#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "package/polygon/polygon.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

XmlFile::XmlFile(SourceText source, Faults& faults)
    : source_(std::move(source)),
      faults_(&faults),
      document_(std::make_unique<pugi::xml_document>()) {}

std::optional<XmlFile> XmlFile::read(const std::filesystem::path& path, Faults& faults) {
  auto source = SourceText::read(path, faults);
  if (!source) return std::nullopt;
  XmlFile file(*std::move(source), faults);
  const std::string& text = file.source_.text();
  const auto done = file.document_->load_buffer(text.data(), text.size(), pugi::parse_default,
                                                pugi::encoding_utf8);
  if (!done) {
    const std::size_t at = std::min(static_cast<std::size_t>(done.offset), text.size());
    return faults.error(code::k_syntax, fmt::format("this is not XML: {}", done.description()),
                        file.source_.place(file.source_.mark_at(at)));
  }
  return file;
}

Place XmlFile::place(const pugi::xml_node& node) const {
  const auto offset = node.offset_debug();
  if (offset < 0) return place_of(source_.path());
  Mark mark = source_.mark_at(static_cast<std::size_t>(offset));
  mark.length = std::max(1, static_cast<int>(std::string_view(node.name()).size()));
  return source_.place(mark);
}

std::optional<std::int64_t> XmlFile::number(const pugi::xml_node& node, std::int64_t most) const {
  const std::string_view text = trimmed(node.text().as_string());
  const auto value = number_in<std::int64_t>(text);
  if (value && *value > 0 && *value <= most) return value;
  return error(code::k_bad_value, node,
               fmt::format("'{}' must be a whole number from 1 to {}, not '{}'", node.name(), most,
                           shown(text)));
}

std::optional<double> XmlFile::points(const pugi::xml_node& node) const {
  const auto attribute = node.attribute("points");
  if (!attribute) return std::nullopt;
  const std::string_view text = trimmed(attribute.value());
  const auto value = parse_decimal(text);
  if (value && *value >= 0) return value;
  return error(
      code::k_bad_value, node,
      fmt::format("'points' must be a number that is not negative, not '{}'", shown(text)));
}

namespace fs = std::filesystem;

std::optional<fs::path> named_file(FolderWalk& walk, const XmlFile& xml, const pugi::xml_node& node,
                                   std::string name) {
  std::ranges::replace(name, '\\', '/');
  const fs::path relative(name);
  const bool leads_out = relative.is_absolute() ||
                         std::ranges::any_of(relative, [](const fs::path& p) { return p == ".."; });
  if (name.empty() || leads_out || name.size() > 1000)
    return xml.error(code::k_bad_value, node,
                     fmt::format("'{}' is not the path of a file in the package", shown(name)));
  fs::path at = walk.root();
  const auto last = std::prev(relative.end());
  for (auto part = relative.begin(); part != last; ++part) {
    if (*part == "." || part->empty()) continue;
    const auto folder = walk.find_folder(at, part->string());
    if (!folder) return std::nullopt;
    at = *folder;
  }
  auto file = walk.find_file(at, last->string());
  if (!file || !walk.check_readable(*file)) return std::nullopt;
  return file;
}

std::optional<std::string> expand_pattern(std::string_view pattern, std::size_t number) {
  const std::size_t percent = pattern.find('%');
  if (percent == std::string_view::npos) return std::nullopt;
  std::size_t at = percent + 1;
  const bool is_padded = at < pattern.size() && pattern[at] == '0';
  std::size_t width = 0;
  while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9' && width < 100)
    width = 10 * width + static_cast<std::size_t>(pattern[at++] - '0');
  const bool is_number = at < pattern.size() && pattern[at] == 'd';
  if (!is_number || width > 20 || pattern.find('%', at) != std::string_view::npos ||
      (width > 0 && !is_padded)) {
    return std::nullopt;
  }
  return fmt::format("{}{:0{}}{}", pattern.substr(0, percent), number, width,
                     pattern.substr(at + 1));
}

}  // namespace arbiter::package
