#include "cli/gather.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "judge/labels.hpp"
#include "package/archive.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// The folder below PROBLEM/submissions in which a program lies, links resolved.
std::optional<std::string> label_of(const fs::path& path, const fs::path& root) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  if (failed) return std::nullopt;
  const fs::path base = fs::canonical(root / "submissions", failed);
  if (failed) return std::nullopt;
  const fs::path relative = real.lexically_relative(base);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  // A program lies in the label's folder; the folder itself is none.
  if (std::distance(relative.begin(), relative.end()) < 2) return std::nullopt;
  return relative.begin()->string();
}

/// Sets what is expected of a submission that was named: of one of the problem's own its label
/// says it, of every other it is AC.
void set_label(judge::Submission& submission, const fs::path& path, const model::Problem& problem) {
  auto label = label_of(path, problem.root);
  const model::LabelledSubmission* entry = nullptr;
  std::error_code failed;
  for (const model::LabelledSubmission& own : problem.submissions) {
    if (!fs::equivalent(own.path, path, failed)) continue;
    // Only packages of Polygon label what does not lie in submissions/.
    if (!label) label = own.label;
    if (label == own.label) entry = &own;
  }
  if (!label) {
    judge::set_unlabelled_rule(problem, submission);
    return;
  }
  judge::set_rules(problem, label, entry, submission);
}

bool is_archive(const fs::path& path) {
  std::error_code failed;
  return package::is_archive_name(path) && fs::is_regular_file(path, failed);
}

/// The path as a user in the current folder would type it.
std::string typed(const fs::path& path, const std::string& problem_as_given, const fs::path& root) {
  const fs::path below = path.lexically_relative(root);
  std::error_code ignored;
  if (fs::is_directory(problem_as_given, ignored) || is_archive(problem_as_given)) {
    return (fs::path(problem_as_given) / below).lexically_normal().string();
  }
  const fs::path near = path.lexically_proximate(fs::current_path(ignored));
  return near.native().starts_with("..") ? path.string() : near.string();
}

/// A submission of the problem's own, as submissions.yaml says where that says something.
Result<judge::Submission> load_own(const model::LabelledSubmission& own, const fs::path& root,
                                   const model::Languages& languages, const std::string& language) {
  const bool says_language = language.empty() && languages.find(own.language) != nullptr;
  ARBITER_TRY(loaded, judge::load_submission(own.path, languages,
                                             says_language ? own.language : language, root));
  const auto is_entry = [&](const judge::ProgramFile& file) {
    return file.name == own.entry_point;
  };
  if (std::any_of(loaded.files.begin(), loaded.files.end(), is_entry))
    loaded.main = own.entry_point;
  return loaded;
}

Result<judge::Submission> from_standard_input(Gathered& gathered, const model::Languages& languages,
                                              const std::string& language) {
  if (language.empty()) {
    return Error{ErrorKind::usage,
                 "a program on standard input needs --language",
                 {},
                 "for example: arbiter judge PROBLEM - --language cpp20"};
  }
  ARBITER_TRY(source, read_descriptor(STDIN_FILENO, mib(64)));
  ARBITER_TRY(folder, TempDir::make("arbiter-input"));
  const model::Language* row = languages.find(language);
  const std::string extension =
      row != nullptr && !row->extensions.empty() ? row->extensions.front() : "";
  const fs::path file = folder.path() / ("main" + extension);
  ARBITER_CHECK(write_file(file, source));
  gathered.from_standard_input = std::move(folder);
  ARBITER_TRY(submission, judge::load_submission(file, languages, language));
  submission.given = "-";
  return submission;
}

/// A program that was named is meant to be judged.
Error as_usage(Error error) {
  if (error.kind == ErrorKind::nothing_matched) error.kind = ErrorKind::usage;
  return error;
}

Diagnostic left_out(const model::LabelledSubmission& own) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "S001";
  warning.message = "this submission is left out: it is in no known language";
  warning.place.emplace().path = own.path.string();
  warning.helps = {"to judge it all the same, name it together with --language"};
  return warning;
}

/// Where a submission lies that is named as one below the problem, as commands to repeat do. They
/// name those in an archive so, where there is no such path.
fs::path path_of(const std::string& word, const std::string& problem_as_given,
                 const fs::path& root) {
  std::error_code failed;
  if (!is_archive(problem_as_given) || fs::exists(word, failed)) return word;
  const fs::path below = fs::path(word).lexically_relative(problem_as_given);
  if (below.empty() || *below.begin() == "..") return word;
  return root / below;
}

}  // namespace

Result<Gathered> gather(const model::Problem& problem, const std::string& problem_as_given,
                        const std::vector<std::string>& named, const model::Languages& languages,
                        const std::string& language) {
  Gathered gathered;
  for (const std::string& word : named) {
    if (word == "-" && gathered.from_standard_input) {
      return Error{ErrorKind::usage, "'-' stands for standard input and can be given once", {}, {}};
    }
    const fs::path path = path_of(word, problem_as_given, problem.root);
    auto loaded = word == "-" ? from_standard_input(gathered, languages, language)
                              : judge::load_submission(path, languages, language);
    if (!loaded) return as_usage(std::move(loaded).error());
    loaded->given = word;
    if (word != "-") set_label(*loaded, path, problem);
    gathered.submissions.push_back(std::move(loaded).value());
  }
  if (!named.empty()) return gathered;
  for (const model::LabelledSubmission& own : problem.submissions) {
    auto loaded = load_own(own, problem.root, languages, language);
    if (!loaded && loaded.error().kind == ErrorKind::nothing_matched) {
      gathered.diagnostics.push_back(left_out(own));
      continue;
    }
    if (!loaded) return std::move(loaded).error().within("submissions/" + own.label);
    loaded->given = typed(own.path, problem_as_given, problem.root);
    judge::set_rules(problem, own.label, &own, *loaded);
    gathered.submissions.push_back(std::move(loaded).value());
  }
  if (gathered.submissions.empty()) {
    return Error{ErrorKind::nothing_matched,
                 fmt::format("problem {} has no submissions of its own", problem.id),
                 {},
                 "name one: arbiter judge PROBLEM SUBMISSION"};
  }
  return gathered;
}

}  // namespace arbiter::cli
