#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "judge/program/submission.hpp"
#include "judge/verdict/blame.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"
#include "standard/checker.hpp"

namespace arbiter::judge {

/// How every submission is run.
struct RunManner {
  int repeat = 1;
  bool fail_fast = false;
  /// So many tests over the time limit, in judging order, end a submission; 0: never.
  int stop_after_tle = 0;
  /// A submission whose tests took longer is left unfinished, where the others may take as long; 0:
  /// never.
  Nanoseconds leave_after{};
  bool transcript = false;     ///< games are written down
  bool runs_for_hints = true;  ///< failures may be run once more, each in a box of its own
};

/// What the user asked of `judge`, as far as it decides what is run.
struct PlanOptions : RunManner {
  std::vector<std::string> tests;  ///< globs over whole names; none means all
  std::optional<Nanoseconds> time_limit;
  std::optional<Bytes> memory_limit;
  std::map<std::string, double> time_factors;  ///< language id -> factor
  /// Of each `pieces` tests that follow each other one is in the plan, that with this number.
  std::size_t piece = 0;
  std::size_t pieces = 1;
  bool by_hand = false;              ///< the only test is the user's own: outputs are kept, too
  bool unjudged = false;             ///< outputs are not judged (no answer is known)
  std::optional<GamePolicy> policy;  ///< for interactive problems; none: the package's own
};

/// One submission of a plan.
struct PlannedSubmission {
  const Submission* submission = nullptr;
  model::RunLimits limits;      ///< with the language's time factor
  bool is_one_of_many = false;  ///< see CompileRequest
};

/// How outputs are judged.
struct PlannedChecker {
  enum class Kind {
    standard,  ///< a standard checker, in this process
    program,   ///< the package's own output validator
    referee,   ///< the same, playing against the submission
    none,      ///< not at all: there is no answer to compare with
  };
  Kind kind = Kind::standard;
  const checkers::StandardChecker* standard = nullptr;  ///< for `standard`
  std::vector<std::string> arguments;                   ///< for tests that have none of their own
  std::vector<checkers::Options> options;               ///< a standard checker's, one a test
  GamePolicy policy = GamePolicy::arbiter;              ///< for `referee`
  /// The referee leaves a log of what it accepts, and that is judged: by `standard`, else by the
  /// package's own output validator.
  bool judges_log = false;
};

/// All that will be run, as data: every submission on every one of these tests.
struct Plan : RunManner {
  const model::Problem* problem = nullptr;
  model::RunLimits limits;         ///< without any time factor
  std::vector<std::size_t> tests;  ///< indices into problem->tests, in judging order
  bool all_tests = true;           ///< no filter left any out
  std::vector<PlannedSubmission> submissions;
  PlannedChecker checker;
  bool keep_outputs = false;       ///< with AC, too
  std::size_t most_output = 4096;  ///< bytes that are kept of one
  bool keep_inputs = false;        ///< of the test cases that a submission fails
  bool until_too_slow = false;     ///< of a submission that ran into a limit of time no more is run
};

/// The limits of a problem under the user's wishes: 10 s where the package has no time limit; the
/// wall limit follows from the time limit.
model::RunLimits limits_of(const model::Problem& problem, const PlanOptions& options);

/// Error{nothing_matched}: no test's name matches; {usage}: --time-factor names no language,
/// --fail-fast in a problem that is judged by groups; {invalid_package}: no
/// checker of that name, a bad argument.
Result<Plan> make_plan(const model::Problem& problem, const std::vector<Submission>& submissions,
                       const model::Languages& languages, const PlanOptions& options);

/// Whether a submission ran into the time limit on plan.stop_after_tle tests. The second function
/// makes it end at the last of them, in judging order: what ran behind it is dropped, since that
/// depends on the number of workers, and every test behind it is TLE without having run. Leaves one
/// with fewer such tests as it is.
bool is_too_slow(const Plan& plan, const model::SubmissionJudgement& submission);
void stop_when_too_slow(const Plan& plan, model::SubmissionJudgement& submission);

/// How fast a submission was on the tests that have ended.
struct Pace {
  Nanoseconds took{};  ///< on the wall, one after the other
  Nanoseconds longest{};
  int too_slow = 0;  ///< tests that ran now, into a limit of time
  bool was_too_slow = false;

  void add(const model::TestJudgement& test);
};
/// Whether no more of a submission is to be begun: it ran into a limit of time and that is enough,
/// or it is to be left, for the tests from number `next` of the plan on may take long again.
bool ends_after(const Plan& plan, const Pace& pace, std::size_t next);

/// Whether a test of that name is among those that globs select; no globs select all.
bool is_selected(const std::vector<std::string>& globs, const std::string& name);

/// Who judges the outputs, in words.
std::string describe(const PlannedChecker& checker);
/// The plan for people, for --dry-run.
std::string describe(const Plan& plan);

/// Whether the whole of `name` matches `pattern`: `*` is any run of bytes ('/' included), `?` any
/// one byte, `[a-z]` and `[!a-z]` one byte of a set; everything else is itself. A `[` without its
/// end is itself. Linear in name times stars.
bool matches_glob(std::string_view pattern, std::string_view name);

}  // namespace arbiter::judge
