#include "judge/load_submissions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/program/language_detection.hpp"
#include "judge/verdict/labels.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_shown = 60;

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

/// The problem's own submission that lies at a path; null if there is none.
const model::LabelledSubmission* own_at(const fs::path& path, const model::Problem& problem) {
  const auto label = label_of(path, problem.root);
  std::error_code failed;
  for (const model::LabelledSubmission& own : problem.submissions) {
    // Only packages of Polygon label what does not lie in submissions/.
    if ((!label || label == own.label) && fs::equivalent(own.path, path, failed)) return &own;
  }
  return nullptr;
}

/// Sets what is expected of a submission that was named: of one of the problem's own its label
/// says it, of every other it is AC.
void set_label(Submission& submission, const fs::path& path, const model::Problem& problem,
               const model::LabelledSubmission* own) {
  auto label = label_of(path, problem.root);
  if (!label && own != nullptr) label = own->label;
  if (label) {
    set_rules(problem, label, own, submission);
  } else {
    set_unlabelled_rule(problem, submission);
  }
}

/// The path as a user in the current folder would type it.
std::string typed(const fs::path& path, const std::string& problem_as_given, const fs::path& root) {
  const fs::path below = path.lexically_relative(root);
  std::error_code ignored;
  if (fs::is_directory(problem_as_given, ignored) || package::is_archive(problem_as_given)) {
    return (fs::path(problem_as_given) / below).lexically_normal().string();
  }
  const fs::path near = path.lexically_proximate(fs::current_path(ignored));
  return near.native().starts_with("..") ? path.string() : near.string();
}

/// Whether the package means that file by `entry`: its path, or a class in it.
bool is_entry(const std::string& file, const std::string& entry) {
  std::string name = fs::path(file).replace_extension().string();
  std::ranges::replace(name, '/', '.');
  return file == entry || name == entry || name + "Kt" == entry;
}

/// Loads submissions of the problem's own as the package says, where it says something of them.
class OwnLoader {
 public:
  OwnLoader(const model::Problem& problem, const model::Languages& languages,
            const std::string& language, std::vector<Diagnostic>& diagnostics)
      : problem_(problem), languages_(languages), forced_(language), diagnostics_(diagnostics) {}

  Result<Submission> load(const model::LabelledSubmission& own, const fs::path& path) {
    ARBITER_TRY(loaded,
                load_submission(path, languages_, forced_.empty() ? language_of(own) : forced_,
                                {problem_.root, problem_.links_within}));
    if (own.entry_point.word.empty()) return loaded;
    const auto entry = std::ranges::find_if(loaded.files, [&](const ProgramFile& file) {
      return is_entry(file.name, own.entry_point.word);
    });
    if (entry != loaded.files.end()) {
      loaded.main = entry->name;
    } else {
      warn(own, "entry point", own.entry_point, "it is not one of its files", {});
    }
    return loaded;
  }

 private:
  std::string language_of(const model::LabelledSubmission& own) {
    if (own.language.word.empty()) return {};
    const auto known = language_of_id(own.language.word, languages_);
    if (known) return own.language.word;
    warn(own, "language", own.language, "it is unknown", known.error().help);
    return {};
  }

  void warn(const model::LabelledSubmission& own, std::string_view what,
            const model::SubmissionFact& fact, std::string_view why, const std::string& help) {
    Diagnostic warning = warning_of(
        fact.said_in.string(), "S002",
        fmt::format("the {2} '{3}' of {0}/{1} is ignored: {4}", own.label,
                    own.path.filename().string(), what,
                    printable(std::string_view(fact.word).substr(0, k_most_shown)), why));
    if (!help.empty()) warning.helps = {help};
    diagnostics_.push_back(std::move(warning));
  }

  const model::Problem& problem_;
  const model::Languages& languages_;
  const std::string& forced_;
  std::vector<Diagnostic>& diagnostics_;
};

/// What is no program of a problem that asks for answers: these answers.
Result<Submission> load_answers(const fs::path& path, const model::Problem& problem,
                                const model::Languages& languages, LoadedSubmissions& all) {
  const auto row = std::ranges::find_if(
      languages.rows, [](const model::Language& one) { return one.holds_answers; });
  const std::string id = row == languages.rows.end() ? std::string() : row->id;
  if (!package::is_archive(path)) {
    return load_submission(path, languages, id, {problem.root, problem.links_within});
  }
  ARBITER_TRY(unpacked, package::unpack(path));
  auto loaded = load_submission(unpacked.root, languages, id);
  all.unpacked.push_back(std::move(unpacked));
  return loaded;
}

Result<Submission> from_standard_input(LoadedSubmissions& all, const model::Languages& languages,
                                       const std::string& language) {
  if (language.empty()) {
    return usage_error("a program on standard input needs --language",
                       "for example: arbiter judge PROBLEM - --language cpp20");
  }
  ARBITER_TRY(source, read_descriptor(STDIN_FILENO, mib(64)));
  ARBITER_TRY(folder, TempDir::make("arbiter-input"));
  const model::Language* row = languages.find(language);
  const std::string extension =
      row != nullptr && !row->extensions.empty() ? row->extensions.front() : "";
  const fs::path file = folder.path() / ("main" + extension);
  ARBITER_CHECK(write_file(file, source));
  all.from_standard_input = std::move(folder);
  return load_submission(file, languages, language);
}

