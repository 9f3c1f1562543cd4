#include "cli/grade/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "base/instant.hpp"
#include "cli/common/version.hpp"
#include "grade/assemble.hpp"
#include "grade/likeness/clusters.hpp"
#include "grade/likeness/look_alike.hpp"
#include "grade/points/policy.hpp"
#include "judge/run/test_keys.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_beneath = "overridden.csv";

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

model::Gradebook head_of(const GradeCall& call) {
  model::Gradebook book;
  book.arbiter_version = version();
  book.run = call.run;
  book.started = call.started;
  book.finished = utc_now();
  book.sandbox_mode = box::mode_name(call.mode);
  book.unsandboxed = call.mode == box::Mode::unsandboxed;
  book.layout = call.intake->layout;
  book.policy = call.policy;
  book.warnings = call.intake->notes;
  return book;
}

/// The problem as it is graded, with what judging it depends on.
model::GradedProblem problem_of(const GradeCall& call, std::size_t problem) {
  const judge::OpenProblem& one = call.problems[problem];
  model::GradedProblem graded = grade::graded_problem(one.problem, call.policy);
  graded.root = one.given;
  graded.limits = call.engine->plan_of(problem).limits;
  if (const auto hash = judge::hash_problem(one.problem)) graded.hash = *hash;
  return graded;
}

grade::SourcePrint print_of(const GradeCall& call, std::size_t work) {
  const auto& submission = call.works.submissions[work];
  if (!submission) return {};
  std::vector<grade::SourceFile> files;
  for (const judge::ProgramFile& file : submission->files) {
    auto bytes = read_file(file.path, mib(1), file.links);
    if (bytes) files.push_back({file.name, std::move(*bytes)});
  }
  return grade::source_print(submission->language->id, files);
}

void find_likenesses(const GradeCall& call, MadeBook& made) {
  std::vector<grade::SourcePrint> prints;
  for (const std::size_t work : made.works)
    prints.push_back(print_of(call, work));
  made.book.clusters = grade::find_clusters(made.book, call.comments);
  made.book.look_alikes = grade::find_look_alikes(made.book, prints);
}

void add_attempts(const GradeCall& call, const Selection& selection, MadeBook& made) {
  const auto students = renumbered(selection.students);
  const auto problems = renumbered(selection.problems);
  std::vector<bool> is_kept(call.works.works.size());
  for (const model::Attempt& attempt : call.works.attempts) {
    if (selection.has(attempt)) is_kept[attempt.work] = true;
  }
  const auto works = renumbered(is_kept);
  for (std::size_t w = 0; w < is_kept.size(); ++w) {
    if (!is_kept[w]) continue;
    made.works.push_back(w);
    made.book.works.push_back(call.works.works[w]);
    made.book.works.back().problem = problems[call.works.works[w].problem];
  }
  for (const model::Attempt& one : call.works.attempts) {
    if (!selection.has(one)) continue;
    model::Attempt attempt = one;
    attempt.students.clear();
    for (const std::size_t student : one.students) {
      if (selection.students[student]) attempt.students.push_back(students[student]);
    }
    attempt.problem = problems[one.problem];
    attempt.work = works[one.work];
    made.book.attempts.push_back(std::move(attempt));
  }
}

/// Decisions about those who are not in the book would be warned of.
template <class Row>
std::vector<Row> about(const model::Gradebook& book, const std::vector<Row>& rows) {
  std::vector<Row> kept;
  for (const Row& row : rows) {
    const bool has_student =
        std::any_of(book.students.begin(), book.students.end(),
                    [&](const model::Student& one) { return one.id == row.student; });
    const bool has_problem =
        row.problem.empty() ||
        std::any_of(book.problems.begin(), book.problems.end(),
                    [&](const model::GradedProblem& one) { return one.id == row.problem; });
    if (has_student && has_problem) kept.push_back(row);
  }
  return kept;
}

std::string decision_of(const model::Override& row) {
  return fmt::format("{}{} {}", row.is_relative ? "by " : "", row.points, row.reason);
}

/// A file as it is seen from the current folder, if it lies below that; else as it is called.
std::string path_here(const std::string& file) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  const fs::path seen = (here / file).lexically_normal().lexically_relative(here);
  const bool is_below = !failed && !seen.empty() && *seen.begin() != "..";
  return is_below ? seen.generic_string() : file;
}

/// Both ends of a long one: nobody reads more, and there may be a copy for every student.
std::string text_of_file(const fs::path& path) {
  const auto mapped = MappedFile::open(path);
  return mapped ? report::tidy_text(mapped->bytes()) : std::string();
}

}  // namespace

