#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "model/grading.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"
#include "model/statement.hpp"

namespace arbiter::package {

/// A problem as far as it could be read, and everything that was found wrong with it.
/// With an error among the diagnostics the problem must not be judged.
struct Loaded {
  model::Problem problem;
  std::vector<Diagnostic> diagnostics;
  /// Where arbiter.yaml names the standard checker, for whoever finds that there is none of that
  /// name. Words after the name are in problem.output_validator_args.
  std::optional<Place> checker_place;
  /// What is wrong with generators.yaml: it need not keep the tests that are there from being used.
  std::vector<Diagnostic> generation_diagnostics;
};

/// Reads the problem folder `root` (names of format 2025-09), a package of Polygon, a task of TPS
/// or of CMS and task-maker, or a plain folder of inputs and answers. Never throws, never follows a
/// link out of the folder, bounded in time and memory whatever the folder holds. Messages name its
/// files as if it were `shown`, if that is not empty. A package with generators.yaml need not have
/// tests. Links may also lead below `links_within`, if that is not empty.
Loaded load_problem(const std::filesystem::path& root, const std::filesystem::path& shown = {},
                    const std::filesystem::path& links_within = {});

/// The same, but links may also lead into the repository around the folder if `links_within` is
/// empty and one does: `problem.links_within` is that repository then, and a warning says so. It is
/// the nearest folder above with .git, else with contest.yaml or problems.yaml, if it has the same
/// owner and not everybody may write there. Not for what was unpacked from an archive.
Loaded load_problem_of_repository(const std::filesystem::path& root,
                                  const std::filesystem::path& shown = {},
                                  const std::filesystem::path& links_within = {});

/// Reads the problem again as if these files were in data/, in front of the package's own of the
/// same names.
Loaded load_made_problem(const model::Problem& problem, const model::DataFiles& made,
                         const std::filesystem::path& shown = {});

/// A task as load_problem reads it, whose program problem.generation.lister printed `listing`.
Loaded load_listed_problem(const model::Problem& problem, std::string listing,
                           const std::filesystem::path& shown);

/// The program `word` in generators/, or gen/ of a task, whether generators.yaml has it or not; its
/// ending may be left out if that leaves only one. None: there is no such.
std::optional<model::ProgramSource> find_generator(const model::Problem& problem,
                                                   const std::string& word);

/// Leaves out the warning that a package has no time limit, for callers that find one.
void drop_time_limit_warning(std::vector<Diagnostic>& diagnostics);

/// The format that Arbiter's own packages are in.
inline constexpr std::string_view k_current_format = "2025-09";
/// Whether a problem.yaml says that it is in that format, or in a draft of it.
bool is_of_current_format(std::string_view yaml);

/// Writes a time limit into problem.yaml, where nothing else changes; in a package of an older
/// format, or without problem.yaml, into .timelimit. Gives the file. Error: it cannot be written;
/// {invalid_package}: it has another form than limits have.
Result<std::filesystem::path> write_time_limit(const model::Problem& problem, Nanoseconds limit);

/// Copies all that judging the problem needs into the new folder `to`, with files in place of
/// links, and with what was made for data/: so it can be judged where nothing else of this machine
/// is. Links that leave the package are left out. Error: cannot be read or written.
Result<void> copy_problem(const model::Problem& problem, const model::DataFiles& made,
                          const std::filesystem::path& to);

/// languages.yaml as a table, or its faults.
struct LoadedLanguages {
  model::Languages languages;
  std::vector<Diagnostic> diagnostics;
};
LoadedLanguages load_languages(const std::filesystem::path& file);

/// A grading policy as far as it could be read, and everything that was found wrong with its file.
/// With an error among the diagnostics nobody must be graded by it.
struct LoadedPolicy {
  model::GradingPolicy policy;
  std::vector<Diagnostic> diagnostics;
};

/// Reads grading.yaml (docs/grading.md); an empty file says nothing and is fine. Whether there are
/// such problems, groups and languages is not looked at.
LoadedPolicy load_grading_policy(const std::filesystem::path& file);

/// What a package tells contestants, as far as it could be read. With an error among the
/// diagnostics it must not be shown.
struct LoadedStatement {
  model::Statement statement;
  std::vector<Diagnostic> diagnostics;
};

/// Reads statement/ (problem_statement/ in older packages) and data/sample/. Only Markdown is read;
/// statements in LaTeX, PDF and the like are warned of, and an error where there is no other. Of
/// pictures only those below the statement's own folder are there; no link leads out of that. At
/// most 256 KiB of each text and of each file of a sample, and 32 MiB of all pictures.
LoadedStatement load_statement(const model::Problem& problem);

/// Whether a folder has the main file of a package (model::k_main_files).
bool is_problem(const std::filesystem::path& folder);

/// The problem folder that the absolute path `start` is or lies in: the nearest one upwards.
std::optional<std::filesystem::path> enclosing_problem(const std::filesystem::path& start);

/// Finds the folder, or the archive, of PROBLEM: an existing path wins; else problems/NAME from
/// `start` upwards, in the folders of `search` (each holding problems). An empty name is the
/// problem folder that `start` lies in. Error{usage}: not found, with the nearest names.
Result<std::filesystem::path> find_problem(const std::string& name,
                                           const std::filesystem::path& start,
                                           const std::vector<std::filesystem::path>& search);

/// The problem that find_problem does not find since a folder in `start` that has its name, but
/// no main file of a package, comes first.
std::optional<std::filesystem::path> hidden_problem(
    const std::string& name, const std::filesystem::path& start,
    const std::vector<std::filesystem::path>& search);

}  // namespace arbiter::package
