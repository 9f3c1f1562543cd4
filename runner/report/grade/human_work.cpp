#include "report/grade/human_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::GradeStatus;

// Beyond that many nobody reads on; the documents have them all.
constexpr std::size_t k_most_entries = 20;
constexpr std::size_t k_most_clusters = 10;
constexpr std::size_t k_most_names = 12;

std::string student_name(const Gradebook& book, std::size_t student) {
  return student < book.students.size() ? one_line(book.students[student].id) : "?";
}

std::string problem_name(const Gradebook& book, std::size_t problem) {
  return problem < book.problems.size() ? one_line(book.problems[problem].id) : "?";
}

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
    text_ += paragraph(style_, sgr, "  " + clip_end(label, room()) + ": ",
                       clip_end(text, style_.width * 8), 4);
  }

  /// How wide labels may be, which are never broken.
  [[nodiscard]] std::size_t room() const { return style_.width > 24 ? style_.width / 2 : 12; }

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
    list.add(
        "1;31",
        fmt::format("{} {}", student_name(book, grade.student), problem_name(book, grade.problem)),
        why_judge_failed(book, grade));
  }
  return list.text();
}

std::string unattributed_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const model::Unattributed& one : book.unattributed) {
    const std::string help = one.help.empty() ? "" : "; " + one_line(one.help);
    // Its end says more of whose it is than its beginning.
    list.add("1;33", clip_front(one_line(one.path), list.room()), one_line(one.why) + help);
  }
  return list.text();
}

std::string look_alike_entries(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_entries);
  for (const model::LookAlike& group : book.look_alikes) {
    std::vector<std::string> names;
    for (const std::size_t attempt : group.attempts) {
      if (attempt >= book.attempts.size()) continue;
      std::string who;
      for (const std::size_t student : book.attempts[attempt].students)
        who += (who.empty() ? "" : "+") + student_name(book, student);
      names.push_back(who);
    }
    const std::string_view how =
        group.is_identical ? "the same bytes" : "the same but for comments, blanks and names";
    list.add("1;33", problem_name(book, group.problem),
             fmt::format("{}: {}", joined_names(names), how));
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
  return static_cast<std::size_t>(std::count_if(
      book.changes.begin(), book.changes.end(),
      [&](const model::GradeChange& change) { return direction_of(change) == direction; }));
}

void add_changes(EntryList& list, const Gradebook& book, int direction, std::string_view sgr) {
  const int decimals = book.policy.decimals;
  for (const model::GradeChange& change : book.changes) {
    if (direction_of(change) != direction) continue;
    list.add(sgr,
             fmt::format("{} {}", student_name(book, change.student),
                         problem_name(book, change.problem)),
             fmt::format("{} to {}; {}", model::show_points(change.before, decimals),
                         model::show_points(change.after, decimals), one_line(change.why)));
  }
}

}  // namespace

std::string human_work_text(const Gradebook& book, const Style& style) {
  return with_title(style, "could not be judged:", judge_error_entries(book, style)) +
         with_title(style, "unattributed:", unattributed_entries(book, style)) +
         with_title(style, "look alike:", look_alike_entries(book, style));
}

std::string cluster_text(const Gradebook& book, const Style& style) {
  EntryList list(style, k_most_clusters);
  for (const model::MistakeCluster& cluster : book.clusters) {
    std::string text = counted(cluster.students.size(), "student") + ", " + one_line(cluster.words);
    const std::string origin = representative_of(book, cluster);
    if (!origin.empty()) text += "; as in " + one_line(origin);
    if (!cluster.comment.empty()) text += "; comment: " + one_line(cluster.comment);
    list.add("1", problem_name(book, cluster.problem), text);
  }
  return with_title(style, "mistakes in common:", list.text());
}

std::string change_text(const Gradebook& book, const Style& style) {
  if (book.baseline.empty()) return {};
  std::string counts =
      fmt::format("{} gained, {} lost", counted(count_of(book, 1), "grade"), count_of(book, -1));
  const std::size_t others = count_of(book, 0);
  if (others > 0) counts += fmt::format(", {} judged otherwise with the same points", others);
  std::string text =
      paragraph(style, "1", "against " + clip_end(one_line(book.baseline), style.width / 2) + ": ",
                counts, 2);
  EntryList lost(style, k_most_entries);
  add_changes(lost, book, -1, "31");
  EntryList gained(style, k_most_entries);
  add_changes(gained, book, 1, "32");
  EntryList same(style, k_most_entries);
  add_changes(same, book, 0, "2");
  return text + lost.text() + gained.text() + same.text();
}

}  // namespace arbiter::report
