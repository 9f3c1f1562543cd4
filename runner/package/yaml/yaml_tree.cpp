#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/null.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <exception>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "base/text.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_values = 100'000;
constexpr int k_most_levels = 50;

Mark mark_of(const YAML::Mark& mark, int length) {
  return mark.line < 0 ? Mark{} : Mark{mark.line + 1, mark.column + 1, length};
}

/// Ends the parse from inside the handler; the fault has been reported.
struct Stopped {};

/// Builds the tree from the parser's events. The library's own tree is not used because it loses
/// duplicate keys, quotes and tags.
class Builder : public YAML::EventHandler {
 public:
  Builder(const SourceText& source, Faults& faults) : source_(source), faults_(faults) {}

  [[nodiscard]] YamlNodePtr root() const { return root_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 1) return;
    fail(code::k_documents, mark_of(mark, 3), "a second document begins here",
         {"keep one document in the file and remove the line '---' before this one"});
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto node = make(YamlNode::Kind::null, mark);
    // The library turns these words into nothing; as a key they are words like any other.
    for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
      if (source_.from(node->mark).starts_with(word)) {
        node->text = word;
        node->mark.length = static_cast<int>(word.size());
      }
    }
    // Where no value stands, the library names what comes next.
    if (node->text.empty() && !open_.empty() && open_.back().has_key) {
      node->mark = open_.back().key_mark;
    }
    finish(node, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    count_value(mark);
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end()) {
      fail(code::k_alias, mark_of(mark, 1), "this alias stands inside the value it repeats");
    }
    add(known->second, mark_of(mark, 1));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto node = make(YamlNode::Kind::text, mark);
    node->text = value;
    node->is_quoted = tag != "?";
    check_quotes(*node);
    node->mark.length = length_of(*node);
    check_tag(tag, node->mark);
    finish(node, anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is not complete yet.
  struct Open {
    std::shared_ptr<YamlNode> node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    bool is_key_usable = false;
    std::string key;
    Mark key_mark;
    std::unordered_map<std::string, Mark> seen;
  };

  [[noreturn]] void fail(std::string_view code, const Mark& mark, std::string message,
                         std::vector<std::string> helps = {}) {
    faults_.error(code, std::move(message), source_.place(mark), std::move(helps));
    throw Stopped{};
  }

  /// The library takes all that is left of the file for a text whose quote is not closed.
  void check_quotes(const YamlNode& node) {
    if (!node.is_quoted) return;
    const std::string_view rest = source_.from(node.mark);
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return;
    if (rest.find(rest[0], 1) != std::string_view::npos) return;
    fail(code::k_syntax, node.mark, fmt::format("the quote {} is not closed", rest[0]),
         {"close it at the end of the text"});
  }

  /// How much of the line the value takes, where that can be told.
  [[nodiscard]] int length_of(const YamlNode& node) const {
    // Bounded, because a file may be one line with a hundred thousand values.
    std::string_view rest = source_.from(node.mark).substr(0, 200);
    if (node.is_quoted) {
      if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return 1;
      const std::size_t end = rest.find(rest[0], 1);
      const std::size_t line_end = rest.find('\n');
      return end < std::min(line_end, rest.size()) ? static_cast<int>(end) + 1 : 1;
    }
    rest = rest.substr(0, rest.find('\n'));
    return rest.starts_with(node.text) ? std::max(1, static_cast<int>(node.text.size())) : 1;
  }

  void count_value(const YAML::Mark& mark) {
    if (++values_ <= k_most_values) return;
    fail(code::k_too_complex, mark_of(mark, 1),
         fmt::format("the file holds more than {} values", k_most_values));
  }

  std::shared_ptr<YamlNode> make(YamlNode::Kind kind, const YAML::Mark& mark) {
    count_value(mark);
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->mark = mark_of(mark, 1);
    return node;
  }

  void check_tag(const std::string& tag, const Mark& mark) {
    if (tag.empty() || tag == "?" || tag == "!" || tag == "tag:yaml.org,2002:str") return;
    faults_.error(code::k_tag, fmt::format("the tag '{}' has no meaning here", clipped(tag)),
                  source_.place(mark), {"remove the tag; quotes make a value text"});
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    auto node = make(kind, mark);
    check_tag(tag, node->mark);
    if (open_.size() >= static_cast<std::size_t>(k_most_levels)) too_deep(node->mark);
    Open& level = open_.emplace_back();
    level.node = std::move(node);
    level.anchor = anchor;
  }

  [[noreturn]] void too_deep(const Mark& mark) {
    fail(code::k_too_complex, mark,
         fmt::format("the values are nested more than {} levels deep", k_most_levels));
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    finish(done.node, done.anchor);
  }

  void finish(const std::shared_ptr<YamlNode>& node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    add(node, node->mark);
  }

  void add(const YamlNodePtr& node, const Mark& mark) {
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Open& level = open_.back();
    if (level.node->kind == YamlNode::Kind::list) {
      level.node->items.push_back(node);
    } else if (!level.has_key) {
      take_key(level, *node, mark);
      return;
    } else {
      level.has_key = false;
      if (!level.is_key_usable) return;
      level.node->entries.push_back({std::move(level.key), level.key_mark, node});
    }
    grow(*level.node, *node, mark);
  }

  void grow(YamlNode& parent, const YamlNode& child, const Mark& mark) {
    parent.size += child.size;
    parent.depth = std::max(parent.depth, child.depth + 1);
    if (parent.size > k_most_values) {
      fail(code::k_too_complex, mark,
           fmt::format("with its aliases expanded the file holds more than {} values",
                       k_most_values));
    }
    if (parent.depth > k_most_levels) too_deep(mark);
  }

  void take_key(Open& level, const YamlNode& node, const Mark& mark) {
    level.has_key = true;
    level.key = node.text;
    level.key_mark = mark;
    level.is_key_usable = node.kind == YamlNode::Kind::text || !node.text.empty();
    if (!level.is_key_usable) {
      faults_.error(code::k_wrong_type, "a key must be text", source_.place(mark));
      return;
    }
    const auto [first, is_new] = level.seen.emplace(level.key, mark);
    if (is_new) return;
    level.is_key_usable = false;
    faults_.add({Severity::error,
                 std::string(code::k_duplicate_key),
                 fmt::format("the key '{}' is listed twice", clipped(level.key)),
                 source_.place(mark),
                 {fmt::format("the first stands at line {}, column {}", first->second.line,
                              first->second.column)},
                 {"remove one of the two"}});
  }

  const SourceText& source_;
  Faults& faults_;
  YamlNodePtr root_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, YamlNodePtr> anchors_;
  std::size_t values_ = 0;
  int documents_ = 0;
};

