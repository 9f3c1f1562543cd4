#pragma once

#include <cstdint>
#include <string>

#include "model/judgement.hpp"

namespace arbiter::model {

/// "SIGSEGV", or "signal 99" for one without a name.
std::string signal_name(int signal);

// Why a run has its verdict, in three lengths. Each is empty for AC, WA and JE, of which the
// checker or the judge says why, and for CE.

/// In a sentence without a full stop, with what was measured: "CPU time 2.2 s is over the limit of
/// 2 s", "ended by signal 11 (SIGSEGV, invalid memory access)", "exit status 3".
std::string reason(Verdict verdict, const RunRecord& run, const RunLimits& limits);

/// Without any measured figure, so that it is the same in every run: "over the time limit of 2 s",
/// "ended by SIGSEGV".
std::string lasting_reason(const TestJudgement& test, const RunLimits& limits);

/// What ended a run, without any measured figure. The last kind stays the last.
struct Cause {
  enum class Kind : std::uint8_t { none, deadlock, not_run, time, signal, exit, memory, output };
  Kind kind = Kind::none;
  std::string
      value;  ///< the limit, the signal's name or the exit status; empty for the first three
};

/// What lasting_reason() tells, for telling it in other words.
Cause cause_of(const TestJudgement& test, const RunLimits& limits);

/// For a cell of a table: "SIGSEGV", "exit 1", "wall limit"; of WA where the first difference is,
/// or the first line of what the checker wrote, in raw bytes.
std::string short_reason(const TestJudgement& test, const RunLimits& limits);

}  // namespace arbiter::model
