#include "stress/text/text_trials.hpp"

#include <algorithm>
#include <vector>

#include "stress/choices/fingerprint.hpp"

namespace arbiter::stress {
namespace {

bool ends_with_newline(const std::string& text) {
  return !text.empty() && text.back() == '\n';
}

std::string with_newline(std::string text, bool has_one) {
  if (!has_one && !text.empty()) text += '\n';
  return text;
}

/// The lines after the first.
std::vector<std::string_view> body_of(const TextLayout& layout) {
  std::vector<std::string_view> body;
  for (std::size_t line = 1; line < layout.lines().size(); ++line)
    body.push_back(layout.text_of(layout.lines()[line].range));
  return body;
}

bool is_sorted(const TextLayout& layout) {
  const std::vector<std::string_view> body = body_of(layout);
  return body.size() > 1 && std::is_sorted(body.begin(), body.end());
}

std::string sorted(const TextLayout& layout) {
  std::vector<std::string_view> body = body_of(layout);
  std::sort(body.begin(), body.end());
  std::string text(layout.text_of(layout.lines().front().range));
  text += '\n';
  for (const std::string_view line : body)
    text.append(line) += '\n';
  return text;
}

}  // namespace

TextTrials::TextTrials(std::string start, const TryText& try_text, const TextControl& control)
    : try_text_(try_text),
      control_(control),
      has_newline_(ends_with_newline(start)),
      best_(with_newline(std::move(start), has_newline_)) {}

std::string TextTrials::as_given(std::string text) const {
  if (!has_newline_ && !text.empty()) text.pop_back();
  return text;
}

std::string TextTrials::result() const {
  return as_given(best_.text());
}

bool TextTrials::is_over() {
  if (!is_over_ && control_.is_over) is_over_ = control_.is_over();
  return is_over_;
}

bool TextTrials::consider(const std::string& candidate) {
  if (attempt(candidate)) return true;
  if (is_over_ || !is_sorted(best_)) return false;
  const TextLayout layout(candidate);
  return layout.lines().size() > 2 && !is_sorted(layout) && attempt(sorted(layout));
}

bool TextTrials::attempt(const std::string& candidate) {
  if (!is_simpler_text(candidate, best_.text()) || is_over()) return false;
  if (!seen_.insert(fingerprint(candidate)).second) return false;
  ++attempts_;
  if (!try_text_(as_given(candidate))) return false;
  best_ = TextLayout(candidate);
  ++steps_;
  if (control_.on_better) control_.on_better(result());
  return true;
}

}  // namespace arbiter::stress
