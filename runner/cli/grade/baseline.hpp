#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "model/gradebook.hpp"

namespace arbiter::cli {

/// The folder of a run of `grade`: `last`, an id or a path. Error{usage}: there is none, or it is
/// of another verb.
Result<std::filesystem::path> find_grade_run(const store::HostPaths& paths, const std::string& run);

/// The grade book of a run, as far as it can be read back. Error: as above; {usage}: it was not
/// finished.
Result<model::Gradebook> load_baseline(const store::HostPaths& paths, const std::string& run);

/// Says in `book` who gains and who loses since `before`.
void add_changes(const model::Gradebook& before, model::Gradebook& book);

}  // namespace arbiter::cli
