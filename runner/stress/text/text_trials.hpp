#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "stress/text/shrink_text.hpp"
#include "stress/text/text_layout.hpp"

namespace arbiter::stress {

/// The smallest text so far, and the only way to a smaller one: to consider a candidate. What a
/// pass considers may depend on the best text only, as with ChoiceTrials.
class TextTrials {
 public:
  /// Takes references that must outlive it.
  TextTrials(std::string start, const TryText& try_text, const TextControl& control);

  const TextLayout& best() const { return best_; }
  /// As it was given, with or without a newline at the end.
  std::string result() const;

  /// Whether the candidate is the new best; all its lines must end with a newline. Where all lines
  /// but the first are sorted, so is the candidate if it does not fail as it is.
  bool consider(const std::string& candidate);

  bool is_over();
  std::int64_t attempts() const { return attempts_; }
  std::int64_t steps() const { return steps_; }

 private:
  bool attempt(const std::string& candidate);
  std::string as_given(std::string text) const;

  const TryText& try_text_;
  const TextControl& control_;
  bool has_newline_;
  TextLayout best_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
  std::int64_t attempts_ = 0;
  std::int64_t steps_ = 0;
  bool is_over_ = false;
};

}  // namespace arbiter::stress
