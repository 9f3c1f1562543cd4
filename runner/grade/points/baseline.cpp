#include "grade/points/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "grade/points/points.hpp"
#include "model/points.hpp"
#include "model/problem.hpp"
#include "model/verdict.hpp"

namespace arbiter::grade {
namespace {

using model::Grade;
using model::Gradebook;
using model::GradeStatus;

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

/// "time limit 1 s before, 2 s now" for each limit that is another; none where it is not known.
void add_limit_words(const model::RunLimits& was, const model::RunLimits& is,
                     std::vector<std::string>& all) {
  if (was.time.count() > 0 && is.time.count() > 0 && was.time != is.time) {
    all.push_back(fmt::format("time limit {} before, {} now", show(was.time), show(is.time)));
  }
  if (was.memory.count > 0 && is.memory.count > 0 && was.memory != is.memory) {
    all.push_back(fmt::format("memory limit {} before, {} now", show(was.memory), show(is.memory)));
  }
}

bool is_same(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

/// Everything that can change a grade, one clause each.
std::vector<std::string> reasons(const Gradebook& before, const Grade& was, const Gradebook& after,
                                 const Grade& is) {
  std::vector<std::string> all;
  const model::Work* then = work_of(before, was);
  const model::Work* now = work_of(after, is);
  const bool has_both = then != nullptr && now != nullptr;
  if (was.status != is.status) {
    all.push_back(
        fmt::format("{} before, {} now", model::word(was.status), model::word(is.status)));
  }
  if (has_both && then->sha256 != now->sha256) all.emplace_back("another attempt counts");
  if (has_both) {
    std::string tests = test_words(*then, *now);
    if (!tests.empty()) all.push_back(std::move(tests));
    add_limit_words(then->judgement.limits, now->judgement.limits, all);
  }
  if (!is_same(was.max_points, is.max_points)) {
    all.push_back(fmt::format("at most {} points before, {} now",
                              model::show_points(was.max_points, 6),
                              model::show_points(is.max_points, 6)));
  }
  if (!is_same(was.late_penalty, is.late_penalty)) {
    all.push_back(fmt::format("{} points taken for lateness before, {} now",
                              model::show_points(was.late_penalty, 6),
                              model::show_points(is.late_penalty, 6)));
  }
  const std::string hand_before = override_words(was.override);
  const std::string hand_now = override_words(is.override);
  if (hand_before != hand_now) {
    all.push_back(fmt::format("override: {} before, {} now", hand_before, hand_now));
  }
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
