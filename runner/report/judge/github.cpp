#include <fmt/format.h>

#include <filesystem>

#include "report/judge/details.hpp"
#include "report/judge/formats.hpp"
#include "report/text/annotations.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::Verdict;

/// A path as it is seen from the folder of the call, if it lies below that; else as it was given.
std::string path_in_call(const Judgement& judgement, const std::string& path) {
  const std::filesystem::path here(judgement.folder);
  const auto seen = (here / path).lexically_normal().lexically_relative(here);
  const bool is_below = !here.empty() && !seen.empty() && *seen.begin() != "..";
  return is_below ? seen.generic_string() : path;
}

Annotation annotation_of(const Judgement& judgement, const SubmissionJudgement& submission) {
  const Style style{false, 100};
  Annotation annotation;
  annotation.file = submission.path == "-" ? "" : submission.path;
  annotation.message =
      verdict_line(judgement, submission, style) + explain_submission(judgement, submission, style);
  if (submission.verdict == Verdict::ce && !submission.as_expected) {
    if (auto found = compiler_annotation(submission.compile.log, submission.path))
      annotation = std::move(*found);
  }
  annotation.file = path_in_call(judgement, annotation.file);
  annotation.kind = submission.unfinished || submission.verdict == Verdict::je ? Severity::warning
                    : submission.as_expected                                   ? Severity::note
                                                                               : Severity::error;
  const std::string_view verdict =
      submission.unfinished ? "no verdict" : model::code(submission.verdict);
  annotation.title = fmt::format("{}: {}{}", one_line(judgement.problem), verdict,
                                 !submission.label        ? ""
                                 : submission.as_expected ? ", as expected"
                                                          : ", not as expected");
  return annotation;
}

}  // namespace

std::string render_github(const Judgement& judgement, const Style& /*style*/) {
  std::vector<Annotation> all;
  for (const SubmissionJudgement& submission : judgement.submissions)
    all.push_back(annotation_of(judgement, submission));
  return annotation_log(std::move(all));
}

}  // namespace arbiter::report
