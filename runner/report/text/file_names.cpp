#include "report/text/file_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "base/text.hpp"

namespace arbiter::report {
namespace {

constexpr std::size_t k_longest_name = 120;

bool is_allowed_in_name(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 0x20 && byte != 0x7F &&
         std::string_view("/\\:*?\"<>|%").find(c) == std::string_view::npos;
}

std::string percent(char c) {
  return fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
}

/// Names that Windows keeps for devices, with any extension.
bool is_device_name(std::string_view name) {
  static constexpr std::array<std::string_view, 6> k_devices{"con", "prn", "aux",
                                                             "nul", "com", "lpt"};
  const std::string stem = lower_ascii(name.substr(0, name.find('.')));
  return std::any_of(k_devices.begin(), k_devices.end(), [&](std::string_view device) {
    if (stem == device) return device != "com" && device != "lpt";
    return stem.size() == 4 && stem.starts_with(device) && stem[3] >= '0' && stem[3] <= '9' &&
           (device == "com" || device == "lpt");
  });
}

/// 32 bits that tell texts apart whose names were cut.
std::uint32_t fingerprint(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text)
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return hash;
}

}  // namespace

std::string file_name_of(std::string_view text) {
  std::string name;
  const bool is_text = is_utf8(text);
  for (const char c : text) {
    const bool is_ascii = static_cast<std::uint8_t>(c) < 0x80;
    const bool is_kept = is_allowed_in_name(c) && (is_ascii || is_text);
    name += is_kept ? std::string(1, c) : percent(c);
  }
  if (name.empty()) return "%";
  for (const char first : {'.', '~', '-', ' '}) {
    if (name.front() == first) name = percent(first) + name.substr(1);
  }
  for (const char last : {'.', ' '}) {
    if (name.back() == last) name = name.substr(0, name.size() - 1) + percent(last);
  }
  if (is_device_name(name)) name = percent(name.front()) + name.substr(1);
  if (name.size() <= k_longest_name) return name;
  std::size_t cut = k_longest_name - 9;
  while (cut > 0 && (static_cast<std::uint8_t>(name[cut]) & 0xC0U) == 0x80U)
    --cut;
  return fmt::format("{}~{:08x}", name.substr(0, cut), fingerprint(text));
}

std::vector<std::string> file_names_of(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& text : texts) {
    const std::string first = file_name_of(text);
    std::string name = first;
    for (std::size_t number = 2; !taken.insert(lower_ascii(name)).second; ++number)
      name = fmt::format("{}-{}", first, number);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace arbiter::report
