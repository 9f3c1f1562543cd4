#include "package/submissions.hpp"

#include <optional>
#include <string>

#include "package/expected_results.hpp"
#include "package/program_file.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

void read_label(FolderWalk& walk, const FolderEntry& label, TagReader& tags,
                model::Problem& problem, Faults& faults) {
  for (const FolderEntry& entry : walk.list(label.path)) {
    if (!entry.is_folder) {
      if (is_header(entry.path) || is_document(entry.path)) {
        warn_no_program(faults, entry.path);
        continue;
      }
      if (!walk.check_readable(entry.path)) continue;
    }
    problem.submissions.push_back({entry.path, label.name, tags.read(entry, label.name)});
    if (label.name != "accepted") continue;
    const bool is_named_so = entry.path.stem() == "reference";
    if (!problem.reference || (is_named_so && problem.reference->stem() != "reference")) {
      problem.reference = entry.path;
    }
  }
}

}  // namespace

void read_submissions(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "submissions");
  if (!folder) return;
  TagReader tags(walk, faults);
  for (const FolderEntry& entry : walk.list(*folder)) {
    if (entry.is_folder) {
      read_label(walk, entry, tags, problem, faults);
    } else if (entry.name == "submissions.yaml") {
      faults.warning(code::k_unsupported,
                     "submissions.yaml is not supported yet: the folders alone say what is "
                     "expected of a submission",
                     place_of(entry.path));
    } else {
      faults.warning(code::k_ignored,
                     "this file lies in no folder that labels it, so it is ignored",
                     place_of(entry.path), {"move it into submissions/accepted or the like"});
    }
  }
}

}  // namespace arbiter::package
