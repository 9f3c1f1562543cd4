#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/problem.hpp"
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

/// The number that the whole of `text` is, in the grammar of the package format: sign, digits with
/// a point anywhere, exponent; no hex, inf or nan.
std::optional<double> parse_decimal(std::string_view text);

/// Gives meaning to the nodes of one file. Every function that finds its node unfit reports that
/// and returns none; `what` is the name of the value in messages, as "limits.memory".
class Reader {
 public:
  /// One key that a map may hold.
  struct Key {
    std::string_view name;
    std::function<void(const YamlNode& value)> read;
    bool is_required = false;
  };
  /// The words that a value may be, with what they mean.
  template <class T>
  using Words = std::vector<std::pair<std::string, T>>;

  Reader(const SourceText& source, Faults& faults) : source_(source), faults_(faults) {}

  /// Gives back none, as all that report an error.
  std::nullopt_t error(std::string_view code, const Mark& mark, std::string message,
                       std::vector<std::string> helps = {}) {
    return faults_.error(code, std::move(message), source_.place(mark), std::move(helps));
  }
  void warning(std::string_view code, const Mark& mark, std::string message,
               std::vector<std::string> helps = {}) {
    faults_.warning(code, std::move(message), source_.place(mark), std::move(helps));
  }
  /// The error that a value is of the right type and impossible.
  std::nullopt_t refuse(const Mark& mark, std::string message,
                        std::vector<std::string> helps = {}) {
    return error(code::k_bad_value, mark, std::move(message), std::move(helps));
  }
  [[nodiscard]] Place place(const Mark& mark) const { return source_.place(mark); }

  /// Any scalar, as it is written; an empty one is unfit.
  std::optional<std::string> text(const YamlNode& node, std::string_view what);
  /// A plain decimal number: sign, digits with a point anywhere, exponent; no hex, inf or nan.
  std::optional<double> number(const YamlNode& node, std::string_view what) {
    return counted(node, what, {});
  }
  /// The same; messages say that it counts `unit`, as "seconds", unless that is empty.
  std::optional<double> counted(const YamlNode& node, std::string_view what, std::string_view unit);
  /// The same from `least` to `most`, which messages call `range`: "from 0 to 5 points".
  std::optional<double> number_within(const YamlNode& node, std::string_view what, double least,
                                      double most, std::string_view range,
                                      std::string_view unit = {});
  /// A plain whole number of at least `least` and at most `most`.
  std::optional<std::int64_t> whole(const YamlNode& node, std::string_view what, std::int64_t least,
                                    std::int64_t most, std::string_view unit = {});
  /// Plain true or false, no other spelling.
  std::optional<bool> boolean(const YamlNode& node, std::string_view what);
  /// A list of scalars.
  std::optional<std::vector<std::string>> words(const YamlNode& node, std::string_view what);
  /// A list of scalars, or one scalar that is split at blanks.
  std::optional<std::vector<std::string>> command(const YamlNode& node, std::string_view what);
  /// The meaning of one of the words of `table`; the nearest is offered for another.
  template <class T>
  std::optional<T> choice(const YamlNode& node, std::string_view what, const Words<T>& table) {
    const auto given = text(node, what);
    if (!given) return std::nullopt;
    std::vector<std::string> words;
    for (const auto& [word, meaning] : table) {
      if (word == *given) return meaning;
      words.push_back(word);
    }
    return refuse(node.mark,
                  fmt::format("'{}' must be one of {}, but is '{}'", what, fmt::join(words, ", "),
                              clipped(*given)),
                  did_you_mean(*given, words));
  }
  /// A key whose value goes into `to`, unless it is unfit. `read` is one of these functions, or one
  /// that takes the reader, the node and what it is called. `what` is the key itself if it is
  /// empty.
  template <class Read, class To>
  Key key(std::string_view name, Read read, To& to, std::string_view what = {}) {
    return {name, [this, read, &to,
                   shown = std::string(what.empty() ? name : what)](const YamlNode& node) {
              if (auto value = std::invoke(read, *this, node, shown)) to = *std::move(value);
            }};
  }
  /// The same for one of some words.
  template <class T, class To>
  Key choice_key(std::string_view name, Words<T> table, To& to, std::string_view what = {}) {
    const auto read = [table = std::move(table)](Reader& reader, const YamlNode& node,
                                                 std::string_view shown) {
      return reader.choice<T>(node, shown, table);
    };
    return key(name, read, to, what);
  }
  /// A key whose value is only checked.
  template <class Read>
  Key checked(std::string_view name, Read read, std::string_view what = {}) {
    return {name, [this, read, shown = std::string(what.empty() ? name : what)](
                      const YamlNode& node) { (void)std::invoke(read, *this, node, shown); }};
  }
  /// A key whose value may be anything.
  static Key ignored(std::string_view name) {
    return {name, [](const YamlNode&) {}};
  }
  /// Reads every known key of a map; unknown ones (with the nearest known) and missing ones are
  /// faults, the former of this severity. `what` is empty for the whole file.
  void map(const YamlNode& node, std::string_view what, const std::vector<Key>& keys,
           Severity unknown = Severity::error);
  /// Whether `node` is a map, which messages call `wanted`; reports it otherwise.
  bool is_map(const YamlNode& node, std::string_view what, std::string_view wanted,
              std::vector<std::string> helps = {});
  /// The entries of such a map; none of anything else.
  const std::vector<MapEntry>& entries(const YamlNode& node, std::string_view what,
                                       std::string_view wanted,
                                       std::vector<std::string> helps = {}) {
    (void)is_map(node, what, wanted, std::move(helps));
    return node.entries;
  }
  /// Reports that `node` is not what `wanted` says.
  std::nullopt_t wrong_type(const YamlNode& node, std::string_view what, std::string_view wanted,
                            std::vector<std::string> helps = {});

