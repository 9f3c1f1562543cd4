#include "report/grade/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using Kind = FeedbackBlock::Kind;
using model::Verdict;

// A person fixes one mistake at a time; more would hide the first ones.
constexpr std::size_t k_most_explained = 3;
constexpr std::size_t k_most_listed = 20;

/// Whether there is more to tell than the table does.
bool has_details(const SeenTest& test) {
  const bool has_text = !(test.message.empty() && test.input.empty() && test.answer.empty() &&
                          test.output.empty() && test.error_tail.empty());
  return has_text || test.difference || !test.hints.empty();
}

const char* output_caption(const SeenTest& test) {
  return test.is_output_cut ? "the beginning of your output:" : "your output:";
}

class FeedbackPage {
 public:
  explicit FeedbackPage(const StudentView& view) : view_(view) {}

  std::vector<FeedbackBlock> blocks() {
    title();
    overview();
    for (const SeenProblem& problem : view_.problems())
      add_problem(problem);
    return std::move(blocks_);
  }

 private:
  void put(Kind kind, std::string text) { blocks_.push_back({kind, std::move(text), {}}); }

  void put_code(const std::string& caption, const std::string& code) {
    if (code.empty()) return;
    put(Kind::text, caption);
    put(Kind::code, code);
  }

  [[nodiscard]] std::string number(double points) const {
    return model::show_points(points, view_.decimals());
  }

  void title() {
    const model::Student& student = view_.student();
    const std::string who = tidy_line(student.name.empty() ? student.id : student.name);
    put(Kind::title, view_.assignment().empty() ? who : view_.assignment() + ": " + who);
  }

  void overview() {
    std::string sum =
        fmt::format("{} of {} points", number(view_.points()), number(view_.max_points()));
    if (!view_.is_final()) sum += ", not final: see below";
    put(Kind::text, sum);
    FeedbackBlock table{Kind::table, {}, {{"problem", "verdict", "points"}}};
    for (const SeenProblem& problem : view_.problems()) {
      table.rows.push_back(
          {problem.title, verdict_word(problem),
           fmt::format("{}/{}", number(problem.points), number(problem.max_points))});
    }
    blocks_.push_back(std::move(table));
  }

  void add_problem(const SeenProblem& problem) {
    put(Kind::heading, fmt::format("{}: {}/{}", problem.title, number(problem.points),
                                   number(problem.max_points)));
    for (const std::string& words : problem.words)
      put(Kind::item, words);
    if (!problem.origin.empty()) {
      const std::string when =
          problem.submitted ? ", handed in " + utc_text(*problem.submitted) : std::string();
      put(Kind::text, "graded: " + problem.origin + when);
    }
    put_code("what was handed in cannot be run:", problem.fault);
    if (problem.verdict == Verdict::ce) {
      put_code("the compiler says:", problem.compile_log);
      for (const std::string& help : problem.helps)
        put(Kind::item, "help: " + help);
    }
    add_tests(problem);
  }

  void add_tests(const SeenProblem& problem) {
    std::vector<const SeenTest*> failing;
    for (const SeenTest& test : problem.tests) {
      if (test.verdict != Verdict::ac) failing.push_back(&test);
    }
    if (failing.empty()) return;
    put(Kind::text,
        fmt::format("{} of {} failed:", failing.size(), counted(problem.tests.size(), "test")));
    FeedbackBlock table{Kind::table, {}, {{"test", "verdict", "why"}}};
    for (std::size_t i = 0; i < std::min(failing.size(), k_most_listed); ++i) {
      table.rows.push_back(
          {failing[i]->name, std::string(model::code(failing[i]->verdict)), failing[i]->reason});
    }
    blocks_.push_back(std::move(table));
    if (failing.size() > k_most_listed) {
      put(Kind::text, fmt::format("and {} more", failing.size() - k_most_listed));
    }
    std::size_t explained = 0;
    for (const SeenTest* test : failing) {
      if (!has_details(*test)) continue;
      if (explained++ == k_most_explained) break;
      add_test(*test);
    }
  }

  void add_test(const SeenTest& test) {
    put(Kind::subheading, fmt::format("{}: {}", test.name, model::row(test.verdict).name));
    if (test.difference) {
      put(Kind::text, difference_words(*test.difference));
      if (!test.difference->expected.empty() || !test.difference->got.empty()) {
        put_code("expected there:", test.difference->expected);
        put_code("got:", test.difference->got);
      }
    }
    put_code("the checker says:", test.message);
    put_code("input:", test.input);
    put_code("answer:", test.answer);
    put_code(output_caption(test), test.output);
    put_code("end of your standard error:", test.error_tail);
    for (const std::string& hint : test.hints)
      put(Kind::item, "hint: " + hint);
  }

  const StudentView& view_;
  std::vector<FeedbackBlock> blocks_;
};

void explain_with(std::string& text, std::string_view caption, const std::string& body) {
  if (body.empty()) return;
  text += fmt::format("{}\n{}{}", caption, body, body.back() == '\n' ? "" : "\n");
}

}  // namespace

std::vector<FeedbackBlock> feedback_blocks(const StudentView& view) {
  return FeedbackPage(view).blocks();
}

std::string verdict_word(const SeenProblem& problem) {
  if (problem.verdict) return std::string(model::code(*problem.verdict));
  return problem.status == model::GradeStatus::no_submission ? "-" : "?";
}

std::string difference_words(const model::FirstDifference& difference) {
  if (difference.output_line == 0) return "the output differs from the answer";
  std::string words = fmt::format("differs at line {}, column {}", difference.output_line,
                                  difference.output_column);
  if (difference.expected_end) words += ", where the answer ends";
  if (difference.got_end) words += ", where your output ends";
  return words;
}

std::string test_explanation(const SeenTest& test) {
  std::string text;
  if (!test.reason.empty()) text += test.reason + "\n";
  if (test.difference) {
    text += difference_words(*test.difference) + "\n";
    explain_with(text, "expected there:", test.difference->expected);
    explain_with(text, "got:", test.difference->got);
  }
  explain_with(text, "the checker says:", test.message);
  explain_with(text, "input:", test.input);
  explain_with(text, "answer:", test.answer);
  explain_with(text, output_caption(test), test.output);
  explain_with(text, "end of your standard error:", test.error_tail);
  for (const std::string& hint : test.hints)
    text += "hint: " + hint + "\n";
  return text;
}

std::vector<std::string> feedback_lines(const StudentView& view,
                                        std::optional<std::size_t> problem) {
  std::vector<std::string> lines;
  for (std::size_t p = 0; p < view.problems().size(); ++p) {
    if (problem && *problem != p) continue;
    const SeenProblem& seen = view.problems()[p];
    std::string line =
        fmt::format("{}: {}/{}", seen.title, model::show_points(seen.points, view.decimals()),
                    model::show_points(seen.max_points, view.decimals()));
    if (seen.verdict) line += fmt::format(", {}", model::code(*seen.verdict));
    lines.push_back(line);
    for (const std::string& words : seen.words)
      lines.push_back("- " + words);
  }
  return lines;
}

}  // namespace arbiter::report
