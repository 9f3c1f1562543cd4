#include "report/grade/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/instant.hpp"
#include "model/points.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Verdict;

/// A piece of a feedback file. Texts are plain: each writer makes them harmless in its own way.
struct FeedbackBlock {
  enum class Kind { title, heading, subheading, text, item, code, table };
  Kind kind = Kind::text;
  std::string text;
  std::vector<std::vector<std::string>> rows;  ///< of a table, its header first
};

using Kind = FeedbackBlock::Kind;

// A person fixes one mistake at a time; more would hide the first ones.
constexpr std::size_t k_most_explained = 3;
constexpr std::size_t k_most_listed = 20;

/// "differs at line 2, column 5".
std::string difference_words(const FirstDifference& difference) {
  if (difference.output_line == 0) return "the output differs from the answer";
  std::string words = fmt::format("differs at line {}, column {}", difference.output_line,
                                  difference.output_column);
  if (difference.expected_end) words += ", where the answer ends";
  if (difference.got_end) words += ", where your output ends";
  return words;
}

void put_code(std::vector<FeedbackBlock>& blocks, const std::string& caption,
              const std::string& code) {
  if (code.empty()) return;
  blocks.push_back({Kind::text, caption, {}});
  blocks.push_back({Kind::code, code, {}});
}

/// All that there is to tell of a failing test besides its verdict and reason.
std::vector<FeedbackBlock> details_of(const SeenTest& test) {
  std::vector<FeedbackBlock> blocks;
  if (test.difference) {
    blocks.push_back({Kind::text, difference_words(*test.difference), {}});
    put_code(blocks, "expected there:", test.difference->expected);
    put_code(blocks, "got:", test.difference->got);
  }
  put_code(blocks, "the checker says:", test.message);
  put_code(blocks, "input:", test.input);
  put_code(blocks, "answer:", test.answer);
  put_code(blocks,
           test.is_output_cut ? "the beginning of your output:" : "your output:", test.output);
  put_code(blocks, "end of your standard error:", test.error_tail);
  for (const std::string& hint : test.hints)
    blocks.push_back({Kind::item, "hint: " + hint, {}});
  return blocks;
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
    put_code(blocks_, "what was handed in cannot be run:", problem.fault);
    if (problem.verdict == Verdict::ce) {
      put_code(blocks_, "the compiler says:", problem.compile_log);
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
      const std::vector<FeedbackBlock> details = details_of(*test);
      if (details.empty()) continue;
      if (explained++ == k_most_explained) break;
      put(Kind::subheading, fmt::format("{}: {}", test->name, model::row(test->verdict).name));
      blocks_.insert(blocks_.end(), details.begin(), details.end());
    }
  }

  const StudentView& view_;
  std::vector<FeedbackBlock> blocks_;
};

using Rows = std::vector<std::vector<std::string>>;

/// How a block of one text is written.
struct Markup {
  std::string_view before;   ///< in Markdown
  std::string_view element;  ///< in HTML
};

/// By kind; a table is no block of one text.
constexpr std::array<Markup, 6> k_markups = {
    {{"# ", "h1"}, {"## ", "h2"}, {"### ", "h3"}, {"", "p"}, {"- ", "li"}, {"", "pre"}}};
static_assert(k_markups.size() == static_cast<std::size_t>(Kind::table));

const Markup& markup_of(Kind kind) {
  return k_markups.at(static_cast<std::size_t>(kind));
}

std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "|";
    for (const std::string& cell : rows[i])
      text += " " + markdown_text(cell) + " |";
    text += "\n";
    if (i > 0) continue;
    text += "|";
    for (std::size_t column = 0; column < rows[i].size(); ++column)
      text += " --- |";
    text += "\n";
  }
  return text;
}

std::string markdown_of(const FeedbackBlock& block) {
  if (block.kind == Kind::table) return markdown_table(block.rows);
  if (block.kind == Kind::code) return code_block(block.text, block.text.size());
  return fmt::format("{}{}\n", markup_of(block.kind).before, markdown_text(block.text));
}

constexpr std::string_view k_style =
    "body{font-family:sans-serif;max-width:50em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .6em;text-align:left}"
    "pre{background:#f3f3f3;color:#111;padding:.6em;overflow:auto;white-space:pre-wrap}";

std::string element(std::string_view name, const std::string& text) {
  return fmt::format("<{0}>{1}</{0}>", name, html_text(text));
}

std::string html_of(const FeedbackBlock& block) {
  if (block.kind != Kind::table) return element(markup_of(block.kind).element, block.text) + "\n";
  std::string text = "<table>\n";
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    text += "<tr>";
    for (const std::string& cell : block.rows[i])
      text += element(i == 0 ? "th" : "td", cell);
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

}  // namespace

std::string verdict_word(const SeenProblem& problem) {
  if (problem.verdict) return std::string(model::code(*problem.verdict));
  return problem.status == model::GradeStatus::no_submission ? "-" : "?";
}

std::string test_explanation(const SeenTest& test) {
  std::string text = test.reason.empty() ? "" : test.reason + "\n";
  for (const FeedbackBlock& block : details_of(test))
    text += block.text + (block.text.ends_with('\n') ? "" : "\n");
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

std::string feedback_markdown(const StudentView& view) {
  std::string text;
  Kind before = Kind::title;
  for (const FeedbackBlock& block : FeedbackPage(view).blocks()) {
    const bool continues_list = block.kind == Kind::item && before == Kind::item;
    if (!text.empty() && !continues_list) text += "\n";
    text += markdown_of(block);
    before = block.kind;
  }
  return text;
}

std::string feedback_html(const StudentView& view) {
  const std::vector<FeedbackBlock> blocks = FeedbackPage(view).blocks();
  std::string text;
  bool is_in_list = false;
  for (const FeedbackBlock& block : blocks) {
    if ((block.kind == Kind::item) != is_in_list) {
      text += is_in_list ? "</ul>\n" : "<ul>\n";
      is_in_list = !is_in_list;
    }
    text += html_of(block);
  }
  if (is_in_list) text += "</ul>\n";
  return html_page(blocks.empty() ? "Feedback" : blocks.front().text, {}, text);
}

std::string html_page(const std::string& title, std::string_view style, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n{}\n"
      "<style>{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      element("title", title), k_style, style, body);
}

}  // namespace arbiter::report
