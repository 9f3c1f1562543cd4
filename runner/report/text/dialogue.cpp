#include "report/text/dialogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

constexpr std::size_t k_time_width = 13;
constexpr std::size_t k_gap = 2;

std::string words_of(const model::Message& message) {
  std::string_view text = message.text;
  // Nearly every message ends so; only others need to show it.
  const bool is_line = !text.empty() && text.back() == '\n' && message.left_out == 0;
  if (is_line) text.remove_suffix(1);
  std::string words = one_line(text);
  if (message.left_out > 0) words += fmt::format(" … and {} bytes more", message.left_out);
  return words;
}

std::string line_of(const model::Message& message, std::size_t column, const Style& style) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(message.time).count();
  const std::string time =
      fmt::format("{:>{}}", fmt::format("{}.{:03} ms", us / 1000, us % 1000), k_time_width);
  const std::size_t indent = message.from_submission ? 0 : column + k_gap;
  std::string text;
  for (const std::string& part : chop(words_of(message), column)) {
    text += text.empty() ? paint(style, "2", time) : std::string(k_time_width, ' ');
    text += std::string(k_gap + indent, ' ') + part + "\n";
  }
  return text;
}

}  // namespace

std::string dialogue(const model::Transcript& transcript, const Style& style) {
  const std::size_t width = std::max<std::size_t>(style.width, 40);
  const std::size_t column = (width - k_time_width - 2 * k_gap) / 2;
  std::string text = paint(
      style, "1",
      fmt::format("{:>{}}  {:<{}}  {}", "game", k_time_width, "submission", column, "referee"));
  text += "\n";
  for (std::size_t i = 0; i < transcript.messages.size(); ++i) {
    if (transcript.left_out_messages > 0 &&
        i == static_cast<std::size_t>(transcript.left_out_after)) {
      text += fmt::format("{:>{}}  {} messages of {} bytes are not shown\n", "…", k_time_width + 2,
                          transcript.left_out_messages, transcript.left_out_bytes);
    }
    text += line_of(transcript.messages[i], column, style);
  }
  return text;
}

}  // namespace arbiter::report
