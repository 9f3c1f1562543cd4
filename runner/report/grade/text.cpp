#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/writers.hpp"
#include "report/judge/details.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::GradeStatus;
using model::Verdict;

/// What became of a problem over all students.
struct ProblemFigures {
  std::map<Verdict, std::size_t> verdicts;
  std::vector<double> points;  ///< of those who handed in, from least to most
};

ProblemFigures figures_of(const Gradebook& book, std::size_t problem) {
  ProblemFigures figures;
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const model::Grade* grade = grade_of(book, s, problem);
    if (grade == nullptr) continue;
    if (!model::is_blank(grade->status)) figures.points.push_back(grade->points);
    if (const auto verdict = grade_verdict(book, *grade)) ++figures.verdicts[*verdict];
  }
  std::ranges::sort(figures.points);
  return figures;
}

/// "12.5/40"; "-" where nobody handed in.
std::string of_maximum(const std::optional<double>& points, double maximum, int decimals) {
  if (!points) return "-";
  return model::show_points(*points, 1) + "/" + model::show_points(maximum, decimals);
}

std::optional<double> mean_of(const std::vector<double>& points) {
  if (points.empty()) return std::nullopt;
  return std::accumulate(points.begin(), points.end(), 0.0) / static_cast<double>(points.size());
}

std::optional<double> median_of(const std::vector<double>& sorted) {
  if (sorted.empty()) return std::nullopt;
  return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
}

std::string book_heading(const Gradebook& book, const Style& style) {
  const std::string name =
      book.policy.assignment.empty() ? "grade" : one_line(book.policy.assignment);
  std::string text = paragraph(style, "1", clip_end(name, style.width / 2) + ": ",
                               counted(book.students.size(), "student") + ", " +
                                   counted(book.problems.size(), "problem") + ", " +
                                   counted(book.works.size(), "program") + " judged",
                               2);
  if (!book.layout.empty()) text += paragraph(style, "2", "layout   ", one_line(book.layout), 9);
  if (!book.policy_words.empty())
    text += paragraph(style, "2", "policy   ", one_line(book.policy_words), 9);
  return text + sandbox_text(book.sandbox_mode, book.unsandboxed, style);
}

std::string problem_table(const Gradebook& book, const Style& style) {
  std::vector<ProblemFigures> all;
  std::set<Verdict> occurring;
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    all.push_back(figures_of(book, p));
    for (const auto& [verdict, count] : all.back().verdicts)
      occurring.insert(verdict);
  }
  std::vector<Column> columns = {{"problem", Align::left, Clip::end, 8, 100},
                                 {"handed in", Align::right, Clip::never, 0, 20}};
  for (const Verdict verdict : occurring)
    columns.push_back({std::string(model::code(verdict)), Align::right, Clip::never, 0, 50});
  columns.push_back({"mean", Align::right, Clip::never, 0, 100});
  columns.push_back({"median", Align::right, Clip::never, 0, 40});
  TextTable table(std::move(columns));
  for (std::size_t p = 0; p < all.size(); ++p) {
    std::vector<Cell> cells = {one_line(book.problems[p].id), std::to_string(all[p].points.size())};
    for (const Verdict verdict : occurring) {
      const std::size_t count = all[p].verdicts[verdict];
      cells.emplace_back(count == 0 ? Cell("·", "2")
                                    : Cell(std::to_string(count), model::row(verdict).color));
    }
    const double maximum = book.problems[p].max_points;
    for (const auto& figure : {mean_of(all[p].points), median_of(all[p].points)})
      cells.emplace_back(of_maximum(figure, maximum, book.policy.decimals));
    table.add(std::move(cells));
  }
  return book.problems.empty() ? "" : table.text(style, 2);
}

Cell grade_cell(const Gradebook& book, const model::Grade* grade) {
  if (grade == nullptr || grade->status == GradeStatus::no_submission) return {"-", "2"};
  if (grade->status == GradeStatus::not_graded && !grade->override) return {"?", "1;33"};
  const auto verdict = grade_verdict(book, *grade);
  std::string text = model::show_points(grade->points, book.policy.decimals);
  if (grade->override) text += "*";
  if (!verdict) return {text + " ?"};
  const model::VerdictRow& row = model::row(*verdict);
  return {fmt::format("{} {}", text, row.code), row.color};
}

// Beyond that many nobody reads on; the documents have them all.
constexpr std::size_t k_most_entries = 20;
constexpr std::size_t k_most_clusters = 10;
constexpr std::size_t k_most_names = 12;

std::string joined_names(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), k_most_names); ++i)
    all += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > k_most_names) all += fmt::format(" and {} more", names.size() - k_most_names);
  return all;
}

/// Entries of a list, of which only the first ones are shown.
class EntryList {
 public:
  EntryList(const Style& style, std::size_t most) : style_(style), most_(most) {}

