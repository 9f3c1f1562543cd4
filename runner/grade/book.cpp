#include "grade/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "grade/likeness/likeness.hpp"
#include "grade/points/points.hpp"
#include "model/points.hpp"
#include "model/problem.hpp"
#include "model/verdict.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::grade {
namespace {

using model::Grade;
using model::Gradebook;
using model::GradeStatus;

/// For each index of before its index among those that are kept.
std::vector<std::size_t> renumbered(const std::vector<bool>& kept) {
  std::vector<std::size_t> numbers(kept.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    numbers[i] = next;
    if (kept[i]) ++next;
  }
  return numbers;
}

/// Leaves the rows that are kept; returns which these are.
template <class Row>
std::vector<std::size_t> keep(std::vector<Row>& rows, const std::vector<bool>& kept) {
  std::vector<std::size_t> places;
  std::vector<Row> all = std::exchange(rows, {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!kept[i]) continue;
    places.push_back(i);
    rows.push_back(std::move(all[i]));
  }
  return places;
}

void keep_students(std::vector<std::size_t>& students, const std::vector<bool>& kept,
                   const std::vector<std::size_t>& numbers) {
  std::erase_if(students, [&](std::size_t student) { return !kept[student]; });
  for (std::size_t& student : students)
    student = numbers[student];
}

SourcePrint print_of(const std::optional<judge::Submission>& submission) {
  if (!submission) return {};
  std::vector<std::string> files;
  for (const judge::ProgramFile& file : submission->files) {
    auto bytes = read_file(file.path, mib(1), file.links);
    if (bytes) files.push_back(std::move(*bytes));
  }
  return source_print(submission->language->id, files);
}

/// Decisions about those who are not in the book would be warned of.
template <class Row>
std::vector<Row> about(const model::Gradebook& book, std::vector<Row> rows) {
  std::erase_if(rows, [&](const Row& row) {
    const bool has_student =
        std::ranges::find(book.students, row.student, &model::Student::id) != book.students.end();
    const bool has_problem =
        row.problem.empty() || std::ranges::find(book.problems, row.problem,
                                                 &model::GradedProblem::id) != book.problems.end();
    return !has_student || !has_problem;
  });
  return rows;
}

std::string decision_of(const model::Override& row) {
  return fmt::format("{}{} {}", row.is_relative ? "by " : "", row.points, row.reason);
}

struct ByJudgingOrder {
  bool operator()(const std::string& a, const std::string& b) const {
    return model::judged_before(a, b);
  }
};

/// How a test went then and now: "AC", "TLE".
struct Went {
  std::string_view before = "not there";
  std::string_view after = "not there";
};

const model::Work* work_of(const Gradebook& book, const Grade& grade) {
  if (!grade.attempt) return nullptr;
  return &book.works[book.attempts[*grade.attempt].work];
}

/// "secret/07: TLE before, AC now, and 2 more tests"; empty: all tests went as before.
std::string test_words(const model::Work& before, const model::Work& after) {
  std::map<std::string, Went, ByJudgingOrder> tests;
  for (const model::TestJudgement& test : before.judgement.tests)
    tests[test.name].before = model::code(test.verdict);
  for (const model::TestJudgement& test : after.judgement.tests)
    tests[test.name].after = model::code(test.verdict);
  std::erase_if(tests, [](const auto& test) { return test.second.before == test.second.after; });
  if (tests.empty()) return {};
  const auto& [name, went] = *tests.begin();
  std::string words = fmt::format("{}: {} before, {} now", name, went.before, went.after);
  const std::size_t more = tests.size() - 1;
  if (more > 0) words += fmt::format(", and {} more test{}", more, more == 1 ? "" : "s");
  return words;
}

std::string override_words(const std::optional<model::Override>& override) {
  if (!override) return "none";
  return fmt::format("{}{}", override->is_relative && override->points >= 0 ? "+" : "",
                     model::show_points(override->points, 6));
}

bool is_same(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

/// Everything that can change a grade, one clause each.
std::vector<std::string> reasons(const Gradebook& before, const Grade& was, const Gradebook& after,
                                 const Grade& is) {
  std::vector<std::string> all;
  const auto note = [&](bool differs, std::string_view then, std::string_view now) {
    if (differs) all.push_back(fmt::format("{} before, {} now", then, now));
  };
  const auto shown = [](double points) { return model::show_points(points, 6); };
  const model::Work* then = work_of(before, was);
  const model::Work* now = work_of(after, is);
  note(was.status != is.status, model::word(was.status), model::word(is.status));
  if (then != nullptr && now != nullptr) {
    if (then->sha256 != now->sha256) all.emplace_back("another attempt counts");
    std::string tests = test_words(*then, *now);
    if (!tests.empty()) all.push_back(std::move(tests));
    // Nothing is said of limits that are not known.
    const model::RunLimits& old = then->judgement.limits;
    const model::RunLimits& own = now->judgement.limits;
    note(old.time.count() > 0 && own.time.count() > 0 && old.time != own.time,
         "time limit " + show(old.time), show(own.time));
    note(old.memory.count > 0 && own.memory.count > 0 && old.memory != own.memory,
         "memory limit " + show(old.memory), show(own.memory));
  }
  note(!is_same(was.max_points, is.max_points),
       fmt::format("at most {} points", shown(was.max_points)), shown(is.max_points));
  note(!is_same(was.late_penalty, is.late_penalty),
       fmt::format("{} points taken for lateness", shown(was.late_penalty)),
       shown(is.late_penalty));
  const std::string hand_before = override_words(was.override);
  const std::string hand_now = override_words(is.override);
  note(hand_before != hand_now, "override: " + hand_before, hand_now);
  if (all.empty()) all.emplace_back("the rules for points are others");
  return all;
}

using Name = std::pair<std::string_view, std::string_view>;

Name name_of(const Gradebook& book, const Grade& grade) {
  return {book.students[grade.student].id, book.problems[grade.problem].id};
}

template <class T>
void warn_of_lost(std::string_view what, const std::vector<T>& before, const std::vector<T>& after,
                  std::vector<std::string>& warnings) {
  std::set<std::string_view> there;
  for (const T& one : after)
    there.insert(one.id);
  for (const T& one : before) {
    if (there.count(one.id) != 0) continue;
    warnings.push_back(
        fmt::format("the {} '{}' was in the run before and is not in this one", what, one.id));
  }
}

}  // namespace

BookPart part_of(model::Gradebook whole, const std::vector<bool>& students,
                 const std::vector<bool>& problems) {
  BookPart part;
  part.is_whole = std::ranges::count(students, false) + std::ranges::count(problems, false) == 0;
  const auto student_numbers = renumbered(students);
  const auto problem_numbers = renumbered(problems);
  for (model::Attempt& attempt : whole.attempts)
    keep_students(attempt.students, students, student_numbers);
  std::erase_if(whole.attempts, [&](const model::Attempt& attempt) {
    return attempt.students.empty() || !problems[attempt.problem];
  });
  std::vector<bool> has_work(whole.works.size());
  for (const model::Attempt& attempt : whole.attempts)
    has_work[attempt.work] = true;
  const auto work_numbers = renumbered(has_work);
  for (model::Attempt& attempt : whole.attempts) {
    attempt.problem = problem_numbers[attempt.problem];
    attempt.work = work_numbers[attempt.work];
  }
  for (model::Unattributed& one : whole.unattributed)
    keep_students(one.students, students, student_numbers);
  keep(whole.students, students);
  part.problems = keep(whole.problems, problems);
  part.works = keep(whole.works, has_work);
  for (model::Work& work : whole.works)
    work.problem = problem_numbers[work.problem];
  part.book = std::move(whole);
  return part;
}

void complete(BookPart& part, const std::vector<std::optional<judge::Submission>>& submissions,
              const Decisions& decisions, const std::vector<model::MistakeComment>& comments) {
  model::Gradebook& book = part.book;
  const auto warn = [&](const std::vector<std::string>& warnings) {
    book.warnings.insert(book.warnings.end(), warnings.begin(), warnings.end());
  };
  warn(assemble_grades(book, {about(book, decisions.extensions), about(book, decisions.overrides),
                              decisions.computed_before}));
  std::vector<SourcePrint> prints;
  for (const std::size_t work : part.works)
    prints.push_back(print_of(submissions[work]));
  book.clusters = find_clusters(book, comments);
  book.look_alikes = find_look_alikes(book, prints);
  if (part.is_whole) warn(idle_comments(book.clusters, comments));
}

std::string beneath_table(const model::Gradebook& book,
                          const std::vector<model::Override>& overrides,
                          const PointsByName& before) {
  using Cells = std::vector<std::string>;
  PointsByName points;
  for (const model::Grade& grade : book.grades) {
    if (!grade.override) continue;
    const std::pair name(book.students.at(grade.student).id, book.problems.at(grade.problem).id);
    const auto known = before.find(name);
    points[name] = known != before.end() ? known->second : grade.computed_points;
  }
  std::string text = csv_row(Cells{"student", "problem", "computed", "decision"});
  for (const model::Override& row : overrides) {
    const auto found = points.find({row.student, row.problem});
    if (found == points.end()) continue;
    text += csv_row(
        Cells{row.student, row.problem, fmt::format("{}", found->second), decision_of(row)});
  }
  return text;
}

PointsByName read_beneath_table(std::string_view text,
                                const std::vector<model::Override>& overrides) {
  PointsByName points;
  const auto table = parse_csv(text, ',');
  if (!table) return points;
  for (const CsvRow& row : table->rows) {
    const auto computed = package::parse_decimal(row.text(2));
    const bool is_unchanged = std::ranges::any_of(overrides, [&](const model::Override& one) {
      return one.student == row.text(0) && one.problem == row.text(1) &&
             decision_of(one) == row.text(3);
    });
    if (!computed || !is_unchanged) continue;
    points[{std::string(row.text(0)), std::string(row.text(1))}] = *computed;
  }
  return points;
}

Comparison compare_books(const Gradebook& before, const Gradebook& after) {
  Comparison comparison;
  std::map<Name, const Grade*> known;
  for (const Grade& grade : before.grades)
    known[name_of(before, grade)] = &grade;
  for (const Grade& grade : after.grades) {
    const auto found = known.find(name_of(after, grade));
    model::GradeChange change{grade.student, grade.problem, 0, grade.points, {}};
    if (found == known.end()) {
      change.why = "not in the run before";
      if (grade.status == GradeStatus::no_submission && is_same(grade.points, 0)) continue;
    } else {
      const Grade& was = *found->second;
      if (is_same(was.points, grade.points) && was.status == grade.status) continue;
      change.before = was.points;
      change.why = fmt::format("{}", fmt::join(reasons(before, was, after, grade), "; "));
    }
    comparison.changes.push_back(std::move(change));
  }
  std::ranges::sort(comparison.changes,
                    [](const model::GradeChange& a, const model::GradeChange& b) {
                      return std::pair(a.student, a.problem) < std::pair(b.student, b.problem);
                    });
  warn_of_lost("student", before.students, after.students, comparison.warnings);
  warn_of_lost("problem", before.problems, after.problems, comparison.warnings);
  return comparison;
}

}  // namespace arbiter::grade
