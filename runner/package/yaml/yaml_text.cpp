#include "package/yaml/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace arbiter::package {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// In one line with brackets, so that indentation and the characters of plain scalars need no care.
std::string flow(const YamlNode& node) {
  std::string out;
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "null";
    case YamlNode::Kind::text:
      return is_number_or_boolean(node) ? node.text : quoted(node.text);
    case YamlNode::Kind::list:
      for (const YamlNodePtr& item : node.items)
        out += (out.empty() ? "" : ", ") + flow(*item);
      return "[" + out + "]";
    case YamlNode::Kind::map:
      for (const MapEntry& entry : node.entries)
        out += (out.empty() ? "" : ", ") + quoted(entry.key) + ": " + flow(*entry.value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace

bool is_number_or_boolean(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::text || node.is_quoted) return false;
  constexpr std::array<std::string_view, 6> k_booleans = {"true",  "True",  "TRUE",
                                                          "false", "False", "FALSE"};
  if (std::find(k_booleans.begin(), k_booleans.end(), node.text) != k_booleans.end()) return true;
  std::string_view text = node.text;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || !((text.front() >= '0' && text.front() <= '9') || text.front() == '.'))
    return false;
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed != std::errc::invalid_argument && end == text.data() + text.size();
}

std::string yaml_text(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map || node.entries.empty()) return flow(node) + "\n";
  std::string out;
  for (const MapEntry& entry : node.entries) {
    const bool is_plain =
        entry.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
        std::string::npos;
    out += (is_plain ? entry.key : quoted(entry.key)) + ": " + flow(*entry.value) + "\n";
  }
  return out;
}

}  // namespace arbiter::package
