#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/file.hpp"
#include "base/result.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// One file of a program: where it is on the host, and its relative name when compiled and run.
struct ProgramFile {
  std::string name;  ///< "main.cpp", "geometry/point.hpp"
  std::filesystem::path path;
  bool is_executable = false;  ///< by itself, beside the file that the program begins with
  /// `refuse`: `path` is what was found when links were resolved, and is opened as such.
  Links links = Links::follow;
};

/// A program as handed in: its files and the language that was found.
struct Submission {
  std::string given;               ///< the path as given; "-" for standard input
  std::vector<ProgramFile> files;  ///< sorted by name; for a ready binary just that file
  const model::Language* language = nullptr;
  std::string main = {};                  ///< name of the file that is run or compiled first
  std::optional<std::string> label = {};  ///< the folder below PROBLEM/submissions that it lies in
  std::optional<model::LabelRule> rule = model::LabelRule{
      {model::Verdict::ac}, {model::Verdict::ac}};  ///< what is expected of it; none: nothing
  std::vector<model::LabelRule> more_rules = {};    ///< that must hold as well
};

/// Finds out what program lies at `path` (a source file, a folder that is one program, a ready
/// binary), in the language `language_id` if not empty. A single file whose extension its language
/// does not know is named with one that it knows. `label` is left empty.
/// Links may lead anywhere in `bounds`, or in the program's own folder where there are none.
/// Error{usage}: no such file, a folder with a link that leaves those bounds; {nothing_matched}: no
/// source file of a known language, and the help names the known extensions.
Result<Submission> load_submission(const std::filesystem::path& path,
                                   const model::Languages& languages,
                                   const std::string& language_id,
                                   const std::vector<std::filesystem::path>& bounds = {});

/// The same for a program of a package (validator, checker). Error{invalid_package}.
Result<Submission> load_program(const model::ProgramSource& source,
                                const model::Languages& languages);

/// The files that the package adds to every submission in that language: those of
/// include/LANGUAGE, by the language's id or family, else those of include/default.
std::vector<ProgramFile> included_files(const model::Problem& problem,
                                        const model::Language& language);

/// The file that answers a test, of a submission that consists of answers: called like the test
/// ("secret/01-first"), or like the last part of its name, with .out, .ans, .txt or nothing added;
/// where there is one file only, that one. Null: there is no answer to it.
const ProgramFile* find_answer(const std::vector<ProgramFile>& files, std::string_view test);

/// Whether constants of the package stay as they are written in that program. Format 2025-09
/// replaces them in the submissions of a package, BAPCtools does not: its packages, told by
/// generators.yaml, are taken as it takes them. Programs of other kinds never keep them.
bool keeps_constants(const model::Problem& problem, const Submission& program);

/// A warning about a submission, or about what is said of it, in the file `path`.
Diagnostic warning_of(std::string path, std::string code, std::string message);

/// The warning that some of the submissions keep what the format would replace.
std::optional<Diagnostic> find_kept_constants(const model::Problem& problem,
                                              const std::vector<Submission>& submissions);

/// The warning that some of the programs are in languages that the package does not allow; they are
/// judged all the same. Ready binaries, folders with a script `run` and answers are in none.
std::optional<Diagnostic> find_forbidden_languages(const model::Problem& problem,
                                                   const std::vector<Submission>& submissions);

}  // namespace arbiter::judge