 private:
  /// Reports the key; returns the known one that was probably meant.
  std::optional<std::string> unknown_key(const MapEntry& entry, std::string_view what,
                                         const std::vector<Key>& keys, Severity unknown);

  const SourceText& source_;
  Faults& faults_;
};

/// What a parser of text makes of a node; its error is reported at the node.
template <class T, Result<T> (*parse)(std::string_view)>
std::optional<T> read_parsed(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto text = reader.text(node, what);
  if (!text) return std::nullopt;
  auto value = parse(clipped(*text));
  if (value) return std::move(value).value();
  const Error& why = value.error();
  return reader.refuse(node.mark, fmt::format("'{}': {}", what, why.message),
                       why.help.empty() ? std::vector<std::string>() : std::vector{why.help});
}

/// A plain whole number from `least` to `most`.
template <int least, int most>
std::optional<int> read_whole(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto value = reader.whole(node, what, least, most);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

/// How many times longer something may take: greater than 0 and at most 1000.
std::optional<double> read_factor(Reader& reader, const YamlNode& node, std::string_view what);

/// A number of points, from 0 to a million.
std::optional<double> read_points(Reader& reader, const YamlNode& node, std::string_view what);

/// The same key, of which blank values are passed over: in the wild keys stand so where nobody had
/// a value.
Reader::Key unless_blank(Reader::Key key);

/// Appends the keys of one list to those of another.
void add_keys(std::vector<Reader::Key>& to, std::vector<Reader::Key> keys);

/// Reads one YAML file that must be a map (or, if `may_be_empty`, nothing at all) with `read`;
/// the diagnostics of the file are ordered by line. With constants they are replaced first. With
/// `target` the file is read there.
void read_yaml_map(const std::filesystem::path& path, bool may_be_empty, Faults& faults,
                   const std::function<void(Reader&, const YamlNode&)>& read,
                   const model::Constants& constants = {},
                   const std::filesystem::path& target = {});

}  // namespace arbiter::package
