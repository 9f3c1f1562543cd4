#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/first_difference.hpp"
#include "base/units.hpp"
#include "model/label_rule.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// How the first process of a run ended, or what stopped it.
enum class Ending : std::uint8_t {
  exited,
  signalled,
  cpu_limit,
  wall_limit,
  memory_limit,
  output_limit,
  stopped,  ///< by the judge, since what it would do no longer mattered
  fault,    ///< the box failed; nothing is known about the program
  not_run,  ///< the submission had been too slow too often
};

/// "exited", "cpu_limit": the word of an ending in documents, and back.
std::string_view ending_word(Ending ending);
std::optional<Ending> parse_ending(std::string_view word);

/// What was seen of one run of a program: facts, no judgement.
struct RunRecord {
  Ending ending = Ending::fault;
  int exit_status = 0;  ///< meaningful for `exited`
  int signal = 0;       ///< meaningful for `signalled`
  Nanoseconds cpu{};    ///< of all processes of the run
  Nanoseconds wall{};
  Bytes memory;                ///< peak
  std::int64_t processes = 1;  ///< most at one time, 0 when not known
  bool approximate = false;    ///< CPU time or memory is sampled, not counted
  bool was_rerun = false;      ///< near a limit, or it waited too long: the better of two runs
  std::string fault;           ///< why, for `fault`

  bool operator==(const RunRecord&) const = default;
};

/// The limits that applied to one run.
struct RunLimits {
  Nanoseconds time{};
  Nanoseconds wall{};
  Bytes memory;
  Bytes output;

  bool operator==(const RunLimits&) const = default;
};

/// What one side of a game wrote at a time.
struct Message {
  Nanoseconds time{};  ///< since the game began
  bool from_submission = false;
  std::string text;           ///< clipped, raw bytes
  std::int64_t left_out = 0;  ///< bytes beyond `text`

  bool operator==(const Message&) const = default;
};

/// A game as far as it was written down.
struct Transcript {
  std::vector<Message> messages;
  std::int64_t left_out_after = 0;  ///< so many messages stand before the gap
  std::int64_t left_out_messages = 0;
  std::int64_t left_out_bytes = 0;

  bool operator==(const Transcript&) const = default;
};

/// The beginning of a file, and what all of it is.
struct FileHead {
  std::string head;  ///< clipped, raw bytes
  Bytes size;
  std::size_t lines = 0;
  std::string sha256;  ///< hex

  bool operator==(const FileHead&) const = default;
};

/// One test of one submission.
struct TestJudgement {
  std::string name;
  Verdict verdict = Verdict::je;
  RunRecord run;
  bool cached = false;               ///< known from an earlier run of the same program and test
  std::vector<Nanoseconds> repeats;  ///< CPU times of all runs with --repeat, else empty
  std::string message;               ///< why, in one line; bytes as the checker wrote them
  std::optional<FirstDifference> first_difference;
  std::vector<std::string> hints;          ///< never change a verdict
  int passes = 0;                          ///< multi-pass: how many ran, the last decided; else 0
  std::optional<FileHead> input;           ///< the test's; only of failures, and where asked for
  std::string pass_input;                  ///< the last pass's, if not the test's; as output_head
  std::string output_head;                 ///< clipped, raw bytes
  std::string output_sha256;               ///< hex, of all of it; only for WA and RTE, whose output
                                           ///< does not depend on when a run was stopped
  std::optional<Transcript> transcript;    ///< of a game, if it was to be written down
  std::string error_tail;                  ///< the end of standard error, clipped, raw bytes
  std::optional<double> score_file;        ///< what the validator wrote to score.txt
  std::optional<double> score_multiplier;  ///< and to score_multiplier.txt
  std::optional<double> score;             ///< points; none where tests get none
  std::optional<double> max_score;
  bool counted = true;             ///< false: by the rules of its group it need not have run
  bool referee_is_silent = false;  ///< it had written nothing when the submission was stopped

  bool operator==(const TestJudgement&) const = default;
};

/// How a submission was compiled.
struct CompileJudgement {
  bool ok = false;
  bool cached = false;
  std::string compiler;              ///< its version, or the interpreter's; empty: not known
  std::vector<std::string> command;  ///< of the compiler, as in its box; empty: nothing to compile
  std::optional<Nanoseconds> took;   ///< by the clock; none for what was known
  std::string log;                   ///< clipped, raw bytes
  std::vector<std::string> helps;    ///< remedies for typical mistakes
  std::string fault;                 ///< not empty: the judge failed (toolchain missing, no box),
                                     ///< be it here or before the first test

