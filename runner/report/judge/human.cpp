#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "model/problem.hpp"
#include "report/judge/details.hpp"
#include "report/judge/formats.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

constexpr std::string_view k_not_run = "-";

std::string_view group_of(std::string_view test) {
  const std::size_t slash = test.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : test.substr(0, slash);
}

/// All tests that any submission ran, in judging order.
std::vector<std::string_view> all_tests(const Judgement& judgement) {
  std::unordered_set<std::string_view> distinct;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    for (const TestJudgement& test : submission.tests)
      distinct.insert(test.name);
  }
  std::vector<std::string_view> names(distinct.begin(), distinct.end());
  std::sort(names.begin(), names.end(), model::judged_before);
  return names;
}

/// Neighbours of one colour become one piece: fewer escape sequences.
void append(Cell& cell, std::string_view text, std::string_view color) {
  if (!cell.pieces.empty() && cell.pieces.back().color == color) {
    cell.pieces.back().text += text;
  } else {
    cell.pieces.push_back({std::string(text), color});
  }
}

Cell symbols(const SubmissionJudgement& submission, const std::vector<std::string_view>& tests) {
  std::unordered_map<std::string_view, Verdict> verdicts;
  for (const TestJudgement& test : submission.tests)
    verdicts.emplace(test.name, test.verdict);
  Cell cell;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (i > 0 && group_of(tests[i]) != group_of(tests[i - 1])) cell.pieces.push_back({" ", {}});
    const auto found = verdicts.find(tests[i]);
    if (found == verdicts.end()) {
      append(cell, k_not_run, "2");
    } else {
      const model::VerdictRow& row = model::row(found->second);
      append(cell, row.symbol, row.color);
    }
  }
  return cell;
}

Cell counts(const SubmissionJudgement& submission) {
  std::map<Verdict, std::size_t> all;
  for (const TestJudgement& test : submission.tests)
    ++all[test.verdict];
  Cell cell;
  for (const auto& [verdict, count] : all) {
    const model::VerdictRow& row = model::row(verdict);
    if (!cell.pieces.empty()) cell.pieces.push_back({" ", {}});
    cell.pieces.push_back({fmt::format("{}{}", count, row.symbol), row.color});
  }
  return cell;
}

/// What to call the submissions: the last part of their paths if that tells them apart, else the
/// paths without the folders that all have in common.
std::vector<std::string> short_names(const Judgement& judgement) {
  std::vector<std::string> names;
  std::set<std::string_view> bases;
  std::string_view common = judgement.submissions.front().path;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    const std::string& path = submission.path;
    bases.insert(base_name(path));
    const auto parted = std::ranges::mismatch(common, path);
    common = common.substr(0, static_cast<std::size_t>(parted.in1 - common.begin()));
  }
  const bool enough = bases.size() == judgement.submissions.size();
  const std::size_t folders =
      common.rfind('/') == std::string_view::npos ? 0 : common.rfind('/') + 1;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    names.push_back(one_line(enough ? base_name(submission.path)
                                    : std::string_view(submission.path).substr(folders)));
  }
  return names;
}

std::vector<Cell> row_of(const SubmissionJudgement& submission, std::string name, Cell tests) {
  const model::VerdictRow& verdict = model::row(submission.verdict);
  const auto peak = model::peak_of(submission);
  const TestJudgement* deciding = deciding_test(submission);
  const bool failed =
      submission.verdict != Verdict::ac && deciding != nullptr && !submission.unfinished;
  const Cell as_expected = submission.unfinished    ? Cell("?", "33")
                           : submission.as_expected ? Cell("yes", "32")
                                                    : Cell("NO", "1;31");
  const TestJudgement* slowest = slowest_repeated(submission);
  return {std::move(name),
          std::move(tests),
          submission.unfinished ? Cell("?", "33") : Cell(std::string(verdict.code), verdict.color),
          peak ? show(peak->cpu) : "",
          peak ? show(peak->memory) : "",
          as_expected,
          points_text(submission.score, submission.max_score),
          failed ? one_line(deciding->name) : "",
          slowest != nullptr ? spread(slowest->repeats) : ""};
}

/// Indices of the submissions, those of one label together, in the order of first appearance.
std::vector<std::size_t> by_label(const Judgement& judgement) {
  std::map<std::optional<std::string>, std::size_t> first;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < judgement.submissions.size(); ++i) {
    first.emplace(judgement.submissions[i].label, i);
    order.push_back(i);
  }
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return first.at(judgement.submissions[i].label); });
  return order;
}

