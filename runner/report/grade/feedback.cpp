#include "report/grade/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "report/grade/phrases.hpp"
#include "report/page/page.hpp"
#include "report/text/difference.hpp"
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
  std::vector<std::vector<std::string>> rows = {};  ///< of a table, its header first
};

using Kind = FeedbackBlock::Kind;

// Nobody compares more by eye; what is longer is cut in its middle.
constexpr std::size_t k_most_code = std::size_t{256} << 10;

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

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
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
  if (block.kind == Kind::code) return code_block(block.text, k_most_code);
  return fmt::format("{}{}\n", markup_of(block.kind).before, markdown_text(block.text));
}

std::string html_of(const FeedbackBlock& block) {
  if (block.kind == Kind::table) return plain_table(block.rows);
  return fmt::format("<{0}>{1}</{0}>\n", markup_of(block.kind).element, html_text(block.text));
}

/// The blocks one below the other, with items beside each other as one list.
std::string markdown_of(const std::vector<FeedbackBlock>& blocks) {
  std::string text;
  Kind before = Kind::title;
  for (const FeedbackBlock& block : blocks) {
    const bool continues_list = block.kind == Kind::item && before == Kind::item;
    if (!text.empty() && !continues_list) text += "\n";
    text += markdown_of(block);
    before = block.kind;
  }
  return text;
}

std::string html_of(const std::vector<FeedbackBlock>& blocks) {
  std::string text;
  bool is_in_list = false;
  for (const FeedbackBlock& block : blocks) {
    if ((block.kind == Kind::item) != is_in_list) {
      text += is_in_list ? "</ul>\n" : "<ul>\n";
      is_in_list = !is_in_list;
    }
    text += html_of(block);
  }
  return text + (is_in_list ? "</ul>\n" : "");
}

/// "30 × Wrong answer, 6 × Time limit exceeded".
std::string failures_of(const SeenProblem& problem, const Phrases& say) {
  std::map<Verdict, std::size_t> counts;
  for (const SeenTest& test : problem.tests) {
    if (test.visibility != model::Visibility::sample) ++counts[test.verdict];
  }
  counts.erase(Verdict::ac);
  return joined(counts, ", ", [&](const auto& one) {
    return fmt::format("{} × {}", one.second, say.verdict(one.first));
  });
}

void put_code(std::vector<FeedbackBlock>& blocks, const std::string& caption,
              const std::string& code) {
  if (code.empty()) return;
  blocks.push_back({Kind::text, caption});
  blocks.push_back({Kind::code, code});
}

/// Both sides, one below the other, with a caret below the first character that differs.
std::string marked_lines(const FirstDifference& difference, const Phrases& say) {
  constexpr std::size_t k_width = 80;
  const std::string expected = say("expected");
  const std::string got = say("got");
  const std::string text = difference_lines(difference, {false, k_width}, {expected, got, {}});
  // They are indented for a terminal.
  std::string plain;
  for (const std::string_view line : split_lines(text))
    plain += fmt::format("{}\n", line.substr(2));
  return plain;
}

/// Where the outputs stand above and differ from the beginning, no place is told.
void put_difference(std::vector<FeedbackBlock>& blocks, const FirstDifference& difference,
                    bool is_shown, const Phrases& say) {
  std::string where = difference.output_line == 0
                          ? say("differs_somewhere")
                          : say("differs", {std::to_string(difference.output_line),
                                            std::to_string(difference.output_column)});
  if (difference.expected_end) where += " " + say("expected_ends");
  if (difference.got_end) where += " " + say("got_ends");
  const bool is_at_begin = difference.output_line == 1 && difference.output_column == 1;
  const bool is_within = !difference.expected_end && !difference.got_end;
  if (!is_shown || !is_at_begin || !is_within) blocks.push_back({Kind::text, where});
  if (difference.expected.empty() && difference.got.empty()) return;
  if (is_within) {
    blocks.push_back({Kind::code, marked_lines(difference, say)});
  } else {
    put_code(blocks, say("expected") + ":", difference.expected);
    put_code(blocks, say("got") + ":", difference.got);
  }
}

/// All that there is to tell of a failing test besides its verdict and reason.
std::vector<FeedbackBlock> details_of(const SeenTest& test, const Phrases& say) {
  std::vector<FeedbackBlock> blocks;
  put_code(blocks, say("input"), test.input);
  put_code(blocks, say("answer"), test.answer);
  put_code(blocks,
           say(test.is_game         ? "talk"
               : test.is_output_cut ? "output_begins"
                                    : "output"),
           test.output);
  if (test.difference) put_difference(blocks, *test.difference, !test.output.empty(), say);
  put_code(blocks, say("course"), test.course);
  put_code(blocks, say("others"), test.others);
  if (!is_drawn(test.difference, test.message)) put_code(blocks, say("checker_says"), test.message);
  put_code(blocks, say("error_output"), test.error_tail);
  for (const std::string& hint : test.hints)
    blocks.push_back({Kind::item, say("hint", {hint})});
  return blocks;
}

