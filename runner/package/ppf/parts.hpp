#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "package/archive/folder_walk.hpp"
#include "package/yaml/yaml_reader.hpp"

// The readers of a package's files and folders. Each reads its own into a problem, and reports what
// is wrong with it.
namespace arbiter::package {

/// The rules that a package is read by.
enum class Format : std::uint8_t {
  legacy,   ///< `legacy` and `legacy-icpc`, also where no version is named
  draft,    ///< `2023-07-draft` and `2023-07`: the current format with older spellings
  current,  ///< `2025-09`
};

/// Legacy packages may have keys that nobody knows.
inline Severity severity_of_unknown(Format format) {
  return format == Format::legacy ? Severity::warning : Severity::error;
}

/// Whether something holds for a group or any below it.
template <class Holds>
bool any_group(const model::TestGroup& group, const Holds& holds) {
  return holds(group) || std::ranges::any_of(group.groups, [&](const model::TestGroup& inner) {
           return any_group(inner, holds);
         });
}

/// What problem.yaml says that the other parts of a package are read by.
struct PackageRules {
  enum class Validation : std::uint8_t { unsaid, standard, custom };

  Format format = Format::current;
  bool has_problem_yaml = true;
  model::Constants constants;
  Validation validation = Validation::unsaid;  ///< older formats: `validation`
  bool is_interactive = false;                 ///< older formats: `validation: custom interactive`
  bool is_multi_pass = false;                  ///< older formats: `validation: custom multi-pass`
  bool has_custom_score = false;               ///< older formats: `validation: custom score`
  std::vector<std::string> validator_flags;    ///< older formats: before the flags of a group
  model::LegacyGrading grading;                ///< legacy: of all of data/, where nothing else says
};

/// A time limit that stands beside problem.yaml.
struct OuterTimeLimit {
  Nanoseconds time{};
  Place place;
};

/// What other files in the root say that problem.yaml might say as well.
struct OuterFacts {
  std::optional<OuterTimeLimit> limit;
  std::string name;              ///< empty when none is said
  bool is_for_domjudge = false;  ///< there is a file that no other judge reads
};

/// Reads domjudge-problem.ini and .timelimit in the root; the first of them that has a time limit
/// is taken. What an instance of DOMjudge would need for judging, and we do not have, is a fault.
OuterFacts read_outer_files(FolderWalk& walk, Faults& faults);

/// The warning of a package that has no time limit.
inline constexpr std::string_view k_without_time_limit =
    "the package has no time limit; 10 s of CPU time a test apply";
inline constexpr std::string_view k_help_to_find_limit =
    "--time-limit auto finds one by running the package's own submissions";

/// Reads problem.yaml, of whatever format it says it is, into name and limits of `problem`. `outer`
/// is what stands beside it: in legacy packages the time limit there wins. What the format knows
/// and Arbiter does not judge yet is a fault that names it.
PackageRules read_problem_yaml(const std::filesystem::path& file, const OuterFacts& outer,
                               model::Problem& problem, Faults& faults);

/// What holds where there is none: a legacy package of DOMjudge, which needs no such file.
PackageRules assume_problem_yaml(const OuterFacts& outer, model::Problem& problem, Faults& faults);

/// Reads the map under the key `limits`, and sets the defaults of the format.
void read_limits(Reader& reader, const YamlNode& node, Format format, model::PackageLimits& limits);
void set_default_limits(Format format, model::PackageLimits& limits);

/// Reads `type`; every type that is not judged yet is a fault.
void read_type(Reader& reader, const YamlNode& node, model::Problem& problem);
/// Reads `name`: a text, or a map from language to text.
void read_name(Reader& reader, const YamlNode& node, model::Problem& problem);

/// Reads `languages`, the codes that submissions may be in; older formats separate them by blanks.
void read_languages(Reader& reader, const YamlNode& node, Format format, model::Problem& problem);

/// The keys that problem.yaml has in 2025-09 and in the drafts before it.
std::vector<Reader::Key> problem_keys(Reader& reader, Format format, model::Problem& problem);

/// `accept_score`, `reject_score` and `range`, which the key `grading` of a legacy problem.yaml may
/// hold as well.
std::vector<Reader::Key> legacy_score_keys(Reader& reader, model::LegacyGrading& grading);

/// What a test's .yaml file or a folder's test_group.yaml or testdata.yaml says about running and
/// judging tests.
struct CaseSettings {
  std::optional<std::vector<std::string>> output_validator_args;
  std::optional<model::ValidatorArguments> input_validator_args;
  std::optional<model::ValidatorArguments> answer_validator_args;
  std::optional<std::vector<std::string>> args;

  /// Takes over what `outer` says and this does not.
  void inherit(const CaseSettings& outer);
};

/// Reads X.yaml of `walk`. Keys that change how a submission is judged and are not supported yet
/// are errors that name them; display keys are left.
CaseSettings read_case_yaml(const FolderWalk& walk, const std::filesystem::path& file,
                            Format format, Faults& faults);

/// The same for test_group.yaml or testdata.yaml, in which constants are replaced: for every test
/// of the folder that does not say otherwise; what is said of the folder itself goes into `group`.
CaseSettings read_group_yaml(const FolderWalk& walk, const std::filesystem::path& file,
                             const PackageRules& rules, model::TestGroup& group, Faults& faults);

/// Sets by whose rules the groups of `problem` are judged, from the format and from what the groups
/// say, and reports groups that contradict those rules.
void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults);

/// Reads arbiter.yaml, which lies in the root of `walk`, into `problem`; an empty file says nothing
/// and is fine. Returns where the name of the standard checker stands, if there is one.
std::optional<Place> read_arbiter_yaml(FolderWalk& walk, const std::filesystem::path& file,
                                       model::Problem& problem, Faults& faults);

/// Lays the files that were made for data/ into it; of a task nothing else is there then.
void lay_made(FolderWalk& walk, const model::Problem& problem, const model::DataFiles& made);

/// Reads everything below data/ into `problem`: the tests in judging order and the cases that
/// prove validators. A problem without any test is a fault.
void read_data(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
               Faults& faults);

/// Reads the input validators, the output validator and attachments/ into `problem`, and reports
/// folders of the format that change judging and are not supported yet.
void read_programs(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
                   Faults& faults);

/// Reads answer_validators/, which only making tests uses.
void read_answer_validators(FolderWalk& walk, model::Problem& problem, Faults& faults);

/// Reads submissions/ into `problem`: every program with the folder and the tag that label it, and
/// which of them is the reference; and what submissions.yaml, and DOMjudge's submissions.json in
/// the root, say of them. Where both speak the former holds.
void read_submissions(FolderWalk& walk, Format format, model::Problem& problem, Faults& faults);

/// Reads submissions.yaml of format 2025-09 and gives every submission of `problem` what the
/// entries that match it say, in the file's order. Entries that match no submission, and rules that
/// match no test and no group, are warnings; so are their keys that change nothing yet.
void read_submissions_yaml(const std::filesystem::path& file, model::Problem& problem,
                           Faults& faults);

/// Reads submissions.json of DOMjudge and gives the submissions of `problem` that it names the
/// language and the entry point that it says. What names no submission is a warning, and so is a
/// key that DOMjudge does not read.
void read_submissions_json(const std::filesystem::path& file, model::Problem& problem,
                           Faults& faults);

/// Reads a folder without problem.yaml: pairs of inputs and answers in it and up to two levels
/// down (1.in with 1.ans or 1.out, 01 with 01.a, input1.txt with output1.txt). No pair at all is
/// a fault, and so is a package of another kind whose checker would be missed.
void read_plain_folder(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
