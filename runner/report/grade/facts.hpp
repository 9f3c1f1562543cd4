#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/gradebook.hpp"

namespace arbiter::report {

// What documents of a grade book have in common. An index that leads nowhere gives nothing.

const model::Grade* grade_of(const model::Gradebook& book, std::size_t student,
                             std::size_t problem);
/// The attempt that counts for a grade, and what was handed in with it.
const model::Attempt* counting_attempt(const model::Gradebook& book, const model::Grade& grade);
const model::Work* counting_work(const model::Gradebook& book, const model::Grade& grade);

/// None where nothing was handed in or it is not judged yet.
std::optional<model::Verdict> grade_verdict(const model::Gradebook& book,
                                            const model::Grade& grade);

/// A test on which a counting program was near a limit of time or memory, so that another run could
/// end otherwise: it used more than nine tenths of the limit and kept to it, or less than eleven
/// tenths and broke it, or waited until the wall limit.
struct CloseCall {
  std::string student;  ///< id
  std::string problem;  ///< id
  std::string test;
  std::string words;  ///< "1.95 s of 2 s of CPU time, AC"
};
std::vector<CloseCall> close_calls(const model::Gradebook& book);

/// All that a person has to look at, with what they decided, in the order of the kinds.
std::vector<model::Question> questions_of(const model::Gradebook& book);

/// What a person decided on a question; null: nothing yet.
const model::Question* decision_on(const model::Gradebook& book, const model::Question& question);

/// Where the first attempt with a cluster's representative came from; empty: nowhere.
std::string representative_of(const model::Gradebook& book, const model::MistakeCluster& cluster);

/// The names of students, ids where there are none: "Ada Lovelace and bob".
std::string names_of(const model::Gradebook& book, const std::vector<std::string>& students);

/// "the same bytes", "87% alike".
std::string likeness_words(const model::LookAlike& group);

/// All problems of a student taken together.
struct GradeTotal {
  double points = 0;
  double max_points = 0;
  double raw_points = 0;
  std::int64_t late_minutes = 0;  ///< the most of any problem
  double late_penalty = 0;
  /// Judge error if any problem has one; else graded, compile error, not graded or no submission,
  /// whichever of them any problem has first.
  model::GradeStatus status = model::GradeStatus::no_submission;
  /// Of the problems handed in: AC if all are, else of the first that is not. None: none was.
  std::optional<model::Verdict> verdict;
  bool is_blank = true;  ///< there is nothing to give points for, and nobody gave any by hand
  std::string sha256;  ///< of the counting attempts, in order of the problems, with blanks between
};
GradeTotal total_of(const model::Gradebook& book, std::size_t student);
/// The same of one problem.
GradeTotal total_of(const model::Gradebook& book, const model::Grade& grade);

/// What the checker said. The judge's own words on a program that broke a limit or died are left
/// out: they tell what was measured, and model::lasting_reason() tells the rest.
std::string lasting_message(const model::TestJudgement& test);

}  // namespace arbiter::report