/// Verdicts have at most three letters; where every column counts so does the title.
std::string verdict_title(const Style& style) {
  return style.width < 60 ? "is" : "verdict";
}

/// Columns that are left for names beside a symbol a test, verdicts and marks; at least 0.
std::size_t room_for_names(const std::vector<std::string_view>& tests, const Style& style) {
  std::size_t symbols = std::max(tests.size(), std::string_view("tests").size());
  for (std::size_t i = 1; i < tests.size(); ++i)
    symbols += group_of(tests[i]) != group_of(tests[i - 1]) ? 1 : 0;
  constexpr std::size_t k_indent = 2;
  constexpr std::size_t k_gap = 2;
  constexpr std::size_t k_mark = 3;
  const std::size_t verdict = std::max<std::size_t>(3, verdict_title(style).size());
  const std::size_t others = k_indent + k_gap + symbols + k_gap + verdict + k_gap + k_mark;
  return style.width > others ? style.width - others : 0;
}

/// What the symbols in the matrix mean.
std::string legend(const Judgement& judgement, bool with_symbols, std::size_t tests,
                   const Style& style) {
  std::set<Verdict> seen;
  bool not_run = false;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    not_run = not_run || (submission.tests.size() < tests);
    for (const TestJudgement& test : submission.tests)
      seen.insert(test.verdict);
  }
  std::string text = joined(seen, ", ", [](Verdict verdict) {
    return fmt::format("{} {}", model::row(verdict).symbol, model::code(verdict));
  });
  if (not_run && with_symbols) text += fmt::format(", {} not run", k_not_run);
  return text.empty() ? text : paragraph(style, "2", "  tests: ", text, 9);
}

/// Whether any submission has a label, so that more than AC may be expected.
bool has_labels(const Judgement& judgement) {
  return std::ranges::any_of(judgement.submissions,
                             [](const SubmissionJudgement& s) { return s.label.has_value(); });
}

/// Submissions by tests: a row a submission, grouped by label, a symbol a test; counts a verdict
/// in place of the symbols where those do not fit. There must be a submission.
std::string matrix(const Judgement& judgement, const Style& style) {
  const auto tests = all_tests(judgement);
  // Names tell more than figures do, and are cut only to make room for the symbols.
  constexpr std::size_t k_least_name = 12;
  constexpr std::size_t k_usual_name = 26;
  const std::size_t room = room_for_names(tests, style);
  // Who repeats tests wants to see their times.
  const bool with_symbols =
      room >= k_least_name && std::ranges::all_of(judgement.submissions, [](const auto& one) {
        return slowest_repeated(one) == nullptr;
      });
  std::size_t least = style.width < 40 ? 6 : style.width < 60 ? k_least_name : k_usual_name;
  if (with_symbols) least = std::min(least, room);
  TextTable table({{"submission", Align::left, Clip::front, least, 100},
                   {"tests", Align::left, Clip::never, 0, 75},
                   {verdict_title(style), Align::left, Clip::never, 0, 100},
                   {"CPU", Align::right, Clip::never, 0, 70},
                   {"memory", Align::right, Clip::never, 0, 60},
                   {"ok", Align::left, Clip::never, 0, 100},
                   {"score", Align::right, Clip::never, 0, 95},
                   {"fails on", Align::left, Clip::end, 14, 50},
                   {"spread", Align::left, Clip::never, 0, 90}});
  const auto order = by_label(judgement);
  const auto names = short_names(judgement);
  const bool labelled = has_labels(judgement);
  const std::optional<std::string>* group = nullptr;
  for (const std::size_t index : order) {
    const SubmissionJudgement& submission = judgement.submissions[index];
    if (labelled && (group == nullptr || *group != submission.label)) {
      table.add_heading(submission.label ? one_line(*submission.label) : "without a label");
    }
    group = &submission.label;
    auto cells = row_of(submission, names[index],
                        with_symbols ? symbols(submission, tests) : counts(submission));
    // Without a label only AC is as expected, and the verdict says that.
    if (!labelled) cells[5] = Cell();
    table.add(std::move(cells));
  }
  return table.text(style, 2) + legend(judgement, with_symbols, tests.size(), style);
}

// Beyond that many explanations nobody reads on; the stored run has them all.
constexpr std::size_t k_most_explained = 20;

