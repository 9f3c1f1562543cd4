#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/diagnostic.hpp"
#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"

// The readers of a package's files and folders. Each reads its own into a problem, and reports what
// is wrong with it.
namespace arbiter::package {

/// Reads arbiter.yaml (DESIGN.md 1) into `problem`; an empty file says nothing and is fine.
/// Returns where the name of the standard checker stands, if there is one.
std::optional<Place> read_arbiter_yaml(const std::filesystem::path& file, model::Problem& problem,
                                       Faults& faults);

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

/// Reads a folder without problem.yaml: pairs of inputs and answers in it and up to two levels
/// down (1.in with 1.ans or 1.out, 01 with 01.a, input1.txt with output1.txt). No pair at all is
/// a fault, and so is a package of another kind whose checker would be missed.
void read_plain_folder(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
