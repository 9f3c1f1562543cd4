#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "package/generators/parts.hpp"

namespace arbiter::package {
namespace {

/// A place for a value: below the line `after` (from 0), with so many blanks before it.
struct Spot {
  std::size_t after = 0;
  std::size_t indent = 0;
  bool is_list = false;
};

std::size_t blanks_before(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Where a list or map in lines of its own ends, at whose end a value can be added.
std::optional<Spot> end_of(const YamlNode& node, const SourceText& source,
                           const std::vector<std::string_view>& lines) {
  if (source.from(node.mark).find_first_of("{[") == 0) return std::nullopt;
  Spot spot;
  spot.is_list = node.kind == YamlNode::Kind::list;
  if (node.items.empty() && node.entries.empty()) return std::nullopt;
  const Mark last = spot.is_list ? node.items.back()->mark : node.entries.back().mark;
  if (last.line <= 0 || static_cast<std::size_t>(last.line) > lines.size()) return std::nullopt;
  spot.after = static_cast<std::size_t>(last.line) - 1;
  spot.indent = blanks_before(lines[spot.after]);
  const bool is_first_key = static_cast<std::size_t>(last.column) == spot.indent + 1;
  const bool is_item = lines[spot.after].substr(spot.indent).starts_with("- ");
  if (spot.is_list ? !is_item : !is_first_key) return std::nullopt;
  for (std::size_t at = spot.after + 1; at < lines.size(); ++at) {
    if (trimmed(lines[at]).empty()) continue;
    const std::size_t indent = blanks_before(lines[at]);
    const bool is_comment = lines[at][indent] == '#';
    if (indent < spot.indent && is_comment) continue;
    if (indent < spot.indent || (indent == spot.indent && !is_comment)) break;
    spot.after = at;
  }
  return spot;
}

const MapEntry* child_of(const YamlNode& node, const std::string& key) {
  for (const YamlNode* map : node.each()) {
    const auto found = std::ranges::find(map->entries, key, &MapEntry::key);
    if (found != map->entries.end()) return &*found;
  }
  return nullptr;
}

/// "data", "secret", "data", "a", "data", "1".
std::vector<std::string> keys_of(const std::string& name) {
  std::vector<std::string> keys;
  for (const std::string_view part : split(name, '/')) {
    keys.emplace_back("data");
    keys.emplace_back(part);
  }
  return keys;
}

/// What is added: the keys, each below the one before it.
std::string added(const Spot& spot, const std::vector<std::string>& keys, std::size_t depth,
                  const std::string& copy, std::string_view line_end) {
  std::string text;
  std::size_t indent = spot.indent;
  for (std::size_t i = depth; i < keys.size(); ++i) {
    const bool is_item = i == depth && spot.is_list;
    const bool is_name = i % 2 == 1 && i > 1;  // some may be numbers to YAML
    text += std::string(indent, ' ') + (is_item ? "- " : "") +
            (is_name ? fmt::format("\"{}\":", keys[i]) : keys[i] + ":");
    if (i + 1 == keys.size()) text += fmt::format(" {{copy: {}}}", copy);
    text += line_end;
    indent += is_item ? 4 : 2;
  }
  return text;
}

}  // namespace

std::optional<std::string> with_listed_copy(const std::filesystem::path& file,
                                            const std::string& name, const std::string& copy) {
  Faults ignored;
  const auto source = SourceText::read(file, ignored);
  const YamlNodePtr root = source ? parse_yaml(*source, ignored) : nullptr;
  if (!root || ignored.size() > 0 || root->kind != YamlNode::Kind::map) return std::nullopt;
  const std::vector<std::string_view> lines = split_lines(source->text());
  const std::vector<std::string> keys = keys_of(name);
  const YamlNode* at = root.get();
  std::optional<Spot> spot = end_of(*at, *source, lines);
  std::size_t depth = 0;
  while (const MapEntry* child = child_of(*at, keys[depth])) {
    if (++depth == keys.size()) return std::nullopt;
    at = child->value.get();
    if (at->kind == YamlNode::Kind::null && at->text.empty() && child->mark.line > 0) {
      const auto column = static_cast<std::size_t>(child->mark.column);
      spot = Spot{static_cast<std::size_t>(child->mark.line) - 1, column + 1, false};
      break;
    }
    if (at->kind == YamlNode::Kind::null || at->kind == YamlNode::Kind::text) return std::nullopt;
    spot = end_of(*at, *source, lines);
    if (!spot) return std::nullopt;
  }
  if (!spot || spot->after >= lines.size()) return std::nullopt;
  const std::string_view before = lines[spot->after];
  const std::string_view line_end = before.ends_with('\r') ? "\r\n" : "\n";
  const auto cut = static_cast<std::size_t>(before.data() + before.size() - source->text().data());
  const bool is_ended = cut < source->text().size();
  const std::string more = added(*spot, keys, depth, copy, line_end);
  return source->text().substr(0, cut) + "\n" + more +
         (is_ended ? source->text().substr(cut + 1) : std::string());
}

}  // namespace arbiter::package
