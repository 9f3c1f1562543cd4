#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "judge/run/replay_run.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::cli {
namespace {

/// So many failing inputs are shown, and as many others.
constexpr std::size_t k_shown = 10;

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
  std::map<std::tuple<bool, std::string, std::size_t>, std::size_t> counts;
  std::array<std::size_t, 2> shortest{};
  std::vector<std::pair<std::size_t, SmallInput>> ranked;
  for (SmallInput& one : small) {
    if (!shapes.emplace(one.fails, shape_of(one.input + '\n' + one.answer)).second) continue;
    const bool is_first = shortest.at(one.fails ? 1 : 0)++ < k_shown / 2;
    const std::string_view answer = trimmed(one.answer);
    const std::string kind =
        answer.size() > 1 ? std::to_string(answer.size()) + " bytes" : std::string(answer);
    std::size_t& alike = counts[{one.fails, kind, one.input.size()}];
    ranked.emplace_back(is_first ? 0 : ++alike, std::move(one));
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::array<std::size_t, 2> taken{};
  std::vector<SmallInput> some;
  for (auto& [rank, one] : ranked) {
    if (taken.at(one.fails ? 1 : 0)++ < k_shown) some.push_back(std::move(one));
  }
  std::ranges::stable_sort(
      some, {}, [](const SmallInput& one) { return std::pair(!one.fails, one.input.size()); });
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
  return fmt::format("✗ {} ≠ {}\n", line, report::clip_end(joined_lines(own), k_most_in_line));
}

}  // namespace arbiter::cli
