#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

// The pieces that texts for people are put together from. All end with a newline, all quoted
// bytes are safe to print.

/// Whether the only test is an input that was given by hand.
bool is_by_hand(const model::Judgement& judgement);

/// "2 s CPU, 5 s wall, 256 MiB memory, 8 MiB output", with the CPU time as `time` says it.
std::string limits_text(const model::RunLimits& limits, const std::string& time);

/// In which sandbox programs ran; empty where none had to.
std::string sandbox_text(const std::string& mode, bool unsandboxed, const Style& style);

/// What was judged, and under which limits and in which sandbox.
std::string heading(const model::Judgement& judgement, const model::SubmissionJudgement* submission,
                    const Style& style);

/// One failing test in full: why, so many lines of its input, the first difference, the end of
/// standard error, hints, and the command that repeats it.
std::string explain_test(const model::Judgement& judgement,
                         const model::SubmissionJudgement& submission,
                         const model::TestJudgement& test, const Style& style,
                         std::size_t input_lines = 10);

/// The words of the command that judges a test again as it was.
std::vector<std::string> repeating_command(const model::Judgement& judgement,
                                           const model::SubmissionJudgement& submission,
                                           const model::TestJudgement& test);

/// Why it did not compile: the log and the remedies.
std::string explain_compile(const model::CompileJudgement& compile, const Style& style);

/// Whatever explains the verdict of a submission: its log or its deciding test. May be empty.
std::string explain_submission(const model::Judgement& judgement,
                               const model::SubmissionJudgement& submission, const Style& style);

/// "✗ WA  Wrong Answer on secret/02 …", and whether that is as expected.
std::string verdict_line(const model::Judgement& judgement,
                         const model::SubmissionJudgement& submission, const Style& style);

/// The tests of a submission as a table. Unless `all`, many tests are shown as the failing ones
/// and one line for each group of the others.
std::string test_table(const model::SubmissionJudgement& submission, const Style& style, bool all);

/// The groups of a submission with their points, indented as they nest; empty without groups.
std::string group_table(const model::SubmissionJudgement& submission, const Style& style);

/// "577 µs / 580 µs / 1.2 ms": the least, the median and the greatest time; empty for none.
std::string spread(std::vector<Nanoseconds> times);

/// The test with the greatest CPU time of those that were repeated; null: none was.
const model::TestJudgement* slowest_repeated(const model::SubmissionJudgement& submission);

/// "20/30", "20" where nobody knows the most; empty without points.
std::string points_text(const std::optional<double>& score, const std::optional<double>& most);

}  // namespace arbiter::report