/// The page of one student in parts, which a template puts together.
class FeedbackPage {
 public:
  explicit FeedbackPage(const StudentView& view) : view_(view), say_(view.language()) {}

  [[nodiscard]] std::string title() const {
    const std::string who = student();
    return view_.assignment().empty() ? who : view_.assignment() + ": " + who;
  }
  [[nodiscard]] std::string student() const {
    const model::Student& student = view_.student();
    return tidy_line(student.name.empty() ? student.id : student.name);
  }
  [[nodiscard]] std::string points() const {
    return say_.points(view_.points(), view_.max_points(), view_.decimals());
  }

  std::vector<FeedbackBlock> summary() {
    put(Kind::text, points() + ".");
    if (!view_.is_final()) put(Kind::text, say_("not_final"));
    if (view_.problems().size() > 1) {
      FeedbackBlock table{
          Kind::table, {}, {{say_("problem"), say_("result"), say_("points_title")}}};
      for (const SeenProblem& problem : view_.problems()) {
        table.rows.push_back({problem.title,
                              problem.verdict ? say_.verdict(*problem.verdict) : say_("no_result"),
                              say_.points(problem.points, problem.max_points, view_.decimals())});
      }
      blocks_.push_back(std::move(table));
    }
    return std::exchange(blocks_, {});
  }

  std::vector<FeedbackBlock> problems() {
    for (const SeenProblem& problem : view_.problems())
      add_problem(problem);
    return std::exchange(blocks_, {});
  }

  /// What the verdicts mean that occur.
  std::vector<FeedbackBlock> glossary() {
    std::set<Verdict> occurring;
    for (const SeenProblem& problem : view_.problems()) {
      if (problem.verdict) occurring.insert(*problem.verdict);
      for (const SeenTest& test : problem.tests)
        occurring.insert(test.verdict);
    }
    if (!occurring.empty()) put(Kind::heading, say_("glossary"));
    for (const Verdict verdict : occurring) {
      const std::string code(model::code(verdict));
      put(Kind::item,
          fmt::format("{} ({}): {}", say_.verdict(verdict), code, say_(code + "_means")));
    }
    return std::exchange(blocks_, {});
  }

 private:
  void put(Kind kind, std::string text) { blocks_.push_back({kind, std::move(text)}); }

  void add_problem(const SeenProblem& problem) {
    put(Kind::heading,
        fmt::format("{}: {}", problem.title,
                    say_.points(problem.points, problem.max_points, view_.decimals())));
    for (const std::string& words : problem.words)
      put(Kind::item, words);
    if (!problem.origin.empty())
      put(Kind::item, say_("graded_file", {std::string(base_name(problem.origin))}));
    if (problem.submitted && !problem.is_late)
      put(Kind::item, say_("handed_in", {show_instant(*problem.submitted, view_.zone())}));
    put_code(blocks_, say_("cannot_run"), problem.fault);
    if (problem.verdict == Verdict::ce) {
      put_code(blocks_, say_("compiler_says"), problem.compile_log);
      for (const std::string& help : problem.helps)
        put(Kind::item, say_("help", {help}));
    }
    add_failing(problem);
  }

  /// How many tests failed, and the first that has something to tell. A person fixes one mistake at
  /// a time; more would hide it.
  void add_failing(const SeenProblem& problem) {
    const SeenTest* first = first_failing(problem);
    if (first == nullptr) return;
    const std::string failures = failures_of(problem, say_);
    if (!failures.empty()) put(Kind::item, say_("failures", {failures}));
    put(Kind::subheading, say_("first_failing", {first->name}));
    put(Kind::text, say_.verdict(first->verdict, first->reason));
    const std::vector<FeedbackBlock> details = details_of(*first, say_);
    blocks_.insert(blocks_.end(), details.begin(), details.end());
  }

  const StudentView& view_;
  Phrases say_;
  std::vector<FeedbackBlock> blocks_;
};

constexpr std::array<std::string_view, 7> k_fields{"title",   "student",  "assignment", "points",
                                                   "summary", "problems", "glossary"};

/// The fields of a page, in the order of k_fields: texts made harmless, parts as markup.
std::vector<std::string> filled(const StudentView& view, std::string (*safe)(std::string_view),
                                std::string (*markup)(const std::vector<FeedbackBlock>&)) {
  FeedbackPage page(view);
  return {safe(page.title()),     safe(page.student()),   safe(view.assignment()),
          safe(page.points()),    markup(page.summary()), markup(page.problems()),
          markup(page.glossary())};
}