  void add(std::string_view sgr, const std::string& label, const std::string& text) {
    if (count_++ >= most_) return;
    // Labels are never broken.
    const std::size_t room = style_.width > 24 ? style_.width / 4 * 3 : 12;
    text_ += paragraph(style_, sgr, "  " + clip_middle(label, room) + ": ",
                       clip_end(text, style_.width * 8), 4);
  }

  [[nodiscard]] std::string text() const {
    if (count_ <= most_) return text_;
    return text_ + fmt::format("  … and {} more\n", count_ - most_);
  }

 private:
  const Style& style_;
  std::size_t most_;
  std::size_t count_ = 0;
  std::string text_;
};

std::string who_and_what(const Gradebook& book, const std::string& student,
                         const std::string& problem) {
  return fmt::format("{}, {}", one_line(model::shown_name(book, student)), one_line(problem));
}

std::string why_judge_failed(const Gradebook& book, const model::Grade& grade) {
  const model::Work* work = counting_work(book, grade);
  if (work == nullptr) return "it was not judged";
  if (!work->judgement.compile.fault.empty()) return one_line(work->judgement.compile.fault);
  for (const model::TestJudgement& test : work->judgement.tests) {
    if (test.verdict != model::Verdict::je) continue;
    const std::string& why = test.run.fault.empty() ? test.message : test.run.fault;
    return one_line(test.name) + ": " + one_line(why);
  }
  return "the judge failed";
}

std::string judge_error_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const model::Grade& grade : book.grades) {
    if (grade.status != GradeStatus::judge_error || grade.override) continue;
    list.add("1;31", who_and_what(book, grade.student, grade.problem),
             why_judge_failed(book, grade));
  }
  return list.text();
}

std::string unattributed_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const model::Unattributed& one : book.unattributed) {
    const std::string help = one.help.empty() ? "" : "; " + one_line(one.help);
    list.add("1;33", one_line(one.path), one_line(one.why) + help);
  }
  return list.text();
}

std::string look_alike_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const model::LookAlike& group : book.look_alikes) {
    std::vector<std::string> names;
    for (const std::size_t attempt : group.attempts) {
      if (attempt >= book.attempts.size()) continue;
      const model::Attempt& one = book.attempts[attempt];
      names.push_back(
          fmt::format("{} ({})", one_line(names_of(book, one.students)), one_line(one.origin)));
    }
    list.add("1;33", one_line(group.problem),
             fmt::format("{}: {}", likeness_words(group), joined_names(names)));
  }
  return list.text();
}

std::string close_call_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const CloseCall& call : close_calls(book)) {
    if (decision_on(book, {"close call", call.student, call.problem, call.test}) != nullptr)
      continue;
    list.add("1;33", who_and_what(book, call.student, call.problem),
             one_line(call.test) + ": " + call.words);
  }
  return list.text();
}

std::string with_title(const Style& style, std::string_view title, const std::string& entries) {
  return entries.empty() ? "" : paint(style, "1", title) + "\n" + entries;
}

/// How points changed: 1 up, -1 down, 0 as before.
int direction_of(const model::GradeChange& change) {
  return static_cast<int>(change.after > change.before) -
         static_cast<int>(change.after < change.before);
}

std::size_t count_of(const Gradebook& book, int direction) {
  return static_cast<std::size_t>(std::ranges::count(book.changes, direction, direction_of));
}

std::string change_entries(const Gradebook& book, int direction, std::string_view sgr,
                           const Style& style) {
  const int decimals = book.policy.decimals;
  EntryList list(style, k_most_entries);
  for (const model::GradeChange& change : book.changes) {
    if (direction_of(change) != direction) continue;
    list.add(sgr, who_and_what(book, change.student, change.problem),
             fmt::format("{} to {}; {}", model::show_points(change.before, decimals),
                         model::show_points(change.after, decimals), one_line(change.why)));
  }
  return list.text();
}

/// Those of whom something arrived that was not graded.
std::string not_graded_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    if (total_of(book, s).status != GradeStatus::not_graded) continue;
    const model::Blank blank = model::blank_of(book, book.students[s].id);
    list.add("1;33", one_line(model::shown_name(book.students[s])),
             one_line(joined(blank.words, "; ")));
  }
  return list.text();
}

/// What needs a human: judge's errors, files of nobody, look-alikes.
std::string human_work_text(const Gradebook& book, const Style& style) {
  return with_title(style, "could not be judged:", judge_error_entries(book, style)) +
         with_title(style, "handed in, not graded:", not_graded_entries(book, style)) +
         with_title(style, "close calls:", close_call_entries(book, style)) +
         with_title(style, "unattributed:", unattributed_entries(book, style)) +
         with_title(style, "look alike:", look_alike_entries(book, style));
}

