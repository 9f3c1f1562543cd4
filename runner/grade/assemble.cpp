#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "grade/book.hpp"
#include "grade/points/points.hpp"
#include "model/gradebook.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::AttemptRule;
using model::Grade;
using model::Gradebook;
using model::GradeStatus;
using model::Override;

/// "overrides, line 3: the points of ada at sum".
std::string points_in(const Override& row) {
  return fmt::format("overrides, line {}: the points of {} at {}", row.line, row.student,
                     row.problem);
}

void apply(const Override& row, int decimals, Grade& grade) {
  const std::string computed = model::show_points(grade.computed_points, decimals);
  const std::string points = model::show_points(row.points, decimals);
  std::string words;
  grade.override = row;
  grade.points = model::rounded_points(row.points, decimals);
  if (row.is_relative) {
    grade.points =
        model::rounded_points(std::max(0.0, grade.computed_points + row.points), decimals);
    words =
        fmt::format("changed by hand from {} by {}{}", computed, row.points < 0 ? "" : "+", points);
  } else if (grade.status == GradeStatus::judge_error) {
    grade.status = GradeStatus::graded;
    words = "set by hand to " + points;
  } else {
    words = fmt::format("set by hand from {} to {}", computed, points);
  }
  grade.words.push_back(words + (row.reason.empty() ? "" : ": " + row.reason));
}

void apply_overrides(Gradebook& book, const Decisions& decisions) {
  std::map<std::pair<std::string, std::string>, const Override*> rows;
  for (const Override& row : decisions.overrides)
    rows[{row.student, row.problem}] = &row;
  const int decimals = book.policy.decimals;
  for (Grade& grade : book.grades) {
    const std::pair name(grade.student, grade.problem);
    const auto found = rows.find(name);
    if (found == rows.end()) continue;
    const Override& row = *found->second;
    const auto before = decisions.computed_before.find(name);
    if (before != decisions.computed_before.end() &&
        std::abs(before->second - grade.computed_points) > 1e-9) {
      book.warnings.push_back(fmt::format(
          "overrides, line {}: the points computed for {} at {} beneath it were {} and are {} now",
          row.line, row.student, row.problem, model::show_points(before->second, decimals),
          model::show_points(grade.computed_points, decimals)));
    }
    if (row.is_relative && grade.status == GradeStatus::judge_error) {
      book.warnings.push_back(fmt::format("{} are changed, but not known yet", points_in(row)));
    }
    apply(row, decimals, grade);
    if (row.is_relative && !decisions.allow_extra && grade.points > grade.max_points) {
      book.warnings.push_back(
          fmt::format("{} would be {}; they are {}, the most there are, unless you "
                      "add --allow-extra",
                      points_in(row), model::show_points(grade.points, decimals),
                      model::show_points(grade.max_points, decimals)));
      grade.points = grade.max_points;
    }
  }
}

/// One attempt of one student, with what it is worth to them.
struct Candidate {
  std::size_t attempt = 0;
  Lateness lateness;
  double points = 0;  ///< after lateness, rounded
};

class Assembly {
 public:
  Assembly(Gradebook& book, const Decisions& decisions)
      : book_(book),
        decisions_(decisions),
        places_(model::places_of(book.works)),
        works_(book.works.size()) {
    for (const model::GradedProblem& problem : book.problems) {
      policies_.push_back(policy_of(problem.id, book.policy));
      for (std::size_t w = 0; w < works_.size(); ++w) {
        const model::Work& work = book.works[w];
        if (work.problem == problem.id)
          works_[w] = points_of(work, problem, policies_.back(), book.policy.decimals);
      }
    }
    for (std::size_t i = 0; i < book.attempts.size(); ++i) {
      for (const std::string& student : book.attempts[i].students) {
        auto& mine = attempts_[{student, book.attempts[i].problem}];
        if (mine.empty() || mine.back() != i) mine.push_back(i);
      }
    }
  }

  void run() {
    book_.grades.clear();
    book_.grades.reserve(book_.students.size() * book_.problems.size());
    for (const model::Student& student : book_.students) {
      for (std::size_t p = 0; p < book_.problems.size(); ++p)
        book_.grades.push_back(grade(student.id, book_.problems[p], policies_[p]));
    }
    if (timeless_ > 0) {
      book_.warnings.push_back(fmt::format(
          "{} of the attempts that count {} no time of submission and {} as in time", timeless_,
          timeless_ == 1 ? "has" : "have", timeless_ == 1 ? "counts" : "count"));
    }
    apply_overrides(book_, decisions_);
  }

 private:
  [[nodiscard]] const WorkPoints& worth(std::size_t attempt) const {
    return works_[places_.at(book_.attempts[attempt])];
  }

