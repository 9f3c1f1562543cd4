#pragma once

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads submissions/ into `problem`: every program with the folder and the tag that label it, and
/// which of them is the reference; and what submissions.yaml, and DOMjudge's submissions.json in
/// the root, say of them. Where both speak the former holds.
void read_submissions(FolderWalk& walk, Format format, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
