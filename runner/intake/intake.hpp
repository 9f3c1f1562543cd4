#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "intake/names/problem_index.hpp"
#include "model/gradebook.hpp"
#include "model/language.hpp"

namespace arbiter::intake {

/// What to take in, and how to tell whose and what it is.
struct IntakeOptions {
  std::vector<std::filesystem::path> sources;  ///< folders, archives, files; older ones first
  std::vector<ProblemNames> problems;
  std::optional<std::filesystem::path> roster;  ///< roster.csv
  /// Tables of platforms: the times in grading worksheets of Moodle are those of submission. Such
  /// worksheets, and submissions.csv, are also found among the sources and in them.
  std::vector<std::filesystem::path> worksheets;
  /// The zone of times that have none; without it that of the machine.
  std::optional<std::string> timezone;
  std::vector<model::Question> decisions;  ///< of files whose they are, by a person
  std::filesystem::path decisions_file;    ///< where they stand, for messages
  model::Languages languages;              ///< which files are sources
  bool times_from_files = false;  ///< take the time of change of a file for that of handing it in
};

/// One attempt at one problem, and its files.
struct Delivery : model::Attempt {
  /// A source file, or a folder that is one program; the same for equal programs. A single file is
  /// called main, so that its name says nothing of who handed it in.
  std::filesystem::path path;
};

/// Everything that was handed in. Each file of the sources is part of a delivery, or listed as
/// unattributed, or mentioned in the notes, or noise that systems make.
struct Intake {
  std::string layout;                    ///< one line: "a folder per student (300)"
  std::vector<model::Student> students;  ///< the roster in its order, then others by id
  std::vector<Delivery> deliveries;      ///< by problem, students, number
  std::vector<model::Unattributed> unattributed;
  std::vector<std::string> notes;
  std::string timezone;  ///< the zone of times that had none; empty: there were no such times
  TempDir files;         ///< holds what Delivery::path names
};

/// Reads all sources. What cannot be read or attributed for certain becomes a row of
/// Intake::unattributed, and all else is taken in. Faults of the roster, of submissions.csv and of
/// worksheets are added to `diagnostics`. Error{usage}: a source that is not there, or errors in
/// one of these tables. No other thread may ask for a clock's time meanwhile. Error{judge}: the
/// disk is full and the like.
Result<Intake> take_in(const IntakeOptions& options, std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::intake
