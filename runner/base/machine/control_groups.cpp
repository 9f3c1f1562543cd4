#include "base/machine/control_groups.hpp"

#include <fcntl.h>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter {

std::string kernel_text(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  auto text = read_descriptor(file.get(), mib(16));
  return text ? std::move(text).value() : std::string{};
}

std::vector<Mount> parse_mounts(std::string_view text) {
  std::vector<Mount> mounts;
  for (const std::string_view line : split_lines(text)) {
    const auto parts = words_of(line, " ");
    if (parts.size() >= 4) mounts.push_back({parts[1], parts[2], words_of(parts[3], ",")});
  }
  return mounts;
}

std::string group_of(std::string_view text, std::string_view controller) {
  for (const std::string_view line : split_lines(text)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view list = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? list.empty() : has_word(words_of(list, ","), controller)) {
      return std::string(line.substr(second + 1));
    }
  }
  return {};
}

}  // namespace arbiter
