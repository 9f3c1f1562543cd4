#include "package/yaml/yaml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include "base/text.hpp"

namespace arbiter::package {
namespace {

std::string_view kind_name(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "empty";
    case YamlNode::Kind::text:
      return node.is_quoted ? "quoted text" : "text";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return "";
}

std::string named(std::string_view what) {
  return what.empty() ? "the file" : fmt::format("'{}'", what);
}

std::string inside(std::string_view what) {
  return what.empty() ? std::string() : fmt::format(" in '{}'", what);
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  // The standard library knows infinities and "nan", too.
  const std::string_view first = text.substr(text.starts_with('-') ? 1 : 0, 1);
  if (first.find_first_of("0123456789.") == std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::nullopt_t Reader::wrong_type(const YamlNode& node, std::string_view what,
                                  std::string_view wanted, std::vector<std::string> helps) {
  return error(code::k_wrong_type, node.mark,
               fmt::format("{} must be {}, but is {}", named(what), wanted, kind_name(node)),
               std::move(helps));
}

bool Reader::is_map(const YamlNode& node, std::string_view what, std::string_view wanted,
                    std::vector<std::string> helps) {
  if (node.kind == YamlNode::Kind::map) return true;
  wrong_type(node, what, wanted, std::move(helps));
  return false;
}

std::optional<std::string> Reader::text(const YamlNode& node, std::string_view what) {
  if (node.kind == YamlNode::Kind::text && !node.text.empty()) return node.text;
  if (node.kind == YamlNode::Kind::text)
    return error(code::k_wrong_type, node.mark, fmt::format("{} must not be empty", named(what)));
  if (node.kind == YamlNode::Kind::null && !node.text.empty())
    return wrong_type(node, what, "text", {fmt::format("as text it is written '{}'", node.text)});
  return wrong_type(node, what, "text");
}

std::optional<double> Reader::counted(const YamlNode& node, std::string_view what,
                                      std::string_view unit) {
  const bool is_text = node.kind == YamlNode::Kind::text;
  const auto value = is_text ? parse_decimal(node.text) : std::nullopt;
  if (value && !node.is_quoted) return value;
  std::vector<std::string> helps;
  if (value) {
    helps.emplace_back("remove the quotes");
  } else if (!unit.empty()) {
    helps.push_back(fmt::format("write the number alone; it counts {}", unit));
  }
  return wrong_type(node, what, "a decimal number", std::move(helps));
}

std::optional<double> Reader::number_within(const YamlNode& node, std::string_view what,
                                            double least, double most, std::string_view range,
                                            std::string_view unit) {
  const auto value = counted(node, what, unit);
  if (!value || (*value >= least && *value <= most)) return value;
  return refuse(node.mark, fmt::format("'{}' must be {}", what, range));
}

std::optional<std::int64_t> Reader::whole(const YamlNode& node, std::string_view what,
                                          std::int64_t least, std::int64_t most,
                                          std::string_view unit) {
  const std::optional<double> value = counted(node, what, unit);
  if (!value) return std::nullopt;
  if (std::floor(*value) != *value) return wrong_type(node, what, "a whole number");
  if (*value < static_cast<double>(least) || *value > static_cast<double>(most)) {
    return refuse(node.mark, fmt::format("{} must be from {} to {}", named(what), least, most));
  }
  return static_cast<std::int64_t>(*value);
}

std::optional<bool> Reader::boolean(const YamlNode& node, std::string_view what) {
  const auto value = boolean_of(node);
  return value ? value : wrong_type(node, what, "true or false");
}

std::optional<std::vector<std::string>> Reader::words(const YamlNode& node, std::string_view what) {
  if (node.kind != YamlNode::Kind::list)
    return wrong_type(node, what, "a list", {"write a list as [one, two]"});
  std::vector<std::string> all;
  bool is_good = true;
  for (const YamlNodePtr& item : node.items) {
    // An argument may be empty where it is written as such.
    if (item->kind == YamlNode::Kind::text && item->text.empty()) {
      all.emplace_back();
      continue;
    }
    auto word = text(*item, fmt::format("{}[{}]", what, &item - node.items.data()));
    is_good = is_good && word.has_value();
    if (word) all.push_back(*std::move(word));
  }
  if (!is_good) return std::nullopt;
  return all;
}

std::optional<std::vector<std::string>> Reader::command(const YamlNode& node,
                                                        std::string_view what) {
  if (node.kind != YamlNode::Kind::text) return words(node, what);
  return words_of(node.text, " \t\n\v\f\r");
}

std::optional<std::string> Reader::unknown_key(const MapEntry& entry, std::string_view what,
                                               const std::vector<Key>& keys, Severity unknown) {
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const Key& key : keys)
    names.emplace_back(key.name);
  auto near = entry.key.size() < 100 ? nearest(entry.key, names) : std::nullopt;
  std::string known =
      names.size() <= 8 ? fmt::format("known keys: {}", fmt::join(names, ", ")) : std::string();
  auto helps = did_you_mean(entry.key, names, std::move(known));
  faults_.add(unknown, code::k_unknown_key,
              fmt::format("unknown key '{}'{}", clipped(entry.key), inside(what)),
              source_.place(entry.mark), std::move(helps));
  return near;
}

void Reader::map(const YamlNode& node, std::string_view what, const std::vector<Key>& keys,
                 Severity unknown) {
  if (!is_map(node, what, "a map of keys and values")) return;
  std::set<std::string, std::less<>> misspelt;
  for (const MapEntry& entry : node.entries) {
    const auto known = std::ranges::find(keys, entry.key, &Key::name);
    if (known != keys.end()) {
      known->read(*entry.value);
    } else if (auto meant = unknown_key(entry, what, keys, unknown)) {
      misspelt.insert(*std::move(meant));
    }
  }
  for (const Key& key : keys) {
    // One message is enough for a key that is there with a slip of the pen.
    if (!key.is_required || node.find(key.name) != nullptr || misspelt.count(key.name) != 0) {
      continue;
    }
    error(code::k_missing_key, what.empty() ? Mark{} : node.mark,
          fmt::format("the key '{}' is missing{}", key.name, inside(what)),
          {fmt::format("add a line '{}: …'", key.name)});
  }
}

std::optional<double> read_factor(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, std::numeric_limits<double>::min(), 1000,
                              "greater than 0 and at most 1000");
}

std::optional<double> read_points(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 0, 1e6, "from 0 to 1000000 points");
}

Reader::Key unless_blank(Reader::Key key) {
  key.read = [read = std::move(key.read)](const YamlNode& node) {
    if (!node.is_blank()) read(node);
  };
  return key;
}

void add_keys(std::vector<Reader::Key>& to, std::vector<Reader::Key> keys) {
  std::move(keys.begin(), keys.end(), std::back_inserter(to));
}

void read_yaml_map(const std::filesystem::path& path, bool may_be_empty, Faults& faults,
                   const std::function<void(Reader&, const YamlNode&)>& read,
                   const model::Constants& constants, const std::filesystem::path& target) {
  const std::size_t before = faults.size();
  auto source = SourceText::read(path, faults, target);
  if (source && !constants.empty()) {
    source = SourceText::of(path, model::with_constants(source->text(), constants), faults);
  }
  if (!source) return;
  const std::size_t before_parse = faults.size();
  const YamlNodePtr root = parse_yaml(*source, faults);
  const bool is_empty = root == nullptr || root->kind == YamlNode::Kind::null;
  if (is_empty) {
    if (faults.size() == before_parse && !may_be_empty) {
      faults.error(code::k_empty, "the file says nothing", place_of(path),
                   {"write keys and values into it, or delete it"});
    }
  } else {
    Reader reader(*source, faults);
    read(reader, *root);
  }
  faults.sort_from(before);
}

}  // namespace arbiter::package