/// Mistakes that several students made in the same way, the most frequent first.
std::string cluster_text(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_clusters);
  for (const model::MistakeCluster& cluster : book.clusters) {
    std::string text = counted(cluster.students.size(), "student") + ", " + one_line(cluster.words);
    const std::string origin = representative_of(book, cluster);
    if (!origin.empty()) text += "; as in " + one_line(origin);
    if (!cluster.comment.empty()) text += "; comment: " + one_line(cluster.comment);
    list.add("1", one_line(cluster.problem), text);
  }
  return with_title(style, "mistakes in common:", list.text());
}

/// How many failing programs have a counterexample, and why others have none.
std::string counterexample_text(const Gradebook& book, const Style& style) {
  std::size_t looked_for = 0;
  std::size_t found = 0;
  EntryList without(style, k_most_entries);
  const auto places = model::places_of(book.works);
  for (const model::Attempt& attempt : book.attempts) {
    const auto place = places.find(attempt);
    if (place == places.end() || !book.works[place->second].counterexample) continue;
    const std::string& none = book.works[place->second].counterexample->none;
    ++looked_for;
    found += static_cast<std::size_t>(none.empty());
    if (!none.empty())
      without.add("1;33", one_line(attempt.problem + ", " + attempt.origin), one_line(none));
  }
  if (looked_for == 0) return {};
  return paragraph(style, "1", "counterexamples: ",
                   fmt::format("{} of {} that fail", found, counted(looked_for, "attempt")), 2) +
         without.text();
}

/// Who gains and who loses against the run it is compared with.
std::string change_text(const Gradebook& book, const Style& style) {
  if (book.baseline.empty()) return {};
  std::string counts =
      fmt::format("{} gained, {} lost", counted(count_of(book, 1), "grade"), count_of(book, -1));
  const std::size_t others = count_of(book, 0);
  if (others > 0) counts += fmt::format(", {} judged otherwise with the same points", others);
  return paragraph(style, "1",
                   "against " + clip_end(one_line(book.baseline), style.width / 2) + ": ", counts,
                   2) +
         change_entries(book, -1, "31", style) + change_entries(book, 1, "32", style) +
         change_entries(book, 0, "2", style);
}

}  // namespace

std::string grade_summary(const Gradebook& book, const Style& style, bool has_warnings) {
  std::string text = book_heading(book, style) + problem_table(book, style);
  for (const std::string& part : {human_work_text(book, style), cluster_text(book, style),
                                  counterexample_text(book, style), change_text(book, style)}) {
    if (!part.empty()) text += "\n" + part;
  }
  for (const std::string& warning : book.warnings) {
    if (!has_warnings) break;
    text += paragraph(style, "1;33", "warning: ", clip_end(one_line(warning), style.width * 8), 2);
  }
  if (book.finished.empty()) {
    text += paragraph(style, "1;33", "interrupted: ", "run the same command to continue", 2);
  }
  return text;
}

std::string grade_table(const Gradebook& book, const Style& style) {
  constexpr std::size_t k_longest_title = 12;
  std::vector<Column> columns = {{"student", Align::left, Clip::end, 8, 100},
                                 {"name", Align::left, Clip::end, 8, 95},
                                 {"sum", Align::right, Clip::never, 0, 100}};
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    // Where there is no room for all problems the last ones are left out, and before them those at
    // which nobody handed in anything.
    const int most = figures_of(book, p).points.empty() ? 40 : 90;
    columns.push_back({clip_end(one_line(book.problems[p].id), k_longest_title), Align::right,
                       Clip::never, 0, most - static_cast<int>(std::min<std::size_t>(p, 39))});
  }
  TextTable table(std::move(columns));
  bool has_override = false;
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const model::Student& student = book.students[s];
    const GradeTotal total = total_of(book, s);
    std::vector<Cell> cells = {
        one_line(student.id), student.name == student.id ? "" : one_line(student.name),
        total.is_blank ? Cell("-", "2")
                       : Cell(model::show_points(total.points, book.policy.decimals), "1")};
    for (std::size_t p = 0; p < book.problems.size(); ++p) {
      const model::Grade* grade = grade_of(book, s, p);
      has_override = has_override || (grade != nullptr && grade->override);
      cells.push_back(grade_cell(book, grade));
    }
    table.add(std::move(cells));
  }
  std::string text = book.students.empty() ? "" : table.text(style, 0);
  const std::vector<std::string> left_out = table.left_out(style, 0);
  if (!text.empty() && !left_out.empty())
    text += paragraph(style, "2", "… ", "there is no room for " + joined(left_out, ", "), 2);
  if (has_override) text += paragraph(style, "2", "* ", "decided by hand", 2);
  return text;
}

Result<GradeOutput> grade_plain_text(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  constexpr std::size_t k_width = 100;
  const Style style{false, k_width};
  return one_file(grade_table(book, style) + "\n" + grade_summary(book, style, true));
}

}  // namespace arbiter::report
