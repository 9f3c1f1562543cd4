#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "model/generation.hpp"
#include "model/label_rule.hpp"
#include "model/replay.hpp"
#include "model/test_group.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// What a package says about resources; names and defaults of the problem package format 2025-09.
struct PackageLimits {
  std::optional<Nanoseconds> time;  ///< CPU time a test; none when the package does not say
  Bytes memory = mib(2048);
  Bytes output = mib(8);  ///< standard output and error and files together
  Bytes code = kib(128);
  Nanoseconds compilation_time = std::chrono::seconds(60);
  Bytes compilation_memory = mib(2048);
  Nanoseconds validation_time = std::chrono::seconds(60);
  Bytes validation_memory = mib(2048);
  Bytes validation_output = mib(8);
  double ac_to_time_limit = 2.0;
  double time_limit_to_tle = 1.5;
  double time_resolution_s = 1.0;
  int validation_passes = 2;  ///< most runs of a submission on one test; multi-pass problems only
};

/// The constants of a package: name, name.value, or name.variant, to value.
using Constants = std::map<std::string, std::string, std::less<>>;

/// The arguments of input validators: those under a program's name, else those under "".
using ValidatorArguments = std::map<std::string, std::vector<std::string>>;

/// A file of the package that is put somewhere else under another name.
struct NamedFile {
  std::string name;  ///< relative, without ".."
  std::filesystem::path path;
};

/// Files of data/: their paths below it, and where they lie.
using DataFiles = std::map<std::string, std::filesystem::path>;
/// Where an empty file lies that stands for one that was not made.
inline constexpr const char* k_unmade = "/dev/null";

/// The main files of the package formats: one of them tells a problem's folder from others.
inline constexpr std::array<std::string_view, 6> k_main_files = {
    "problem.yaml", "problem.xml", "domjudge-problem.ini",
    "problem.json", "task.yaml",   "task.yaml.orig"};

/// One input with its answer.
struct TestCase {
  std::string name;             ///< the path below data/ without suffix, as "secret/01-first"
  std::filesystem::path input;  ///< empty: it was not made, as the call does not ask for it
  std::optional<std::filesystem::path> answer;
  std::vector<std::string> output_validator_args;
  ValidatorArguments input_validator_args;
  ValidatorArguments answer_validator_args;
  std::vector<std::string> args;  ///< the submission's arguments, or the static validator's
  std::vector<NamedFile> files;   ///< X.files: in the submission's work folder before the run
  /// The static validator judges the files of the submission; nothing is run, and there is no
  /// input.
  bool is_static = false;
};

/// A case of data/valid_output or data/invalid_output: `output` must be accepted or rejected.
struct OutputCase {
  TestCase test;
  std::filesystem::path output;
};

/// What a file of the package says of a submission in a word.
struct SubmissionFact {
  std::string word;               ///< as written there; empty: nothing is said
  std::filesystem::path said_in;  ///< the file
};

/// A submission that the package carries, with the folder that says what is expected of it.
struct LabelledSubmission {
  std::filesystem::path path;  ///< a file, or a folder that is one program
  std::string label;           ///< the folder below submissions/, as "wrong_answer"
  std::vector<Verdict> tag;    ///< @EXPECTED_RESULTS@ in its source; empty without one
  bool is_tagged = false;      ///< there is one, even if it leaves the verdict to a person
  std::optional<double> expected_score = std::nullopt;  ///< @EXPECTED_SCORE@ in its source
  std::vector<SubmissionRule> rules = {};               ///< of submissions.yaml
  SubmissionFact language = {};                         ///< as the package calls it
  SubmissionFact entry_point = {};                      ///< likewise
};

/// Whose rules say who is to blame when a game goes wrong.
enum class GamePolicy : std::uint8_t {
  arbiter,   ///< what happened first decides; a referee that fails after the submission is excused
  kattis,    ///< of problemtools: a referee that fails is always the judge's fault
  domjudge,  ///< as kattis, with the output limit last
};

/// What the points mean that a checker of testlib gives.
enum class CheckerPoints : std::uint8_t {
  none,     ///< the problem has none: only what is wholly right is accepted
  points,   ///< of the test
  percent,  ///< hundredths of the points that the test has
};

