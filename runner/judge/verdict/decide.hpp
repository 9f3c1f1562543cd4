#pragma once

#include <optional>
#include <string>

#include "box/box.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// What lies in a feedback folder, as data: it outlives the box that it was made in.
struct Feedback {
  struct File {
    std::string path;  ///< relative to the work folder
    std::string bytes;
    bool executable = false;
  };
  std::vector<File> files;
  std::vector<std::string> folders;

  /// The bytes of a file; null where there is none.
  [[nodiscard]] const std::string* find(std::string_view path) const;
};

/// What an output validator leaves behind after a pass.
struct PassEnd {
  Feedback feedback;                      ///< without what is meant for the judge
  std::optional<std::string> next_input;  ///< there is to be another pass, with this input
  std::string fault;                      ///< why there cannot be one; empty: there can
};

/// What a checker said of one output.
struct CheckOutcome {
  enum class Kind {
    not_run,  ///< the run itself decides
    accepted,
    rejected,
    fault,  ///< the checker or the package failed; `message` says how
  };
  Kind kind = Kind::not_run;
  std::string message;
  std::optional<FirstDifference> first_difference;
  std::optional<double> score = std::nullopt;             ///< score.txt
  std::optional<double> score_multiplier = std::nullopt;  ///< score_multiplier.txt
  PassEnd pass_end = {};                                  ///< in multi-pass problems
};

/// One of kind fault.
CheckOutcome fault_outcome(std::string message);

/// What the box reported, as the facts of a judgement. A box that failed is Ending::fault.
model::RunRecord to_record(const box::RunReport& report);
model::RunRecord fault_record(std::string why);

/// Whether a run needs a checker: it ended by itself with status 0 within its limits.
bool may_be_checked(const model::RunRecord& run, const model::RunLimits& limits);

/// Whether a run failed in the way of OLE, MLE, TLE or RTE, whatever else it did.
bool has_failed_as(model::Verdict verdict, const model::RunRecord& run,
                   const model::RunLimits& limits);

/// The verdict of one test, from facts alone: JE, OLE, MLE, TLE, RTE, WA, AC in
/// this order. The check counts only where `may_be_checked` holds.
model::Verdict decide(const model::RunRecord& run, const model::RunLimits& limits,
                      const CheckOutcome& check);

/// Why, in a few words: "CPU time 2.2 s is over the limit of 2 s", "ended by signal 11 (SIGSEGV,
/// invalid memory access)", "exit status 3". Empty for AC; the checker's message for WA.
std::string reason(const model::RunRecord& run, const model::RunLimits& limits,
                   const CheckOutcome& check);

/// Whether a run that ended by itself lies so near the time limit (0.9 to 1.1 times) that what
/// ran beside it may have decided.
bool is_near_limit(const model::RunRecord& run, const model::RunLimits& limits);

/// Whether the wall limit ended a run that had CPU time left: it waited for something, or the
/// machine was busy.
bool has_waited(const model::RunRecord& run, const model::RunLimits& limits);

/// Of a test that was near the limit or waited too long, which of two judgements counts: of times
/// near the limit the smaller; the second never if it waited too, or the judge failed.
model::TestJudgement settle_rerun(model::TestJudgement first, model::TestJudgement second,
                                  const model::RunLimits& limits);

/// The CPU time at which the box stops a run for good: 1.1 times the limit.
Nanoseconds stopping_time(Nanoseconds time_limit);

/// The wall limit that belongs to a time limit: twice it and a second.
Nanoseconds wall_limit(Nanoseconds time_limit);

}  // namespace arbiter::judge
