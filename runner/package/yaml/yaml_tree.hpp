#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "package/yaml/faults.hpp"

namespace arbiter::package {

struct YamlNode;
/// Shared because an alias is the same node again; nodes never change once built.
using YamlNodePtr = std::shared_ptr<const YamlNode>;

struct MapEntry {
  std::string key;
  Mark mark;  ///< the key's
  YamlNodePtr value;
};

/// A value of a YAML file. Scalars are text as written: `010`, `no` and `1e3` get a meaning only
/// from the typed reader that asks for one.
struct YamlNode {
  enum class Kind { null, text, list, map };

  Kind kind = Kind::null;
  Mark mark;
  std::string text;
  bool is_quoted = false;  ///< quoted, a block, or tagged as text: never a number or boolean
  std::vector<YamlNodePtr> items;
  std::vector<MapEntry> entries;  ///< keys differ; of duplicates the first is kept
  std::size_t size = 1;           ///< values in it with all aliases expanded
  int depth = 1;

  /// Nothing, a text of blanks, or an empty text, list or map: in the wild keys stand so where
  /// nobody had a value.
  [[nodiscard]] bool is_blank() const {
    return kind == Kind::null ||
           (items.empty() && entries.empty() && text.find_first_not_of(" \t") == std::string::npos);
  }
  /// The items of a list; of anything else the value itself.
  [[nodiscard]] std::vector<const YamlNode*> each() const;
  /// The value of a key of a map, or null.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

/// The tree of a file that holds one YAML document; null when it has no tree (a syntax error, too
/// deep, too many values) or says nothing. At most 50 levels and 100000 values, with aliases
/// expanded. Duplicate keys, tags, cyclic aliases and further documents are faults as well.
/// Never throws what the YAML library throws.
YamlNodePtr parse_yaml(const SourceText& source, Faults& faults);

/// What a scalar as it is written means: true or false in one of the three spellings of YAML's core
/// schema; none for any other.
std::optional<bool> boolean_of(const YamlNode& node);

/// Whether a scalar means a number or a boolean as it is written.
bool is_number_or_boolean(const YamlNode& node);

/// A value as the text of a YAML file with the same meaning, ended by a newline.
std::string yaml_text(const YamlNode& node);

}  // namespace arbiter::package
