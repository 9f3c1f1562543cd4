#pragma once

#include "base/result.hpp"
#include "cli/grade/call.hpp"
#include "grade/book.hpp"
#include "model/gradebook.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::cli {

/// A grade book of a call.
using MadeBook = grade::BookPart;

/// The grade book of those students and problems that `selection` holds, of works that are judged.
/// `before`: see points_beneath().
MadeBook make_book(const GradeCall& call, const Selection& selection,
                   const grade::PointsByName& before);

/// What formats need besides the book; both must outlive it.
report::GradeOutputOptions output_options(const GradeCall& call, const MadeBook& made);

/// Points that were beneath overrides when a person decided them, as the folder of the run has it.
/// A row that the person has changed since counts as decided now.
grade::PointsByName points_beneath(const GradeCall& call);
/// Keeps them for the next call, and the overrides themselves. Error: cannot be written.
Result<void> keep_decisions(const GradeCall& call, const model::Gradebook& book,
                            const grade::PointsByName& before);

}  // namespace arbiter::cli
