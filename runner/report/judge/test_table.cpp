#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "model/points.hpp"
#include "model/reason.hpp"
#include "report/judge/details.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

constexpr std::size_t k_most_rows = 30;
constexpr std::size_t k_most_failing = 20;

/// What is said of tests that have no row of their own.
struct Others {
  std::map<Verdict, std::size_t> counts;
  Nanoseconds cpu{};
  Bytes memory;
  std::size_t total = 0;

  void add(const TestJudgement& test) {
    ++counts[test.verdict];
    ++total;
    cpu = std::max(cpu, test.run.cpu);
    memory = std::max(memory, test.run.memory);
  }
};

std::vector<Cell> row_of(const SubmissionJudgement& submission, const TestJudgement& test,
                         bool with_wall) {
  const model::VerdictRow& verdict = model::row(test.verdict);
  const bool ran = test.run.ending != model::Ending::fault;
  const std::string why = one_line(model::short_reason(test, submission.limits)) + in_pass(test);
  return {one_line(test.name),
          Cell(fmt::format("{} {}", verdict.symbol, verdict.code), verdict.color),
          ran ? cpu_text(test.run) : "",
          ran ? memory_text(test.run) : "",
          Cell(test.counted ? why : "not counted", "2"),
          with_wall ? show(test.run.wall) : "",
          spread(test.repeats),
          points_text(test.score, test.max_score)};
}

/// `is_rest` says whether a table of others stands above.
std::string summary(const Others& others, bool is_rest, const Style& style) {
  const std::string counts = joined(others.counts, ", ", [&](const auto& one) {
    const auto& [verdict, count] = one;
    return (count == others.total ? "all" : std::to_string(count)) + " " +
           std::string(model::code(verdict));
  });
  return paragraph(style, "", is_rest ? "  … " : "  ",
                   fmt::format("{}: {}; at most {} and {}",
                               counted(others.total, is_rest ? "more test case" : "test case"),
                               counts, show(others.cpu), show(others.memory)),
                   4);
}

/// How deep a group lies below the outermost one.
std::size_t depth_of(std::string_view group) {
  if (group.empty()) return 0;
  return 1 + static_cast<std::size_t>(std::count(group.begin(), group.end(), '/'));
}

}  // namespace

std::string points_text(const std::optional<double>& score, const std::optional<double>& most) {
  if (!score) return {};
  return most ? fmt::format("{}/{}", model::show_points(*score), model::show_points(*most))
              : model::show_points(*score);
}

std::string spread(std::vector<Nanoseconds> times) {
  if (times.empty()) return {};
  std::ranges::sort(times);
  return fmt::format("{} / {} / {}", show(times.front()), show(times[(times.size() - 1) / 2]),
                     show(times.back()));
}

std::string group_table(const SubmissionJudgement& submission, const Style& style) {
  TextTable table(
      {{"group", Align::left, Clip::end, std::max<std::size_t>(6, style.width / 3), 100},
       {style.width < 60 ? "is" : "verdict", Align::left, Clip::never, 0, 95},
       {"score", Align::right, Clip::never, 0, 100},
       {"why", Align::left, Clip::end, 12, 70}});
  for (const model::GroupJudgement& group : submission.groups) {
    const model::VerdictRow& verdict = model::row(group.verdict);
    const std::string name = group.name.empty() ? "all" : one_line(group.name);
    table.add({std::string(2 * depth_of(group.name), ' ') + name,
               group.counted
                   ? Cell(fmt::format("{} {}", verdict.symbol, verdict.code), verdict.color)
                   : Cell("-", "2"),
               points_text(group.score, group.max_score), Cell(one_line(group.note), "2")});
  }
  return submission.groups.empty() ? std::string() : table.text(style, 2);
}

std::string test_table(const SubmissionJudgement& submission, const Style& style, bool all) {
  TextTable table({{"test", Align::left, Clip::end, std::max<std::size_t>(6, style.width / 2), 100},
                   {style.width < 60 ? "is" : "verdict", Align::left, Clip::never, 0, 100},
                   {"CPU", Align::right, Clip::never, 0, 90},
                   {"memory", Align::right, Clip::never, 0, 80},
                   {"why", Align::left, Clip::end, 8, 70},
                   {"wall", Align::right, Clip::never, 0, 60},
                   {"spread", Align::left, Clip::never, 0, 85},
                   {"score", Align::right, Clip::never, 0, 95}});
  const bool abbreviated = !all && submission.tests.size() > k_most_rows;
  std::size_t shown = 0;
  Others others;
  for (const TestJudgement& test : submission.tests) {
    if (abbreviated && (test.verdict == Verdict::ac || shown >= k_most_failing)) {
      others.add(test);
      continue;
    }
    ++shown;
    table.add(row_of(submission, test, all));
  }
  std::string text = shown > 0 ? table.text(style, 2) : "";
  if (others.total > 0) text += summary(others, shown > 0, style);
  return text;
}

}  // namespace arbiter::report
