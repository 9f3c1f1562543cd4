#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace arbiter::model {

/// The judgement of one test or of a whole submission; the last one stays the last.
enum class Verdict : std::uint8_t { ac, wa, tle, rte, mle, ole, ce, je };

/// All there is to know about a verdict; adding one means adding its row.
struct VerdictRow {
  Verdict verdict;
  std::string_view code;    ///< "AC"
  std::string_view name;    ///< "Accepted"
  std::string_view symbol;  ///< one terminal column, for those who read Unicode
  std::string_view color;   ///< SGR parameters of a terminal colour
  int severity;  ///< of verdicts of test cases the most severe counts, where none comes first
};

/// One row a verdict, in the order of the enumeration.
std::span<const VerdictRow> verdict_table();

const VerdictRow& row(Verdict verdict);
std::string_view code(Verdict verdict);

/// Whether a submission itself fails a test case so: all but AC, CE and JE.
bool is_failure(Verdict verdict);

/// The verdicts of a label that this one may stand for, itself first: MLE is RTE to judges that do
/// not tell them apart, and OLE is RTE, WA or TLE to those without that limit.
std::span<const Verdict> counts_as(Verdict verdict);

/// The verdict of a code in any case; none if there is none.
std::optional<Verdict> parse_verdict(std::string_view code);

}  // namespace arbiter::model
