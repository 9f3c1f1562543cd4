#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/common/terminal.hpp"
#include "cli/grade/call.hpp"

namespace arbiter::cli {
namespace {

std::string students_of(const GradeCall& call, const model::Attempt& attempt) {
  std::string names;
  for (const std::size_t student : attempt.students)
    names += (names.empty() ? "" : ", ") + call.intake->students[student].id;
  return names;
}

std::string attempt_line(const GradeCall& call, const model::Attempt& attempt) {
  const model::Work& work = call.works.works[attempt.work];
  const auto& submission = call.works.submissions[attempt.work];
  return fmt::format(
      "  {}  {}  attempt {}  {}  {}\n", in_one_line(students_of(call, attempt)),
      call.problems[attempt.problem].problem.id, attempt.number,
      submission ? submission->language->id : "no program: " + in_one_line(work.fault),
      in_one_line(attempt.origin));
}

}  // namespace

Result<int> show_dry_run(const GradeCall& call) {
  std::string text = "would be judged:\n";
  for (const model::Attempt& attempt : call.works.attempts) {
    if (call.only.has(attempt)) text += attempt_line(call, attempt);
  }
  text += "on:\n";
  for (std::size_t p = 0; p < call.problems.size(); ++p) {
    if (!call.only.problems[p]) continue;
    const judge::OpenProblem& one = call.problems[p];
    text += fmt::format("  {}  {} tests", one.problem.id, one.problem.tests.size());
    if (one.tests_to_make > 0) text += fmt::format(", {} of them to be made", one.tests_to_make);
    text += '\n';
  }
  std::vector<bool> has_attempt(call.intake->students.size());
  for (const model::Attempt& attempt : call.works.attempts) {
    for (const std::size_t student : attempt.students)
      has_attempt[student] = true;
  }
  std::vector<bool> has_lost(has_attempt.size());
  for (const model::Unattributed& one : call.intake->unattributed) {
    for (const std::size_t student : one.students)
      has_lost[student] = true;
  }
  for (std::size_t s = 0; s < has_attempt.size(); ++s) {
    if (has_attempt[s] || !call.only.students[s]) continue;
    text += fmt::format("no submission{}: {}\n", has_lost[s] ? " that can be graded" : "",
                        in_one_line(call.intake->students[s].id));
  }
  for (const model::Unattributed& one : call.intake->unattributed) {
    text += fmt::format("not attributed: {}: {}{}{}\n", in_one_line(one.path), in_one_line(one.why),
                        one.help.empty() ? "" : "; ", in_one_line(one.help));
  }
  for (const std::string& note : call.intake->notes)
    text += fmt::format("note: {}\n", in_one_line(note));
  ARBITER_CHECK(write_results(text));
  return 0;
}

}  // namespace arbiter::cli
