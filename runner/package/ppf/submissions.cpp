#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/problem.hpp"
#include "package/ppf/parts.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

bool says_something(const model::LabelledSubmission& submission) {
  return submission.is_tagged || submission.expected_score || !submission.rules.empty();
}

/// Warns of folders of submissions/ that label nothing: their names are not known, and nothing else
/// says what is expected of the programs in them.
void warn_of_unknown_labels(const model::Problem& problem, Faults& faults) {
  // The folders that mean something, and those that say on purpose that nothing is expected.
  static const std::vector<std::string> known = {
      "accepted",     "wrong_answer",   "time_limit_exceeded", "run_time_error",
      "rejected",     "brute_force",    "partially_accepted",  "partial",
      "slow",         "slow_accepted",  "runtime_error",       "no_output",
      "output_limit", "memory_limit",   "compiler_error",      "mixed",
      "multiple",     "mixed-verdicts", "check_manually"};
  std::string last;
  for (const model::LabelledSubmission& submission : problem.submissions) {
    const std::string& label = submission.label;
    const bool is_known = std::ranges::find(known, label) != known.end();
    if (is_known || label == last || says_something(submission)) continue;
    last = label;
    faults.warning(code::k_unknown_label,
                   "no format has a folder of this name, so its submissions have no label",
                   place_of(submission.path.parent_path()),
                   did_you_mean(label, known,
                                "known: accepted, wrong_answer, time_limit_exceeded, "
                                "run_time_error and others; a tag '@EXPECTED_RESULTS@: "
                                "WRONG-ANSWER' in a source says it as well"));
  }
}

std::string our_language(const std::string& name) {
  // Where the two differ; with the names that older versions of DOMjudge use.
  static const std::map<std::string_view, std::string_view> k_ours = {
      {"golang", "go"},  {"hs", "haskell"},  {"js", "javascript"}, {"kt", "kotlin"},
      {"pas", "pascal"}, {"pl", "perl"},     {"plg", "prolog"},    {"py2", "python2"},
      {"rb", "ruby"},    {"py3", "python3"}, {"rs", "rust"},       {"sh", "bash"},
      {"adb", "ada"}};
  const auto row = k_ours.find(name);
  return row == k_ours.end() ? name : std::string(row->second);
}

/// The submission that a key means, as "submissions/accepted/two/"; null if there is none.
model::LabelledSubmission* find_named(model::Problem& problem, std::string_view key) {
  // DOMjudge wants the slash after folders; without it there is only one thing meant as well.
  if (key.ends_with('/')) key.remove_suffix(1);
  const auto found =
      std::ranges::find_if(problem.submissions, [&](const model::LabelledSubmission& one) {
        return key == "submissions/" + one.label + "/" + one.path.filename().string();
      });
  return found == problem.submissions.end() ? nullptr : &*found;
}

void read_entry(Reader& reader, const MapEntry& from, const fs::path& file,
                model::LabelledSubmission& submission) {
  const auto read_language = [&](const YamlNode& node) {
    if (const auto word = reader.text(node, "langid")) {
      submission.language = {our_language(*word), file};
    }
  };
  const auto read_entry_point = [&](const YamlNode& node) {
    if (auto word = reader.text(node, "entry_point")) {
      submission.entry_point = {*std::move(word), file};
    }
  };
  reader.map(*from.value, from.key,
             {{"langid", read_language},
              {"entry_point", read_entry_point},
              // In whose name it is handed in.
              Reader::ignored("team")},
             Reader::UnknownKeys::warning);
}

/// Reads submissions.json of DOMjudge and gives the submissions of `problem` that it names the
/// language and the entry point that it says. What names no submission is a warning, and so is a
/// key that DOMjudge does not read.
void read_submissions_json(const fs::path& file, model::Problem& problem, Faults& faults) {
  // JSON is YAML as well.
  read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
    const std::string_view wanted = "an object from paths of submissions to what is said of them";
    if (!reader.is_map(root, "", wanted)) return;
    for (const MapEntry& from : root.entries) {
      if (model::LabelledSubmission* submission = find_named(problem, from.key)) {
        read_entry(reader, from, file, *submission);
        continue;
      }
      reader.warning(code::k_ignored, from.mark,
                     fmt::format("no submission is called '{}'", clipped(from.key)),
                     {"paths begin in the package, as submissions/accepted/a.py, and end with a "
                      "slash after a folder"});
    }
  });
}

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
                     "this file is not in a folder that labels it, so it is ignored",
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
