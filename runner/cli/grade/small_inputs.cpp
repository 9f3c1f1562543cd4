#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "judge/run/replay_run.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::cli {
namespace {

/// So many failing inputs are shown, and as many others.
constexpr std::size_t k_shown = 20;

/// The text with each character named by how many smaller ones there are: it is the same for "ba"
/// and "ca", which are one case to a person.
std::string shape_of(std::string text) {
  std::set<char> there;
  for (const char one : text)
    there.insert(one);
  there.erase('\n');
  there.erase(' ');
  for (char& one : text) {
    const auto place = there.find(one);
    if (place != there.end()) one = static_cast<char>('a' + std::distance(there.begin(), place));
  }
  return text;
}

/// Answers of one kind are the same character, or are of the same length.
bool have_answers_alike(const SmallInput& one, const SmallInput& other) {
  const std::string_view text = trimmed(one.answer);
  const std::string_view others = trimmed(other.answer);
  return text.size() == others.size() && (text.size() > 1 || text == others);
}

/// The input that is least like those chosen: its answer is of the kind that the fewest of them
/// have, and its length is in the greatest ratio to the lengths of these.
std::vector<SmallInput>::iterator least_like(std::vector<SmallInput>& left,
                                             std::span<const SmallInput> chosen) {
  return std::ranges::min_element(left, {}, [&](const SmallInput& one) {
    std::size_t alike = 0;
    double ratio = k_most_input;
    for (const SmallInput& other : chosen) {
      if (!have_answers_alike(one, other)) continue;
      ++alike;
      const auto [less, more] = std::minmax({one.input.size() + 1, other.input.size() + 1});
      ratio = std::min(ratio, static_cast<double>(more) / static_cast<double>(less));
    }
    return std::pair(alike, -ratio);
  });
}

/// The lines of a text, in one.
std::string joined_lines(std::string_view text) {
  std::string line;
  for (const char one : trimmed(text))
    line += one == '\n' ? " / " : std::string(1, one);
  return line.empty() ? "(nothing)" : report::tidy_line(line);
}

}  // namespace

std::vector<SmallInput> varied_inputs(std::vector<SmallInput> small) {
  std::set<std::pair<bool, std::string>> shapes;
  std::erase_if(small, [&](const SmallInput& one) {
    return !shapes.emplace(one.fails, shape_of(one.input + '\n' + one.answer)).second;
  });
  // In their order those of one length would begin alike.
  std::ranges::shuffle(small, std::mt19937());
  std::vector<SmallInput> some;
  for (const bool fails : {true, false}) {
    std::vector<SmallInput> left;
    std::ranges::copy_if(small, std::back_inserter(left),
                         [&](const SmallInput& one) { return one.fails == fails; });
    std::ranges::stable_sort(left, {}, [](const SmallInput& one) { return one.input.size(); });
    const std::size_t before = some.size();
    while (!left.empty() && some.size() < before + k_shown) {
      const bool is_short = some.size() < before + k_shown / 4;
      const auto next = is_short ? left.begin() : least_like(left, std::span(some).subspan(before));
      some.push_back(std::move(*next));
      left.erase(next);
    }
    std::ranges::stable_sort(some.begin() + static_cast<std::ptrdiff_t>(before), some.end(), {},
                             [](const SmallInput& one) { return one.input.size(); });
  }
  return some;
}

std::string small_input_line(const SmallInput& small, const model::TestJudgement& judged) {
  if (small.input.size() > k_most_in_line || small.answer.size() > k_most_in_line) return {};
  const std::string line =
      fmt::format("{} → {}", joined_lines(small.input), joined_lines(small.answer));
  if (judged.verdict == model::Verdict::ac) return fmt::format("✓ {}\n", line);
  if (judged.verdict != model::Verdict::wa)
    return fmt::format("✗ {} ≠ {}\n", line, model::code(judged.verdict));
  const std::string own = judge::said_in(judged).value_or(judged.output_head);
  return fmt::format("✗ {} ≠ {}\n", line, report::clip_end(joined_lines(own), 2 * k_most_in_line));
}

}  // namespace arbiter::cli
