#include "package/polygon/polygon_paths.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace arbiter::package {

namespace fs = std::filesystem;

std::optional<fs::path> named_file(FolderWalk& walk, const XmlFile& xml, const pugi::xml_node& node,
                                   std::string name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  const fs::path relative(name);
  const bool leads_out =
      relative.is_absolute() ||
      std::any_of(relative.begin(), relative.end(), [](const fs::path& p) { return p == ".."; });
  if (name.empty() || leads_out || name.size() > 1000) {
    xml.error(
        code::k_bad_value, node,
        fmt::format("'{}' is not the path of a file in the package", clipped(printable(name))));
    return std::nullopt;
  }
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
