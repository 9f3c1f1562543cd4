#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grade/assemble.hpp"
#include "judge/program/submission.hpp"
#include "model/gradebook.hpp"

namespace arbiter::grade {

/// A grade book of some of the students and problems of a whole one, and what of that it holds.
struct BookPart {
  model::Gradebook book;
  std::vector<std::size_t> problems;  ///< into those of the whole book
  std::vector<std::size_t> works;     ///< likewise
  bool is_whole = true;
};

/// The part with these of the students and problems of `whole`, one each, and with what they handed
/// in. Other students of its attempts are left out.
BookPart part_of(model::Gradebook whole, const std::vector<bool>& students,
                 const std::vector<bool>& problems);

/// Grades a part of which all works are judged: its grades, by what was decided about those in it;
/// mistakes and programs that several have in common; its warnings. `submissions` are of the works
/// of the whole book.
void complete(BookPart& part, const std::vector<std::optional<judge::Submission>>& submissions,
              const Decisions& decisions, const std::vector<model::MistakeComment>& comments);

/// The computed points beneath the overrides of a book, as a table for the next run; where `before`
/// has them, those that a person saw who decided.
std::string beneath_table(const model::Gradebook& book,
                          const std::vector<model::Override>& overrides,
                          const PointsByName& before);

/// What such a table says of overrides that are still the same: others are decided now.
PointsByName read_beneath_table(std::string_view text,
                                const std::vector<model::Override>& overrides);

}  // namespace arbiter::grade