/// The template with the values in place of its fields. A field of no such name stays as it is.
std::string put_together(std::string_view form, const std::vector<std::string>& values) {
  std::string text;
  while (!form.empty()) {
    const std::size_t begin = std::min(form.find("{{"), form.size());
    text += form.substr(0, begin);
    form.remove_prefix(begin);
    const std::size_t end = form.find("}}");
    if (end == std::string_view::npos) break;
    const auto* const field = std::ranges::find(k_fields, trimmed(form.substr(2, end - 2)));
    text += field == k_fields.end() ? form.substr(0, end + 2)
                                    : values.at(static_cast<std::size_t>(field - k_fields.begin()));
    form.remove_prefix(end + 2);
  }
  return text + std::string(form);
}

}  // namespace

std::string verdict_word(const SeenProblem& problem) {
  if (problem.verdict) return std::string(model::code(*problem.verdict));
  return problem.status == model::GradeStatus::no_submission ? "-" : "?";
}

const SeenTest* first_failing(const SeenProblem& problem) {
  if (problem.counterexample) return &*problem.counterexample;
  const SeenTest* first = nullptr;
  for (const SeenTest& test : problem.tests) {
    if (test.verdict == Verdict::ac) continue;
    if (first == nullptr) first = &test;
    // One that shows something helps more than one that comes before it.
    if (test.difference || !test.input.empty() || !test.output.empty() || !test.message.empty())
      return &test;
  }
  return first;
}

std::string test_explanation(const SeenTest& test, model::FeedbackLanguage language) {
  const Phrases say(language);
  std::string text =
      (test.verdict == Verdict::ac ? say("AC_means") : say.verdict(test.verdict, test.reason)) +
      "\n";
  for (const FeedbackBlock& block : details_of(test, say))
    text += block.text + (block.text.ends_with('\n') ? "" : "\n");
  return text;
}

std::vector<std::string> feedback_lines(const StudentView& view,
                                        std::optional<std::size_t> problem) {
  const Phrases say(view.language());
  std::vector<std::string> lines;
  for (std::size_t p = 0; p < view.problems().size(); ++p) {
    if (problem && *problem != p) continue;
    const SeenProblem& seen = view.problems()[p];
    lines.push_back(fmt::format("{}: {}", seen.title,
                                say.points(seen.points, seen.max_points, view.decimals())));
    if (seen.verdict) lines.back() += ", " + say.verdict(*seen.verdict);
    for (const std::string& words : seen.words)
      lines.push_back("- " + words);
  }
  return lines;
}

Result<void> check_feedback_template(std::string_view form) {
  for (std::size_t begin = form.find("{{"); begin != std::string_view::npos;
       begin = form.find("{{", begin + 2)) {
    const std::size_t end = std::min(form.find("}}", begin), form.size());
    const std::string_view field = trimmed(form.substr(begin + 2, end - begin - 2));
    if (end < form.size() && std::ranges::find(k_fields, field) != k_fields.end()) continue;
    const auto line =
        std::count(form.begin(), form.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    return usage_error(fmt::format("line {}: there is no field '{{{{{}}}}}'", line + 1,
                                   clip_end(tidy_line(std::string(field)), 40)),
                       fmt::format("the fields are {{{{{}}}}}", fmt::join(k_fields, "}}, {{")));
  }
  return {};
}

std::string case_for_student(const HandedCase& handed) {
  const Phrases say(handed.language);
  std::vector<FeedbackBlock> blocks = {{Kind::title, handed.title},
                                       {Kind::text, say.verdict(handed.verdict, handed.reason)}};
  if (handed.is_game) {
    put_code(blocks, say("talk"), handed.output);
    return markdown_of(blocks);
  }
  put_code(blocks, say("input"), handed.input.value_or(""));
  put_code(blocks, say("answer"), handed.answer.value_or(""));
  put_code(blocks, say("output"), handed.output);
  blocks.push_back({Kind::heading, say("how_to_run")});
  put_code(blocks, say("how"), "< input.txt");
  return markdown_of(blocks);
}

std::string feedback_markdown(const StudentView& view, std::string_view form) {
  constexpr std::string_view k_form = "# {{title}}\n\n{{summary}}\n{{problems}}\n{{glossary}}";
  return put_together(form.empty() ? k_form : form, filled(view, markdown_text, markdown_of));
}

std::string feedback_html(const StudentView& view, std::string_view form) {
  constexpr std::string_view k_body = "<h1>{{title}}</h1>\n{{summary}}{{problems}}{{glossary}}";
  const std::vector<std::string> values = filled(view, html_text, html_of);
  if (!form.empty()) return put_together(form, values);
  return html_page(FeedbackPage(view).title(), {}, put_together(k_body, values),
                   model::k_feedback_languages.at(static_cast<std::size_t>(view.language())));
}

}  // namespace arbiter::report