/// The first line whose indentation has a tab in it; 0 if there is none.
Mark first_tab_indent(const SourceText& source) {
  int number = 0;
  for (const std::string_view line : split_lines(source.text())) {
    ++number;
    const std::size_t content = line.find_first_not_of(' ');
    if (line.substr(std::min(content, line.size())).starts_with('\t'))
      return {number, static_cast<int>(content) + 1, 1};
  }
  return {};
}

/// What a message of the YAML library means for whoever wrote the file.
struct SyntaxWords {
  std::string_view library;
  std::string_view message;
  std::string_view help;
};

void report_syntax(const YAML::Exception& failure, const SourceText& source, Faults& faults) {
  const Mark mark = mark_of(failure.mark, 1);
  const Mark tab = first_tab_indent(source);
  if (tab.line > 0 && tab.line <= mark.line) {
    faults.error(code::k_syntax, "the indentation of this line has a tab", source.place(tab),
                 {"YAML is indented with spaces only"});
    return;
  }
  static const std::array<SyntaxWords, 4> k_words = {{
      {YAML::ErrorMsg::END_OF_MAP_FLOW, "a map that begins with '{' is still open here",
       "close it with '}'"},
      {YAML::ErrorMsg::END_OF_SEQ_FLOW, "a list that begins with '[' is still open here",
       "close it with ']'"},
      {YAML::ErrorMsg::END_OF_MAP, "this line does not continue the map above it",
       "begin all keys of a map in the same column, as 'key: value'"},
      {YAML::ErrorMsg::MAP_VALUE, "no value can begin with ':' here",
       "put a text that has ': ' in it into quotes"},
  }};
  const auto plain = std::ranges::find(k_words, failure.msg, &SyntaxWords::library);
  const bool is_plain = plain != k_words.end();
  faults.error(code::k_syntax,
               is_plain ? std::string(plain->message)
                        : fmt::format("this is not valid YAML: {}", failure.msg),
               source.place(mark),
               is_plain ? std::vector{std::string(plain->help)} : std::vector<std::string>());
}

/// In one line with brackets.
void emit(YAML::Emitter& out, const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      out << YAML::Null;
      return;
    case YamlNode::Kind::text:
      if (!is_number_or_boolean(node)) out << YAML::DoubleQuoted;
      out << node.text;
      return;
    case YamlNode::Kind::list:
      out << YAML::Flow << YAML::BeginSeq;
      for (const YamlNodePtr& item : node.items)
        emit(out, *item);
      out << YAML::EndSeq;
      return;
    case YamlNode::Kind::map:
      out << YAML::Flow << YAML::BeginMap;
      for (const MapEntry& entry : node.entries) {
        out << YAML::DoubleQuoted << entry.key;
        emit(out, *entry.value);
      }
      out << YAML::EndMap;
      return;
  }
}

}  // namespace

std::vector<const YamlNode*> YamlNode::each() const {
  if (kind != Kind::list) return {this};
  std::vector<const YamlNode*> all;
  for (const YamlNodePtr& item : items)
    all.push_back(item.get());
  return all;
}

const YamlNode* YamlNode::find(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &MapEntry::key);
  return found == entries.end() ? nullptr : found->value.get();
}

YamlNodePtr parse_yaml(const SourceText& source, Faults& faults) {
  Builder builder(source, faults);
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.root();
  } catch (const Stopped&) {
    return nullptr;
  } catch (const YAML::DeepRecursion& failure) {
    faults.error(code::k_too_complex, "the values are nested too deeply",
                 source.place(mark_of(failure.mark, 1)));
  } catch (const YAML::Exception& failure) {
    report_syntax(failure, source, faults);
  } catch (const std::exception& failure) {
    faults.error(code::k_syntax, fmt::format("this cannot be read as YAML: {}", failure.what()),
                 place_of(source.path()));
  }
  return nullptr;
}

std::optional<bool> boolean_of(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::text || node.is_quoted) return std::nullopt;
  for (const std::string_view word : {"true", "True", "TRUE"})
    if (node.text == word) return true;
  for (const std::string_view word : {"false", "False", "FALSE"})
    if (node.text == word) return false;
  return std::nullopt;
}

bool is_number_or_boolean(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::text || node.is_quoted) return false;
  return boolean_of(node) || parse_decimal(node.text);
}

std::string yaml_text(const YamlNode& node) {
  std::string out;
  const auto add_value = [&](const YamlNode& value) {
    YAML::Emitter emitter;
    emit(emitter, value);
    out.append(emitter.c_str()).append("\n");
  };
  for (const MapEntry& entry : node.entries) {
    YAML::Emitter key;
    key << entry.key;
    out.append(key.c_str()).append(": ");
    add_value(*entry.value);
  }
  if (node.entries.empty()) add_value(node);
  return out;
}

}  // namespace arbiter::package