  bool operator==(const CompileJudgement&) const = default;
};

/// A group of tests, judged. Groups of several levels stand before those in them.
struct GroupJudgement {
  std::string name;  ///< the path below data/; empty for all of it
  Verdict verdict = Verdict::je;
  std::optional<double> score;      ///< none: it gives no points
  std::optional<double> max_score;  ///< none: not known, or without bound
  bool counted = true;              ///< false: its requirement was not met
  std::string note;                 ///< why it has not all its points, in words

  bool operator==(const GroupJudgement&) const = default;
};

/// One submission, judged.
struct SubmissionJudgement {
  std::string path;                   ///< as given
  std::string sha256;                 ///< of its files and their names, hex; empty: not known
  std::string language;               ///< id, empty when not known
  std::vector<Verdict> expected;      ///< the verdicts that are as expected
  std::optional<std::string> label;   ///< the folder that says so
  std::optional<LabelRule> rule;      ///< what it says; none: nothing
  std::vector<LabelRule> more_rules;  ///< that must hold as well
  Verdict verdict = Verdict::je;
  std::optional<std::size_t> deciding_test;  ///< index into `tests`
  bool as_expected = false;
  bool unfinished = false;  ///< interrupted before its verdict was known; `verdict` says nothing
  std::string expectation_note;  ///< why not as expected, in words
  RunLimits limits;              ///< with the language's time factor
  CompileJudgement compile;
  std::vector<TestJudgement> tests;  ///< those that ran, in judging order
  std::optional<double> score;       ///< none in pass-fail problems
  std::optional<double> max_score;   ///< the best one; none: not known, or without bound
  std::vector<GroupJudgement> groups;

  bool operator==(const SubmissionJudgement&) const = default;
};

/// A time limit that was found by running the package's own submissions.
struct FoundTimeLimit {
  std::string submission;  ///< the slowest that must not be too slow, as "accepted/slow.py"
  std::string test;        ///< where it was slowest
  Nanoseconds slowest{};
  double factor = 1;        ///< of its language, by which `slowest` was divided
  double multiplier = 1;    ///< ac_to_time_limit
  double resolution_s = 1;  ///< the limit is a multiple of it
  Nanoseconds limit{};
  std::vector<std::string> warnings;  ///< submissions that do not count, or are too near the limit

  bool operator==(const FoundTimeLimit&) const = default;
};

/// The machine that something was run on.
struct Machine {
  std::string cpu;     ///< its model; empty: not known
  std::string kernel;  ///< "Linux 6.1.0-18-amd64 x86_64"
  int cores = 0;       ///< physical ones that Arbiter may use

  bool operator==(const Machine&) const = default;
};

/// One run of `arbiter judge`.
struct Judgement {
  std::string arbiter_version;
  std::string problem;             ///< id
  bool is_plain_folder = false;    ///< tests without problem.yaml, under default limits
  std::string problem_root;        ///< as given or found
  std::string problem_hash;        ///< SHA-256 of what judging depends on, hex
  std::string run;                 ///< id of the stored run
  std::string started;             ///< UTC, ISO 8601 with Z
  std::string finished;            ///< likewise; empty: it was killed
  std::optional<int> exit_status;  ///< of the call; none: it was killed
  std::string folder;              ///< in which the call was made: where relative paths begin
  Machine machine;
  int jobs = 0;      ///< test cases at the same time
  RunLimits limits;  ///< without any time factor
  std::string sandbox_mode;
  bool unsandboxed = false;
  bool interrupted = false;
  bool is_scoring = false;
  std::string scoring_note;  ///< by whose rules points are given, if that was chosen
  std::optional<FoundTimeLimit> found_time_limit;  ///< with --time-limit auto
  std::size_t planned_tests = 0;                   ///< tests a submission
  std::vector<std::string> asked_tests;            ///< globs of --tests; none: all
  std::vector<std::string> repeat_options;  ///< flags that a command repeating a test needs too
  std::vector<SubmissionJudgement> submissions;

  bool operator==(const Judgement&) const = default;
};

/// Largest CPU time and memory over the tests that ran.
struct Peak {
  Nanoseconds cpu{};
  Bytes memory;
};
/// None: none ran.
std::optional<Peak> peak_of(const SubmissionJudgement& submission);

}  // namespace arbiter::model
