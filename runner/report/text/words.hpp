#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// As model::reason; of JE the judge's fault, in raw bytes, and of a game that stood still what the
/// judge says of it.
std::string reason(const model::TestJudgement& test, const model::RunLimits& limits);

/// " in pass 2", for a test of a multi-pass problem that failed; else empty.
std::string in_pass(const model::TestJudgement& test);

/// "AC or RTE".
std::string either(const std::vector<model::Verdict>& verdicts);

/// The last element of a path: what a table calls a submission.
std::string_view base_name(std::string_view path);

/// Whole KiB, begun ones counted.
inline std::int64_t kibibytes(Bytes size) {
  return (size.count + 1023) / 1024;
}

/// CPU time or memory of a run for people, with "~" before it when it was sampled.
std::string cpu_text(const model::RunRecord& run);
std::string memory_text(const model::RunRecord& run);

}  // namespace arbiter::report
