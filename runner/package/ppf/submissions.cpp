#include "package/ppf/submissions.hpp"

#include <optional>
#include <string>
#include <utility>

#include "package/archive/program_file.hpp"
#include "package/ppf/expected_results.hpp"
#include "package/ppf/label_folders.hpp"
#include "package/ppf/submissions_json.hpp"
#include "package/ppf/submissions_yaml.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

bool is_answer(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".out" || extension == ".ans" || extension == ".txt";
}

void read_label(FolderWalk& walk, const FolderEntry& label, TagReader& tags,
                model::Problem& problem, Faults& faults) {
  for (const FolderEntry& entry : walk.list(label.path)) {
    if (!entry.is_folder) {
      const bool may_be_answer = problem.is_submit_answer && is_answer(entry.path);
      if (!may_be_answer && (is_header(entry.path) || is_document(entry.path))) {
        warn_no_program(faults, entry.path);
        continue;
      }
      if (!walk.check_readable(entry.path)) continue;
    }
    ExpectedTags expected = tags.read(entry, label.name);
    model::LabelledSubmission submission;
    submission.path = entry.path;
    submission.label = label.name;
    submission.tag = std::move(expected.verdicts);
    submission.is_tagged = expected.is_tagged;
    submission.expected_score = expected.score;
    problem.submissions.push_back(std::move(submission));
    if (label.name != "accepted") continue;
    const bool is_named_so = entry.path.stem() == "reference";
    if (!problem.reference || (is_named_so && problem.reference->stem() != "reference")) {
      problem.reference = entry.path;
    }
  }
}

/// Reads what lies in submissions/; returns submissions.yaml if it is there.
std::optional<fs::path> read_labels(FolderWalk& walk, const fs::path& folder,
                                    model::Problem& problem, Faults& faults) {
  TagReader tags(walk, faults);
  std::optional<fs::path> yaml;
  for (const FolderEntry& entry : walk.list(folder)) {
    if (entry.is_folder) {
      read_label(walk, entry, tags, problem, faults);
    } else if (entry.name == "submissions.yaml") {
      if (walk.check_readable(entry.path)) yaml = entry.path;
    } else if (entry.name == "submissions.json") {
      faults.warning(code::k_ignored, "submissions.json is read beside problem.yaml, not here",
                     place_of(entry.path), {"move it there, as DOMjudge wants it"});
    } else {
      faults.warning(code::k_ignored,
                     "this file lies in no folder that labels it, so it is ignored",
                     place_of(entry.path), {"move it into submissions/accepted or the like"});
    }
  }
  return yaml;
}

}  // namespace

void read_submissions(FolderWalk& walk, Format format, model::Problem& problem, Faults& faults) {
  std::optional<fs::path> yaml;
  if (const auto folder = walk.find_folder(walk.root(), "submissions")) {
    yaml = read_labels(walk, *folder, problem, faults);
  }
  if (const auto json = walk.find_file(walk.root(), "submissions.json");
      json && walk.check_readable(*json)) {
    read_submissions_json(*json, problem, faults);
  }
  if (yaml && format == Format::legacy) {
    faults.warning(code::k_ignored, "legacy packages have no submissions.yaml, so it is ignored",
                   place_of(*yaml));
  } else if (yaml) {
    read_submissions_yaml(*yaml, problem, faults);
  }
  warn_of_unknown_labels(problem, faults);
}

}  // namespace arbiter::package
