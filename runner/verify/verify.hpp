#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/side_by_side.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"
#include "model/verification.hpp"

namespace arbiter::verify {

/// Names of the parts, in the order in which they are looked at.
inline constexpr const char* k_package = "package";
inline constexpr const char* k_generators = "generators";
inline constexpr const char* k_inputs = "inputs";
inline constexpr const char* k_outputs = "outputs";
inline constexpr const char* k_submissions = "submissions";
inline constexpr const char* k_strength = "strength";
inline constexpr const char* k_limits = "limits";
inline constexpr const char* k_mutants = "mutants";

/// Stable codes of findings, by part: V1 package, V2 inputs, V3 bounds, V4 outputs, V5 submissions,
/// strength and mutants, V6 limits, V7 generators; V001 of a problem as a whole.
namespace code {
inline constexpr const char* k_judge_fails = "V001";
inline constexpr const char* k_no_statement = "V101";
inline constexpr const char* k_misnamed_statement = "V102";
inline constexpr const char* k_no_samples = "V103";
inline constexpr const char* k_no_accepted = "V104";
inline constexpr const char* k_no_input_validator = "V105";
inline constexpr const char* k_no_wrong = "V106";
inline constexpr const char* k_large_data = "V107";
inline constexpr const char* k_name_language = "V108";
inline constexpr const char* k_valid_refused = "V201";
inline constexpr const char* k_invalid_accepted = "V202";
inline constexpr const char* k_changed_accepted = "V203";
inline constexpr const char* k_validator_fails = "V204";
inline constexpr const char* k_cannot_run = "V205";
inline constexpr const char* k_bound_not_reached = "V301";
inline constexpr const char* k_answer_refused = "V401";
inline constexpr const char* k_valid_output_refused = "V402";
inline constexpr const char* k_invalid_output_accepted = "V403";
inline constexpr const char* k_junk_accepted = "V404";
inline constexpr const char* k_checker_fails = "V405";
inline constexpr const char* k_not_as_labelled = "V501";
inline constexpr const char* k_not_judged = "V502";
inline constexpr const char* k_catches_nobody = "V511";
inline constexpr const char* k_catches_the_same = "V512";
inline constexpr const char* k_mutant_lives = "V521";
inline constexpr const char* k_mutant_equivalent = "V522";
inline constexpr const char* k_near_limit = "V601";
inline constexpr const char* k_stale_test = "V701";
}  // namespace code

/// What looking at a problem needs. All of it outlives the call.
struct Bench {
  judge::PackageTools& tools;
  judge::SideBySide how;
  bool is_quick = false;  ///< no changed inputs and outputs
};

/// Statements, names, samples, programs: what can be seen without running anything.
model::VerifiedPart verify_package(const model::Problem& problem);

/// The input validators: they must accept the inputs of all test cases, refuse those of
/// data/invalid_input, and inputs that were changed or are none at all. Tells of bounds that no
/// test case reaches, as far as validators say what they read (kit `quantities.hpp`).
/// Error: a fault of the judge; {interrupted}.
Result<model::VerifiedPart> verify_inputs(const Bench& bench);

/// The checker: it must accept every answer and data/valid_output, refuse data/invalid_output, and
/// come to a verdict on whatever a submission may print. Nothing of games and multi-pass problems.
/// Error: a fault of the judge; {interrupted}.
Result<model::VerifiedPart> verify_outputs(const Bench& bench);

/// The labelled submissions, judged on all test cases: each must be as its label says.
model::VerifiedPart verify_submissions(const model::Judgement& judgement);
/// Test cases that no submission fails, and those that the same ones fail as another.
model::VerifiedPart verify_strength(const model::Judgement& judgement);
/// Whether accepted submissions keep the distance from the time limit that the package asks for
/// (`ac_to_time_limit`). `submissions` are those that were judged, in the same order.
model::VerifiedPart verify_limits(const model::Judgement& judgement,
                                  const std::vector<judge::Submission>& submissions,
                                  const model::PackageLimits& limits);

/// What the matrix shows of the submissions.
std::vector<model::VerifiedSubmission> matrix_of(const model::Judgement& judgement);

/// The files of a problem by name and content, in hex; without those of its submissions if so
/// asked, but for programs that make answers. Error: one cannot be read.
Result<std::string> hash_package(const model::Problem& problem, bool with_submissions);

/// A finding. `place` may be empty; it is shown by shown_path.
Diagnostic finding(Severity severity, std::string_view code, std::string message,
                   const std::filesystem::path& place, std::string help);

/// What to tell of a program of the package that did not compile: an error with that code, or,
/// where this machine lacks what it needs, a warning. Error: any other one.
Result<Diagnostic> why_it_cannot_run(const Error& error, std::string_view code,
                                     const std::filesystem::path& program);

/// A file or folder as messages name it: as it is seen from the current folder if it lies below
/// that, else in full.
std::string shown_path(const std::filesystem::path& path);

}  // namespace arbiter::verify
