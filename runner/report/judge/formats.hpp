#pragma once

#include <string>

#include "report/report.hpp"

namespace arbiter::report {

// One function a format; the rows of formats.cpp name them.

/// For people: one submission with its tests, or a matrix of several, and why they failed.
std::string render_human(const model::Judgement& judgement, const Style& style);

/// One document `arbiter/judge/1`.
std::string render_json(const model::Judgement& judgement, const Style& style);

/// One line an event, in the field names of the document: `judgement`, then for each submission
/// its `test`s and the `submission` itself, then `end`.
std::string render_jsonl(const model::Judgement& judgement, const Style& style);

/// JUnit XML in the common subset: a suite a submission, a case a test. An unlabelled
/// submission's test passes if it is AC. A labelled one has the case "as expected" besides, which
/// passes if the label holds; its tests pass if their verdict is AC or one that the label names
/// (see model::counts_as). So wrong solutions that fail as they should are green.
std::string render_junit(const model::Judgement& judgement, const Style& style);

/// Annotations for a GitHub workflow's standard output: an error for each submission that is not as
/// expected, a warning for what is not known, a notice for the others.
std::string render_github(const model::Judgement& judgement, const Style& style);

/// The page of a report, for the problem's setter; see judge_page().
std::string render_html(const model::Judgement& judgement, const RunFiles& files);

}  // namespace arbiter::report
