#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// `text` in terminal colours (SGR parameters, as "1;31") if the style has colours.
std::string paint(const Style& style, std::string_view sgr, std::string_view text);

/// Safe to print within one line: as `printable`, and newlines and tabs are written \n and \t.
std::string one_line(std::string_view bytes);

/// The characters of valid UTF-8, each as the bytes that make it.
std::vector<std::string_view> characters(std::string_view utf8);

/// At most `width` columns of valid UTF-8; what is cut off becomes an ellipsis, at the end or
/// (names, of which the end tells more) at the beginning.
std::string clip_end(std::string_view utf8, std::size_t width);
std::string clip_front(std::string_view utf8, std::size_t width);
std::string clip_middle(std::string_view utf8, std::size_t width);

/// `utf8` broken into lines of at most `width` columns at blanks; longer words are broken anywhere.
/// A number is never parted from the word after it. The first line is shorter by `taken` columns.
/// At least one line.
std::vector<std::string> wrap(std::string_view utf8, std::size_t width, std::size_t taken = 0);

/// `utf8` cut into lines of at most `width` columns, after a blank if there is one in the second
/// half, nothing left out. At least one line.
std::vector<std::string> chop(std::string_view utf8, std::size_t width);

/// `label`, coloured, then `text`, wrapped to the style's width; every line but the first begins
/// with `hang` blanks. Ends with a newline. Both must be valid UTF-8 of one line.
std::string paragraph(const Style& style, std::string_view sgr, std::string_view label,
                      std::string_view text, std::size_t hang);

/// A command line: words as a POSIX shell reads them, broken with backslashes to the style's
/// width, but not between a flag (--…) and the word after it. Words that are not printable are
/// written in the $'…' form of bash.
std::string command_line(const Style& style, const std::vector<std::string>& words,
                         std::size_t hang);

using arbiter::counted;

/// "about 3 min".
std::string about(Nanoseconds time);

/// "about 3 min left"; empty where nobody can know.
std::string time_left(Nanoseconds left);

/// As model::reason; of JE the judge's fault, in raw bytes, and of a game that stood still what the
/// judge says of it.
std::string reason(const model::TestJudgement& test, const model::RunLimits& limits);

/// " in pass 2", for a test of a multi-pass problem that failed; else empty.
std::string in_pass(const model::TestJudgement& test);

/// The test that decides the verdict of a submission; null: there is none.
const model::TestJudgement* deciding_test(const model::SubmissionJudgement& submission);

/// "AC or RTE".
std::string either(const std::vector<model::Verdict>& verdicts);

/// The last element of a path: what a table calls a submission.
std::string_view base_name(std::string_view path);

/// Whole KiB, begun ones counted.
inline std::int64_t kibibytes(Bytes size) {
  return (size.count + 1023) / 1024;
}

/// "exit status 3", "stopped at the memory limit".
std::string how_it_ended(const model::RunRecord& run);

/// CPU time or memory of a run for people, with "~" before it when it was sampled.
std::string cpu_text(const model::RunRecord& run);
std::string memory_text(const model::RunRecord& run);

}  // namespace arbiter::report
