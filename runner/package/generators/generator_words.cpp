#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "package/generators/parts.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_count = 100;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class CommandSplitter {
 public:
  explicit CommandSplitter(std::string_view text) : text_(text) {}

  std::optional<std::vector<std::string>> split() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (is_blank(c)) {
        end_word();
      } else if (c == '\'' || c == '"') {
        if (!take_quoted(c)) return std::nullopt;
      } else if (c == '\\') {
        if (at_ == text_.size()) return std::nullopt;
        take(text_[at_++]);
      } else {
        take(c);
      }
    }
    end_word();
    return std::move(words_);
  }

 private:
  void take(char c) {
    word_ += c;
    in_word_ = true;
  }

  void end_word() {
    if (in_word_) words_.push_back(std::exchange(word_, {}));
    in_word_ = false;
  }

  bool take_quoted(char quote) {
    in_word_ = true;
    while (at_ < text_.size()) {
      char c = text_[at_++];
      if (c == quote) return true;
      const bool escapes = quote == '"' && c == '\\' && at_ < text_.size() &&
                           (text_[at_] == '"' || text_[at_] == '\\');
      if (escapes) c = text_[at_++];
      word_ += c;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  std::vector<std::string> words_;
};

constexpr std::string_view k_how_many = "'count' must stand for 1 to 100 tests";
// What is added to a name must stay short, and no difference may overflow.
constexpr std::int64_t k_largest = 1'000'000'000'000'000;

Counts fault(std::string text, const Mark& mark) {
  return {{}, std::move(text), mark};
}

Counts from_to(std::int64_t from, std::int64_t to, const Mark& mark) {
  const bool is_far = from < -k_largest || to > k_largest;
  if (is_far || from > to || to - from >= static_cast<std::int64_t>(k_most_count))
    return fault(std::string(k_how_many), mark);
  Counts counts;
  for (std::int64_t value = from; value <= to; ++value)
    counts.values.push_back(value);
  return counts;
}

Counts of_list(const YamlNode& node) {
  Counts counts;
  std::set<std::int64_t> seen;
  for (const YamlNodePtr& item : node.items) {
    const bool is_plain = item->kind == YamlNode::Kind::text && !item->is_quoted;
    const auto value = is_plain ? parse_whole(item->text) : std::nullopt;
    if (!value || *value > k_largest || *value < -k_largest) {
      return fault("'count' must be a list of whole numbers", item->mark);
    }
    if (!seen.insert(*value).second) {
      return fault(fmt::format("{} is in 'count' twice", *value), item->mark);
    }
    counts.values.push_back(*value);
  }
  const std::size_t size = counts.values.size();
  if (size == 0 || size > k_most_count) return fault(std::string(k_how_many), node.mark);
  return counts;
}

}  // namespace

std::optional<std::vector<std::string>> split_command(std::string_view text) {
  return CommandSplitter(text).split();
}

Counts counts_of(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::list) return of_list(node);
  if (node.kind == YamlNode::Kind::text) {
    const std::string_view text = node.text;
    const std::size_t dots = text.find("..=");
    if (dots != std::string_view::npos) {
      const auto from = parse_whole(text.substr(0, dots));
      const auto to = parse_whole(text.substr(dots + 3));
      if (from && to) return from_to(std::max(*from, -k_largest - 1), *to, node.mark);
    } else if (const auto number = parse_whole(text); number && !node.is_quoted) {
      return from_to(1, *number, node.mark);
    }
  }
  return fault("'count' must be a number, a list of numbers or a range, as 3, [1, 2, 3] or 1..=3",
               node.mark);
}

std::string zero_padded(std::int64_t number, std::size_t width) {
  return fmt::format("{:0{}}", number, width);
}

std::vector<std::string> count_suffixes(const std::vector<std::int64_t>& counts) {
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  const bool is_consecutive = *most - *least == static_cast<std::int64_t>(counts.size()) - 1;
  std::size_t width = 0;
  for (const std::int64_t count : counts)
    width = std::max(width, std::to_string(count).size());
  std::vector<std::string> suffixes;
  for (const std::int64_t count : counts)
    suffixes.push_back("-" + zero_padded(count, is_consecutive ? width : 0));
  return suffixes;
}

}  // namespace arbiter::package
