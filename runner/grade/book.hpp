#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grade/works.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::grade {

/// Points by the ids of student and problem.
using PointsByName = std::map<std::pair<std::string, std::string>, double>;

/// Calls the students of a book by numbers ("Student 07"), in an order that tells nothing to those
/// who do not know the secret, and takes away what could name them: files' names, what compilers
/// and programs wrote on the way, and words of people. The same students and secret give the same
/// numbers. Returns who is who.
std::vector<std::pair<std::string, model::Student>> make_anonymous(model::Gradebook& book,
                                                                   const std::string& secret);

/// What people decided about single students, who may be of another book.
struct Decisions {
  std::vector<model::Extension> extensions;
  std::vector<model::Override> overrides;
  PointsByName computed_before;  ///< beneath overrides; empty: there was no run before
  bool allow_extra = false;      ///< changes may lead beyond the most points that there are
};

/// Makes the grades of a book, whose problems, students, attempts, works and policy are there:
/// exactly one for every student and problem, whatever was handed in and in whatever order it
/// stands. What people decided about points is applied last of all; an absolute override makes a
/// grade of a judge_error. Adds warnings, also of changes of points that are not known, and of
/// computed points that are no longer those of `computed_before`.
void assemble_grades(model::Gradebook& book, const Decisions& decisions);

using Ids = std::set<std::string>;

/// The files that students were given at each problem, by its id: templates, attachments.
using GivenFiles = std::map<std::string, std::vector<std::filesystem::path>>;

/// A grade book of some of the students and problems of a whole one.
struct BookPart {
  model::Gradebook book;
  bool is_whole = true;
};

/// The part with these of the students and problems of `whole`, and with what they handed in. Other
/// students of its attempts are left out.
BookPart part_of(model::Gradebook whole, const Ids& students, const Ids& problems);

/// Grades a part of which all works are judged: its grades, by what was decided about those in it;
/// mistakes and programs that several have in common, but for what they were given; its warnings.
/// `submissions` may be of more works than those of the part.
void complete(BookPart& part, const Submissions& submissions, const Decisions& decisions,
              const std::vector<model::MistakeComment>& comments, const GivenFiles& given = {});

/// The computed points beneath the overrides of a book, as a table for the next run; where `before`
/// has them, those that a person saw who decided.
std::string beneath_table(const model::Gradebook& book,
                          const std::vector<model::Override>& overrides,
                          const PointsByName& before);

/// What such a table says of overrides that are still the same: others are decided now.
PointsByName read_beneath_table(std::string_view text,
                                const std::vector<model::Override>& overrides);

/// Says in `book` how its grades differ from those of the run before, by the ids of students and
/// problems; who or what is new had no points before. The reasons name tests, never what is in
/// them. Warns of students and problems that only `before` has: nobody can be told here that they
/// lost.
void add_changes(const model::Gradebook& before, model::Gradebook& book);

}  // namespace arbiter::grade