/// How many processes a submission may be in a game.
inline constexpr int k_most_processes = 16;

/// How runs of a problem are shown step by step: arbiter.yaml `replay`.
struct ReplaySettings {
  ProgramSource program;  ///< writes what is shown
  ReplayView view;
};

/// A problem as loaded from disk. All paths are absolute.
struct Problem {
  std::filesystem::path root;
  std::filesystem::path links_within;       ///< links may lead there, too; empty: nowhere else
  std::string id;                           ///< the folder's name
  std::map<std::string, std::string> name;  ///< language -> title
  bool is_plain_folder = false;             ///< only inputs and answers, no problem.yaml
  bool is_submit_answer = false;  ///< submissions are answers; programs that print them work, too
  bool is_interactive = false;  ///< submissions talk to `interactor`, else to the output validator
  GamePolicy game_policy = GamePolicy::arbiter;  ///< what the package was made for
  int processes = 1;            ///< a submission runs so often in a game with a manager of CMS
  bool tells_process = false;   ///< each is told its number even if there is one only
  bool opens_channels = false;  ///< each is told the names of its input and output
  bool is_multi_pass = false;   ///< the output validator may ask for further runs on new inputs
  PackageLimits limits;
  std::vector<std::string> languages;  ///< codes of those that it allows; empty: all
  std::vector<TestCase> tests;         ///< in judging order
  TestGroup data;                      ///< the same tests as a tree
  GroupRules group_rules = GroupRules::none;
  bool is_scoring = false;          ///< submissions get points
  bool minimizes = false;           ///< fewer points are better
  bool has_custom_score = false;    ///< legacy: the validator gives every accepted output its score
  bool allows_score_files = false;  ///< it may, and need not
  CheckerPoints checker_points = CheckerPoints::none;
  std::optional<ProgramSource> grader;  ///< of groups with `grading: custom`
  std::vector<TestCase> invalid_inputs;
  std::vector<TestCase> invalid_answers;
  std::vector<OutputCase> valid_outputs;
  std::vector<OutputCase> invalid_outputs;
  std::vector<ProgramSource> input_validators;
  std::vector<ProgramSource> answer_validators;
  ValidatorArguments input_validator_args;  ///< for inputs that are no test: those of data/secret
  std::vector<std::string> args;            ///< likewise
  std::optional<ProgramSource> output_validator;
  std::optional<ProgramSource> static_validator;  ///< of test cases that are static
  std::optional<ProgramSource> interactor;  ///< of Polygon: a referee that leaves a log, which is
                                            ///< then judged as outputs are
  std::optional<std::string> standard_checker;  ///< arbiter.yaml `checker`
  std::vector<std::string> output_validator_args;
  std::vector<std::string> input_files;   ///< arbiter.yaml `input_files`
  std::vector<std::string> output_files;  ///< arbiter.yaml `output_files`
  std::optional<ReplaySettings> replay;
  std::vector<std::string> grow;  ///< commands of generators whose range is the size of the input
  std::vector<LabelledSubmission> submissions;
  bool labels_by_final_verdict = false;  ///< labels speak of the verdict, not of every test
  std::optional<std::filesystem::path> reference;
  std::vector<std::filesystem::path> attachments;
  /// The folders of include/, by language code or "default": files that every submission gets.
  std::map<std::string, ProgramSource> includes;
  Constants constants;    ///< for included files and the package's own programs
  Generation generation;  ///< tests that are to be made
};

/// Whether what the reference solution writes for an input is its answer. In games and where there
/// are several passes nothing is, and answers are empty unless the package says more.
bool answers_are_outputs(const Problem& problem);

/// Whether a test, or a group of them, is one of the samples, by its name below data/.
bool is_sample(std::string_view name);

/// The text with every `{{name}}` whose name is among the constants replaced by its value; values
/// are not looked into again.
std::string with_constants(std::string_view text, const Constants& constants);

/// Judging order of test names: sample before secret, then by path components as bytes.
bool judged_before(std::string_view a, std::string_view b);

}  // namespace arbiter::model
