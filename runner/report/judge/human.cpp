#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/judge/details.hpp"
#include "report/judge/formats.hpp"
#include "report/judge/matrix.hpp"
#include "report/judge/test_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::Verdict;

// Beyond that many explanations nobody reads on; the stored run has them all.
constexpr std::size_t k_most_explained = 20;

/// Who gives an input by hand wants to see what comes out.
std::string outputs_by_hand(const Judgement& judgement, const Style& style) {
  constexpr std::size_t k_most_lines = 40;
  std::string text;
  if (!is_by_hand(judgement)) return text;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    if (submission.tests.empty()) continue;
    const model::TestJudgement& test = submission.tests.front();
    const std::string& output = test.output_head;
    std::string title = judgement.submissions.size() == 1
                            ? std::string("output")
                            : "output of " + one_line(submission.path);
    if (test.passes > 0) title += fmt::format(" in pass {}", test.passes);
    text += "\n" + paint(style, "1", output.empty() ? title + ": nothing" : title) + "\n";
    text += quoted_block(output, k_most_lines, false, style);
  }
  return text;
}

std::string one_submission(const Judgement& judgement, const Style& style) {
  const SubmissionJudgement& submission = judgement.submissions.front();
  std::string text = heading(judgement, &submission, style);
  if (!submission.tests.empty()) text += "\n" + test_table(submission, style, false);
  if (!submission.groups.empty()) text += "\n" + group_table(submission, style);
  if (submission.verdict != Verdict::ac || submission.unfinished) {
    const std::string why = explain_submission(judgement, submission, style);
    if (!why.empty()) text += "\n" + why;
  }
  text += outputs_by_hand(judgement, style);
  return text + "\n" + verdict_line(judgement, submission, style);
}

std::string closing_line(const Judgement& judgement, std::size_t unexpected, const Style& style) {
  // Of programs that nobody labelled everybody expects the same.
  const bool labelled = has_labels(judgement);
  if (unexpected == 0) {
    return paragraph(style, "32", labelled ? "all as expected: " : "all accepted: ",
                     counted(judgement.submissions.size(), "submission"), 2);
  }
  return paragraph(
      style, "1;31", labelled ? "not as expected: " : "not accepted: ",
      fmt::format("{} of {}", unexpected, counted(judgement.submissions.size(), "submission")), 2);
}

std::string several_submissions(const Judgement& judgement, const Style& style) {
  std::string text = heading(judgement, nullptr, style) + "\n" + matrix(judgement, style);
  std::size_t unexpected = 0;
  std::size_t unfinished = 0;
  for (const SubmissionJudgement& submission : judgement.submissions) {
    if (submission.unfinished) ++unfinished;
    if (submission.as_expected || submission.unfinished) continue;
    if (++unexpected > k_most_explained) continue;
    text += "\n" + paint(style, "1;4", one_line(submission.path)) + "\n";
    text += verdict_line(judgement, submission, style);
    text += explain_submission(judgement, submission, style);
  }
  if (unexpected > k_most_explained) {
    text += "\n" + paragraph(style, "", "… ",
                             fmt::format("and {} more; `arbiter show {} SUBMISSION` explains one",
                                         unexpected - k_most_explained,
                                         judgement.run.empty() ? "last" : one_line(judgement.run)),
                             2);
  }
  text += outputs_by_hand(judgement, style);
  if (unfinished > 0 && unexpected == 0) return text;
  return text + "\n" + closing_line(judgement, unexpected, style);
}

}  // namespace

std::string render_human(const Judgement& judgement, const Style& style) {
  std::string text;
  if (judgement.submissions.empty()) {
    text = heading(judgement, nullptr, style);
  } else if (judgement.submissions.size() == 1) {
    text = one_submission(judgement, style);
  } else {
    text = several_submissions(judgement, style);
  }
  if (judgement.interrupted) {
    text += paragraph(style, "1;33", "interrupted: ", "this is what was known by then", 2);
  }
  return text;
}

}  // namespace arbiter::report