  /// The oldest first. Without a time of each, numbers are all that is the same in every run.
  void sort_by_age(std::vector<std::size_t>& attempts) const {
    const bool has_times = std::ranges::all_of(
        attempts, [&](std::size_t i) { return book_.attempts[i].submitted.has_value(); });
    const auto key = [&](std::size_t i) {
      const model::Attempt& one = book_.attempts[i];
      return std::tuple<std::int64_t, int, const std::string&, const std::string&>(
          has_times ? *one.submitted : 0, one.number, one.origin, one.sha256);
    };
    std::ranges::sort(attempts, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  }

  [[nodiscard]] Candidate candidate(std::size_t attempt, const Deadline& deadline,
                                    const model::LatePolicy& late) const {
    Candidate one;
    one.attempt = attempt;
    one.lateness = lateness_of(book_.attempts[attempt], deadline, late);
    one.points = model::rounded_points(worth(attempt).points * (1 - one.lateness.percent / 100),
                                       book_.policy.decimals);
    return one;
  }

  /// The place of the one that counts among these, the oldest first.
  [[nodiscard]] std::size_t choose(const std::vector<Candidate>& all) const {
    std::size_t chosen = all.size() - 1;
    if (book_.policy.attempts == AttemptRule::best) {
      for (std::size_t i = all.size(); i-- > 0;) {
        // What is judged comes before what is not, as far as it is known to be as good.
        const auto rank = [&](std::size_t at) {
          const bool is_judged = worth(all[at].attempt).status != GradeStatus::judge_error;
          return std::pair(all[at].points, is_judged);
        };
        if (rank(i) >= rank(chosen)) chosen = i;
      }
      return chosen;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].lateness.is_closed) chosen = i;
    }
    return chosen;
  }

  Grade grade(const std::string& student, const model::GradedProblem& problem,
              const model::ProblemPolicy& policy) {
    Grade made;
    made.student = student;
    made.problem = problem.id;
    made.max_points = problem.max_points;
    std::vector<std::size_t>& attempts = attempts_[{student, problem.id}];
    if (attempts.empty()) {
      model::Blank blank = model::blank_of(book_, student);
      made.status = blank.status;
      made.words = std::move(blank.words);
      return made;
    }
    const model::LatePolicy& late = policy.late ? *policy.late : book_.policy.late;
    const Deadline deadline = deadline_of(student, problem.id, late, decisions_.extensions);
    made.due = deadline.due;
    sort_by_age(attempts);
    std::vector<Candidate> all;
    all.reserve(attempts.size());
    for (const std::size_t attempt : attempts)
      all.push_back(candidate(attempt, deadline, late));
    const std::size_t chosen = choose(all);
    if (all.size() > 1) made.words.push_back(choice_words(all, chosen));
    fill(all[chosen], made);
    if (book_.policy.attempts == AttemptRule::best) look_for_better(all, chosen, made);
    return made;
  }

  [[nodiscard]] std::string choice_words(const std::vector<Candidate>& all,
                                         std::size_t chosen) const {
    if (book_.policy.attempts == AttemptRule::best) {
      return fmt::format("attempt {} of {} counts, the best", chosen + 1, all.size());
    }
    const bool is_last = chosen + 1 == all.size();
    return fmt::format("attempt {} of {} counts, the last{}", chosen + 1, all.size(),
                       is_last ? "" : " before it was closed");
  }

  void fill(const Candidate& chosen, Grade& made) {
    const int decimals = book_.policy.decimals;
    const WorkPoints& work = worth(chosen.attempt);
    made.attempt = chosen.attempt;
    made.work = places_.at(book_.attempts[chosen.attempt]);
    made.status = work.status;
    made.groups = work.groups;
    made.raw_points = model::rounded_points(work.points, decimals);
    made.late_minutes = chosen.lateness.minutes;
    made.computed_points = chosen.points;
    // By difference, so that what is shown adds up.
    made.late_penalty = model::rounded_points(made.raw_points - made.computed_points, decimals);
    made.points = made.computed_points;
    made.words.insert(made.words.end(), work.words.begin(), work.words.end());
    if (!chosen.lateness.words.empty()) {
      made.words.push_back(made.late_penalty > 0
                               ? fmt::format("{}, {} of {} points left", chosen.lateness.words,
                                             model::show_points(made.computed_points, decimals),
                                             model::show_points(made.raw_points, decimals))
                               : chosen.lateness.words);
    }
    const model::Attempt& attempt = book_.attempts[chosen.attempt];
    if (!chosen.lateness.warning.empty()) {
      book_.warnings.push_back(fmt::format("{} at {}: {}", model::shown_name(book_, made.student),
                                           made.problem, chosen.lateness.warning));
    } else if (!attempt.submitted && !chosen.lateness.words.empty()) {
      ++timeless_;
    }
  }

  /// An attempt that could not be judged may be the best one.
  void look_for_better(const std::vector<Candidate>& all, std::size_t chosen, Grade& made) const {
    if (made.status == GradeStatus::judge_error || made.points >= made.max_points) return;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double most = made.max_points * (1 - all[i].lateness.percent / 100);
      const bool is_open = worth(all[i].attempt).status == GradeStatus::judge_error;
      if (i == chosen || !is_open || most <= made.points) continue;
      made.status = GradeStatus::judge_error;
      made.words.push_back(fmt::format(
          "attempt {} could not be judged and may be better: the points are not known yet", i + 1));
      return;
    }
  }

  Gradebook& book_;
  const Decisions& decisions_;
  std::map<model::WorkId, std::size_t> places_;
  std::vector<WorkPoints> works_;               ///< by place
  std::vector<model::ProblemPolicy> policies_;  ///< by place of the problem
  /// By the ids of student and problem.
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> attempts_;
  std::size_t timeless_ = 0;
};

}  // namespace

void assemble_grades(Gradebook& book, const Decisions& decisions) {
  Assembly(book, decisions).run();
}

}  // namespace arbiter::grade