MadeBook make_book(const GradeCall& call, const Selection& selection,
                   const grade::PointsByName& before) {
  MadeBook made;
  made.book = head_of(call);
  for (std::size_t p = 0; p < call.problems.size(); ++p) {
    if (!selection.problems[p]) continue;
    made.problems.push_back(p);
    made.book.problems.push_back(problem_of(call, p));
  }
  for (std::size_t s = 0; s < call.intake->students.size(); ++s) {
    if (selection.students[s]) made.book.students.push_back(call.intake->students[s]);
  }
  made.book.unattributed = call.intake->unattributed;
  const auto numbers = renumbered(selection.students);
  for (model::Unattributed& one : made.book.unattributed) {
    std::erase_if(one.students, [&](std::size_t student) { return !selection.students[student]; });
    for (std::size_t& student : one.students)
      student = numbers[student];
  }
  add_attempts(call, selection, made);
  const auto warnings = grade::assemble_grades(
      made.book, {about(made.book, call.extensions), about(made.book, call.overrides), before});
  made.book.warnings.insert(made.book.warnings.end(), warnings.begin(), warnings.end());
  find_likenesses(call, made);
  if (selection.is_everything) {
    for (std::string& text : grade::idle_comments(made.book.clusters, call.comments))
      made.book.warnings.push_back(std::move(text));
  }
  return made;
}

report::GradeOutputOptions output_options(const GradeCall& call, const MadeBook& made) {
  report::GradeOutputOptions options;
  options.score_scale = call.options.score_scale;
  options.hidden_visibility = call.options.hidden_as;
  options.grade_column = call.options.grade_column;
  options.feedback_column = call.options.feedback_column;
  options.classroom = classroom_facts();
  options.is_anonymous = !call.options.with_names;
  options.worksheet = call.worksheet;
  options.path_here = path_here;
  options.feedback_folder = (call.out / "feedback").string();
  if (made.book.problems.size() == 1) options.problem = 0;
  options.test_files = [&call, &made](std::size_t problem, std::size_t test, bool answer) {
    const model::TestCase& files = call.problems[made.problems[problem]].problem.tests[test];
    if (!answer) return text_of_file(files.input);
    return files.answer ? text_of_file(*files.answer) : std::string();
  };
  options.attempt_files = [&call, &made](std::size_t attempt) {
    std::vector<report::OutputFile> files;
    const auto& submission = call.works.submissions[made.works[made.book.attempts[attempt].work]];
    if (!submission) return files;
    for (const judge::ProgramFile& file : submission->files) {
      auto bytes = read_file(file.path, mib(16), file.links);
      if (bytes) files.push_back({file.name, std::move(*bytes)});
    }
    return files;
  };
  return options;
}

grade::PointsByName points_beneath(const GradeCall& call) {
  grade::PointsByName points;
  const auto bytes = read_file(call.out / k_beneath, mib(64));
  if (!bytes) return points;
  const auto table = parse_csv(*bytes, ',');
  if (!table) return points;
  for (const CsvRow& row : table->rows) {
    const std::string_view number = row.text(2);
    double computed = 0;
    const auto [stop, code] =
        std::from_chars(number.data(), number.data() + number.size(), computed);
    if (code != std::errc{} || stop != number.data() + number.size()) continue;
    const bool is_unchanged =
        std::any_of(call.overrides.begin(), call.overrides.end(), [&](const model::Override& one) {
          return one.student == row.text(0) && one.problem == row.text(1) &&
                 decision_of(one) == row.text(3);
        });
    if (is_unchanged) {
      points[{std::string(row.text(0)), std::string(row.text(1))}] = computed;
    }
  }
  return points;
}

Result<void> keep_decisions(const GradeCall& call, const model::Gradebook& book,
                            const grade::PointsByName& before) {
  if (call.overrides_text) {
    ARBITER_CHECK(write_file(call.out / k_kept_overrides, *call.overrides_text));
  }
  if (call.overrides.empty()) return {};
  grade::PointsByName points = grade::computed_beneath(book);
  for (auto& [name, computed] : points) {
    if (const auto known = before.find(name); known != before.end()) computed = known->second;
  }
  std::string text =
      csv_row(std::vector<std::string>{"student", "problem", "computed", "decision"});
  for (const model::Override& row : call.overrides) {
    const auto found = points.find({row.student, row.problem});
    if (found == points.end()) continue;
    text += csv_row(std::vector<std::string>{row.student, row.problem,
                                             fmt::format("{}", found->second), decision_of(row)});
  }
  return write_file(call.out / k_beneath, text);
}

}  // namespace arbiter::cli
