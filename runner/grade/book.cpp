#include "grade/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
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

SourcePrint print_of(const judge::Submission& submission) {
  std::vector<std::string> files;
  for (const judge::ProgramFile& file : submission.files) {
    auto bytes = read_file(file.path, mib(1), file.links);
    // A file that cannot be read keeps its place.
    files.push_back(bytes ? std::move(*bytes) : std::string());
  }
  return source_print(submission.language->id, files);
}

/// What the files that students were given hash to, in each language that they wrote in.
GivenHashes hashes_of(const GivenFiles& given, const Submissions& submissions) {
  GivenHashes hashes;
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto& [work, submission] : submissions) {
    const std::string& language = submission.language->id;
    const auto files = given.find(work.problem);
    if (files == given.end() || !seen.emplace(work.problem, language).second) continue;
    for (const std::filesystem::path& file : files->second) {
      const auto bytes = read_file(file, mib(1));
      if (!bytes) continue;
      const auto grams = gram_hashes(normal_form(*bytes, language).telling);
      hashes[work.problem].insert(grams.begin(), grams.end());
    }
  }
  return hashes;
}

std::string decision_of(const model::Override& row) {
  return fmt::format("{}{} {}", row.is_relative ? "by " : "", row.points, row.reason);
}

using ByJudgingOrder = decltype([](const std::string& a, const std::string& b) {
  return model::judged_before(a, b);
});

/// How a test went then and now: "AC", "TLE".
struct Went {
  std::string_view before = "not there";
  std::string_view after = "not there";
};

const model::Work* work_of(const Gradebook& book, const Grade& grade) {
  return grade.attempt ? &book.works[grade.work] : nullptr;
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

void warn_of_lost(std::string_view what, const std::vector<std::string>& before,
                  const std::vector<std::string>& after, std::vector<std::string>& warnings) {
  for (const std::string& id : before) {
    if (has_word(after, id)) continue;
    warnings.push_back(
        fmt::format("the {} '{}' was in the run before and is not in this one", what, id));
  }
}

}  // namespace

BookPart part_of(model::Gradebook whole, const Ids& students, const Ids& problems) {
  const auto keep = [](auto& rows, const Ids& ids) {
    return std::erase_if(rows, [&](const auto& row) { return !ids.contains(row.id); }) == 0;
  };
  const auto keep_students = [&](std::vector<std::string>& all) {
    std::erase_if(all, [&](const std::string& student) { return !students.contains(student); });
  };
  const bool has_all_students = keep(whole.students, students);
  const bool has_all_problems = keep(whole.problems, problems);
  for (model::Unattributed& one : whole.unattributed)
    keep_students(one.students);
  for (model::Attempt& attempt : whole.attempts)
    keep_students(attempt.students);
  std::erase_if(whole.attempts, [&](const model::Attempt& attempt) {
    return attempt.students.empty() || !problems.contains(attempt.problem);
  });
  const std::set<model::WorkId> kept(whole.attempts.begin(), whole.attempts.end());
  std::erase_if(whole.works, [&](const model::Work& work) { return !kept.contains(work); });
  return {std::move(whole), has_all_students && has_all_problems};
}

void complete(BookPart& part, const Submissions& submissions, const Decisions& decisions,
              const std::vector<model::MistakeComment>& comments, const GivenFiles& given) {
  model::Gradebook& book = part.book;
  const auto warn = [&](const std::vector<std::string>& warnings) {
    book.warnings.insert(book.warnings.end(), warnings.begin(), warnings.end());
  };
  assemble_grades(book, decisions);
  warn(doubtful_tests(book));
  std::vector<SourcePrint> prints;
  for (const model::Work& work : book.works) {
    const auto submission = submissions.find(work);
    prints.push_back(submission == submissions.end() ? SourcePrint()
                                                     : print_of(submission->second));
  }
  book.clusters = find_clusters(book, comments);
  book.look_alikes = find_look_alikes(book, prints, hashes_of(given, submissions));
  if (part.is_whole) warn(idle_comments(book.clusters, comments));
}

std::string beneath_table(const model::Gradebook& book,
                          const std::vector<model::Override>& overrides,
                          const PointsByName& before) {
  using Cells = std::vector<std::string>;
  PointsByName points;
  for (const model::Grade& grade : book.grades) {
    if (!grade.override) continue;
    const std::pair name(grade.student, grade.problem);
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

void add_changes(const Gradebook& before, Gradebook& book) {
  book.baseline = before.run;
  book.changes.clear();
  std::map<std::pair<std::string, std::string>, const Grade*> known;
  for (const Grade& grade : before.grades)
    known[{grade.student, grade.problem}] = &grade;
  for (const Grade& grade : book.grades) {
    const auto found = known.find({grade.student, grade.problem});
    model::GradeChange change{grade.student, grade.problem, 0, grade.points, {}};
    if (found == known.end()) {
      change.why = "not in the run before";
      if (model::is_blank(grade.status) && is_same(grade.points, 0)) continue;
    } else {
      const Grade& was = *found->second;
      if (is_same(was.points, grade.points) && was.status == grade.status) continue;
      change.before = was.points;
      change.why = fmt::format("{}", fmt::join(reasons(before, was, book, grade), "; "));
    }
    book.changes.push_back(std::move(change));
  }
  warn_of_lost("student", ids_of(before.students), ids_of(book.students), book.warnings);
  warn_of_lost("problem", ids_of(before.problems), ids_of(book.problems), book.warnings);
}

}  // namespace arbiter::grade
