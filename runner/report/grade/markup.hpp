#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter::report {

/// A piece of a feedback file. Texts are plain: each writer makes them harmless in its own way.
struct FeedbackBlock {
  enum class Kind { title, heading, subheading, text, item, code, table };
  Kind kind = Kind::text;
  std::string text;
  std::vector<std::vector<std::string>> rows;  ///< of a table, its header first
};

/// The blocks one below the other, with items beside each other as one list.
std::string markdown_of(const std::vector<FeedbackBlock>& blocks);
std::string html_of(const std::vector<FeedbackBlock>& blocks);

}  // namespace arbiter::report