/// Whether it is in no known language.
bool is_unknown(const Result<Submission>& loaded) {
  return !loaded && loaded.error().kind == ErrorKind::nothing_matched;
}

/// A folder is one program, whose language must not depend on what most of its files are in.
/// Error{usage}: it holds sources of another language as well.
Result<void> check_is_one(const Submission& loaded, const std::string& given,
                          const model::Languages& languages) {
  const model::Language& language = *loaded.language;
  if (language.makes_folder || language.holds_answers) return {};
  for (const ProgramFile& file : loaded.files) {
    if (is_source_of(language, file.name) || is_header_of(language, file.name)) continue;
    const model::Language* other = language_of_file(file, languages);
    if (other == nullptr || !is_source_of(*other, file.name)) continue;
    return usage_error(
        fmt::format("the folder {} holds programs in several languages ({}, {})", given,
                    loaded.main, file.name),
        fmt::format("name each of them, as {}/*, or say which is meant, as --language {}", given,
                    language.id));
  }
  return {};
}

/// A program that was named is meant to be judged.
Error as_usage(Error error) {
  if (error.kind == ErrorKind::nothing_matched) error.kind = ErrorKind::usage;
  return error;
}

Diagnostic left_out(const std::string& path) {
  Diagnostic warning =
      warning_of(path, "S001", "this submission was skipped: its language is unknown");
  warning.helps = {"to judge it anyway, name it together with --language"};
  return warning;
}

/// Where a submission lies that is named as one below the problem, as commands to repeat do. They
/// name those in an archive so, where there is no such path.
fs::path path_of(const std::string& word, const std::string& problem_as_given,
                 const fs::path& root) {
  std::error_code failed;
  if (!package::is_archive(problem_as_given) || fs::exists(word, failed)) return word;
  const fs::path below = fs::path(word).lexically_relative(problem_as_given);
  if (below.empty() || *below.begin() == "..") return word;
  return root / below;
}

Error none_of_its_own(const model::Problem& problem) {
  return {ErrorKind::nothing_matched,
          fmt::format("problem {} has no submissions of its own", problem.id),
          {},
          "name one: arbiter judge PROBLEM SUBMISSION"};
}

}  // namespace

Result<LoadedSubmissions> load_submissions(const model::Problem& problem,
                                           const std::string& problem_as_given,
                                           const std::vector<std::string>& named,
                                           const model::Languages& languages,
                                           const std::string& language) {
  LoadedSubmissions all;
  OwnLoader own_loader(problem, languages, language, all.diagnostics);
  std::optional<Error> unknown;
  for (const std::string& word : named) {
    if (word == "-" && all.from_standard_input) {
      return usage_error("'-' stands for standard input and can be given once");
    }
    const fs::path path = path_of(word, problem_as_given, problem.root);
    const auto* own = word == "-" ? nullptr : own_at(path, problem);
    auto loaded = word == "-"      ? from_standard_input(all, languages, language)
                  : own != nullptr ? own_loader.load(*own, path)
                                   : load_submission(path, languages, language);
    if (is_unknown(loaded) && problem.is_submit_answer && word != "-") {
      loaded = load_answers(path, problem, languages, all);
    }
    if (is_unknown(loaded) && named.size() > 1) {
      // Whoever names all files of a folder does not mean what cannot be a program.
      all.diagnostics.push_back(left_out(word));
      unknown = std::move(loaded).error();
      continue;
    }
    if (!loaded) return as_usage(std::move(loaded).error());
    if (own == nullptr && language.empty()) {
      ARBITER_CHECK(check_is_one(*loaded, word, languages));
    }
    loaded->given = word;
    if (word != "-") set_label(*loaded, path, problem, own);
    all.submissions.push_back(std::move(loaded).value());
  }
  const auto own_count = named.empty() ? problem.submissions.size() : 0;
  for (std::size_t i = 0; i < own_count; ++i) {
    const model::LabelledSubmission& own = problem.submissions[i];
    auto loaded = own_loader.load(own, own.path);
    if (is_unknown(loaded) && problem.is_submit_answer) {
      loaded = load_answers(own.path, problem, languages, all);
    }
    if (is_unknown(loaded)) {
      all.diagnostics.push_back(left_out(own.path.string()));
      continue;
    }
    if (!loaded) return std::move(loaded).error().within("submissions/" + own.label);
    loaded->given = typed(own.path, problem_as_given, problem.root);
    set_rules(problem, own.label, &own, *loaded);
    all.submissions.push_back(std::move(loaded).value());
  }
  if (all.submissions.empty()) {
    return unknown ? as_usage(*std::move(unknown)) : none_of_its_own(problem);
  }
  for (auto& warning : {find_forbidden_languages(problem, all.submissions),
                        find_kept_constants(problem, all.submissions)}) {
    if (warning) all.diagnostics.push_back(*warning);
  }
  return all;
}

}  // namespace arbiter::judge