/// Who gives an input by hand wants to see what comes out.
std::string outputs_by_hand(const Judgement& judgement, const Style& style) {
  constexpr std::size_t k_most_lines = 40;
  std::string text;
  if (!is_by_hand(judgement)) return text;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    if (submission.tests.empty()) continue;
    const TestJudgement& test = submission.tests.front();
    const std::string& output = test.output_head;
    std::string title = judgement.submissions.size() == 1
                            ? std::string("output")
                            : "output of " + one_line(submission.path);
    if (test.passes > 0) title += fmt::format(" in pass {}", test.passes);
    text += "\n" + paint(style, "1", output.empty() ? title + ": nothing" : title) + "\n";
    text += quoted_block(output, k_most_lines, false, style);
  }
  return text;
}

std::string one_submission(const Judgement& judgement, const Style& style) {
  const SubmissionJudgement& submission = judgement.submissions.front();
  std::string text = heading(judgement, &submission, style);
  if (!submission.tests.empty()) text += "\n" + test_table(submission, style, false);
  if (!submission.groups.empty()) text += "\n" + group_table(submission, style);
  if (submission.verdict != Verdict::ac || submission.unfinished) {
    const std::string why = explain_submission(judgement, submission, style);
    if (!why.empty()) text += "\n" + why;
  }
  text += outputs_by_hand(judgement, style);
  return text + "\n" + verdict_line(judgement, submission, style);
}

/// How many submissions are not as expected: those that failed, and those that the judge did.
std::string closing_line(const Judgement& judgement, std::size_t failed, std::size_t unjudged,
                         const Style& style) {
  // Of programs that nobody labelled everybody expects the same.
  const bool labelled = has_labels(judgement);
  const std::string all = counted(judgement.submissions.size(), "submission");
  if (failed + unjudged == 0) {
    return paragraph(style, "32", labelled ? "all as expected: " : "all accepted: ", all, 2);
  }
  if (failed == 0) {
    return paragraph(style, "1;33", "not judged (JE): ", fmt::format("{} of {}", unjudged, all), 2);
  }
  std::string text = fmt::format("{} of {}", failed, all);
  if (unjudged > 0) text += fmt::format("; not judged (JE): {}", unjudged);
  return paragraph(style, "1;31", labelled ? "not as expected: " : "not accepted: ", text, 2);
}

/// The submissions that the judge failed to compile, by the reason, in their order.
std::map<std::string_view, std::vector<std::string>> by_fault(const Judgement& judgement) {
  std::map<std::string_view, std::vector<std::string>> all;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    if (submission.compile.fault.empty() || submission.as_expected || submission.unfinished)
      continue;
    all[submission.compile.fault].push_back(one_line(submission.path));
  }
  return all;
}

std::string several_submissions(const Judgement& judgement, const Style& style) {
  std::string text = heading(judgement, nullptr, style) + "\n" + matrix(judgement, style);
  std::size_t failed = 0;
  std::size_t unjudged = 0;
  std::size_t unfinished = 0;
  std::size_t explained = 0;
  const auto faults = by_fault(judgement);
  for (const SubmissionJudgement& submission : judgement.submissions) {
    if (submission.unfinished) ++unfinished;
    if (submission.as_expected || submission.unfinished) continue;
    ++(submission.verdict == Verdict::je ? unjudged : failed);
    const auto alike = faults.find(submission.compile.fault);
    const bool is_alike = alike != faults.end();
    if (is_alike && alike->second.front() != one_line(submission.path)) continue;
    if (++explained > k_most_explained) continue;
    text += "\n" + paint(style, "1;4", one_line(submission.path)) + "\n";
    text += verdict_line(judgement, submission, style);
    text += explain_submission(judgement, submission, style);
    if (!is_alike || alike->second.size() == 1) continue;
    const std::vector<std::string> others(alike->second.begin() + 1, alike->second.end());
    text += paragraph(style, "", "the same holds for ", joined(others, ", "), 2);
  }
  if (explained > k_most_explained) {
    text += "\n" + paragraph(style, "", "… ",
                             fmt::format("and {} more; `arbiter show {} SUBMISSION` explains one",
                                         explained - k_most_explained,
                                         judgement.run.empty() ? "last" : one_line(judgement.run)),
                             2);
  }
  text += outputs_by_hand(judgement, style);
  if (unfinished > 0 && failed + unjudged == 0) return text;
  return text + "\n" + closing_line(judgement, failed, unjudged, style);
}

}  // namespace

std::string render_human(const Judgement& judgement, const Style& style) {
  std::string text;
  if (judgement.submissions.empty()) {
    text = heading(judgement, nullptr, style);
  } else if (judgement.submissions.size() == 1) {
    text = one_submission(judgement, style);
  } else {
    text = several_submissions(judgement, style);
  }
  if (judgement.interrupted) {
    text += paragraph(style, "1;33", "interrupted: ", "not everything was judged", 2);
  }
  return text;
}

}  // namespace arbiter::report
