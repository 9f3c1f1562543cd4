#include "judge/program/submission.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "judge/program/language_detection.hpp"
#include "judge/program/program_files.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using model::Language;

struct Wanted {
  const model::Languages& languages;
  const Language* forced;  ///< --language, or null
  ErrorKind kind;
  ErrorKind kind_of_unknown;     ///< for programs in no known language
  std::vector<fs::path> bounds;  ///< of links

  [[nodiscard]] Error fault(std::string message, std::string help = {}) const {
    return Error{kind, std::move(message), {}, std::move(help)};
  }
  [[nodiscard]] Error refuse(std::string message) const {
    return Error{kind_of_unknown, std::move(message), {}, known_extensions(languages)};
  }
};

/// The file that a folder's program begins with: the one with that name by custom, else the first
/// that looks so, else the first source.
std::string main_of(const std::vector<ProgramFile>& files, const Language& language) {
  std::string main;
  bool is_marked = false;
  for (const ProgramFile& file : files) {
    if (!is_source_of(language, file.name)) continue;
    const std::string stem = fs::path(file.name).stem().string();
    if (file.name.find('/') == std::string::npos && (stem == "main" || stem == "__main__")) {
      return file.name;
    }
    if (!is_marked && has_mark(file, language.main_marks)) {
      main = file.name;
      is_marked = true;
    }
    if (main.empty()) main = file.name;
  }
  return main;
}

/// A folder with a build or a run script, whose files keep their names and rights.
Result<Submission> of_scripts(Submission submission, const Wanted& wanted) {
  for (ProgramFile& file : submission.files) {
    file.is_executable = is_script(file) || ::access(file.path.c_str(), X_OK) == 0;
    if (is_script(file) && (submission.main.empty() || file.name == "build"))
      submission.main = file.name;
  }
  if (!submission.main.empty()) return submission;
  return wanted.refuse(
      fmt::format("the folder {} holds no executable file called build or run", submission.given));
}

Result<Submission> of_files(std::vector<ProgramFile> files, const std::string& given,
                            const Wanted& wanted) {
  const Language* language =
      wanted.forced != nullptr ? wanted.forced : language_of_files(files, wanted.languages);
  if (language == nullptr) {
    return wanted.refuse(
        fmt::format("the folder {} holds no source file of a known language", given));
  }
  Submission submission{given, std::move(files), language};
  if (language->makes_folder) return of_scripts(std::move(submission), wanted);
  submission.main = main_of(submission.files, *language);
  if (submission.main.empty()) {
    return wanted.refuse(
        fmt::format("the folder {} holds no {} source file", given, language->name));
  }
  for (ProgramFile& file : submission.files) {
    if (!is_source_of(*language, file.name)) continue;
    const bool is_main = file.name == submission.main;
    file.name = name_for_language(file.name, *language);
    if (is_main) submission.main = file.name;
  }
  return submission;
}

/// A file that was named, to be opened as what it is now.
ProgramFile named_file(const fs::path& path) {
  std::error_code failure;
  fs::path real = fs::canonical(path, failure);
  return {path.filename().string(), failure ? path : std::move(real), false, Links::refuse};
}

Result<Submission> of_file(const fs::path& path, const std::string& given, const Wanted& wanted) {
  ProgramFile file = named_file(path);
  const Language* language =
      wanted.forced != nullptr ? wanted.forced : language_of_file(file, wanted.languages);
  if (language == nullptr) {
    Error error = wanted.refuse(fmt::format("the language of {} is unknown", given));
    error.help += "; name the language with --language";
    return error;
  }
  file.name = name_for_language(file.name, *language);
  return Submission{given, {file}, language, file.name};
}

Result<Submission> of_path(const fs::path& path, const std::string& given, const Wanted& wanted) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) {
    return wanted.fault(status.type() == fs::file_type::not_found
                            ? fmt::format("no such file or folder: {}", given)
                            : fmt::format("cannot read {}: {}", given, failure.message()));
  }
  const bool holds_answers = wanted.forced != nullptr && wanted.forced->holds_answers;
  if (fs::is_directory(status)) {
    ARBITER_TRY(files, files_of_folder(path, wanted.kind, wanted.bounds));
    if (holds_answers) return Submission{given, std::move(files), wanted.forced};
    return of_files(std::move(files), given, wanted);
  }
  if (!fs::is_regular_file(status)) {
    return wanted.fault(fmt::format("{} is neither a regular file nor a folder", given),
                        "a program on standard input is given as '-' with --language");
  }
  if (holds_answers) return Submission{given, {named_file(path)}, wanted.forced};
  return of_file(path, given, wanted);
}

constexpr std::array<std::string_view, 4> k_extensions = {".out", ".ans", ".txt", ""};

constexpr Bytes k_most_of_a_file = mib(1);

bool has_constants(const Submission& submission, const model::Constants& constants) {
  return std::ranges::any_of(submission.files, [&](const ProgramFile& file) {
    const auto text = read_file(file.path, k_most_of_a_file, file.links);
    return text && model::with_constants(*text, constants) != *text;
  });
}

bool is_of_no_language(const model::Language& language) {
  return language.holds_answers || language.makes_folder || language.family == "binary";
}

bool is_allowed(const model::Problem& problem, const model::Language& language) {
  const auto& codes = problem.languages;
  return codes.empty() || is_of_no_language(language) || has_word(codes, language.id) ||
         has_word(codes, language.family);
}

/// What messages show of a list that may be of any length.
std::string shown(const std::vector<std::string>& codes) {
  constexpr std::size_t k_most = 200;
  const std::string all = printable(joined(codes, ", "));
  return all.size() <= k_most ? all : to_utf8(all.substr(0, k_most)) + "…";
}

}  // namespace

Result<Submission> load_submission(const fs::path& path, const model::Languages& languages,
                                   const std::string& language_id,
                                   const std::vector<fs::path>& bounds) {
  const Language* forced = nullptr;
  if (!language_id.empty()) {
    ARBITER_SET(forced, language_of_id(language_id, languages));
  }
  return of_path(path, path.string(),
                 {languages, forced, ErrorKind::usage, ErrorKind::nothing_matched, bounds});
}

Result<Submission> load_program(const model::ProgramSource& source,
                                const model::Languages& languages) {
  const Wanted wanted{
      languages, nullptr, ErrorKind::invalid_package, ErrorKind::invalid_package, {}};
  if (source.files.empty()) {
    return wanted.fault(fmt::format("the program {} has no files", source.name));
  }
  const ProgramFile only{source.files.front().filename().string(), source.files.front()};
  if (source.files.size() == 1 && !is_script(only))
    return of_path(source.files.front(), source.name, wanted);
  std::vector<ProgramFile> files;
  for (const fs::path& path : source.files) {
    files.push_back({path.lexically_relative(source.base).string(), path});
  }
  std::ranges::sort(files, {}, &ProgramFile::name);
  ARBITER_TRY(program, of_files(std::move(files), source.name, wanted));
  if (!source.entry.empty()) program.main = source.entry;
  return program;
}

std::vector<ProgramFile> included_files(const model::Problem& problem,
                                        const model::Language& language) {
  for (const std::string& folder : {language.id, language.family, std::string("default")}) {
    const auto found = problem.includes.find(folder);
    if (found == problem.includes.end()) continue;
    std::vector<ProgramFile> files;
    for (const auto& path : found->second.files)
      files.push_back({path.lexically_relative(found->second.base).string(), path});
    return files;
  }
  return {};
}

const ProgramFile* find_answer(const std::vector<ProgramFile>& files, std::string_view test) {
  const std::string last(test.substr(test.rfind('/') + 1));
  // The last is how CMS calls it.
  for (const std::string& name : {std::string(test), last, "output_" + last}) {
    for (const std::string_view extension : k_extensions) {
      const std::string wanted = name + std::string(extension);
      const auto found = std::ranges::find(files, wanted, &ProgramFile::name);
      if (found != files.end()) return &*found;
    }
  }
  return files.size() == 1 ? &files.front() : nullptr;
}

bool keeps_constants(const model::Problem& problem, const Submission& program) {
  if (problem.generation.file.empty()) return false;
  const fs::path folder = problem.root / "submissions";
  if (program.label || program.files.empty()) return program.label.has_value();
  std::error_code ignored;
  const fs::path first = program.files.front().path.lexically_normal();
  return is_below(first, folder.lexically_normal()) ||
         is_below(first, fs::weakly_canonical(folder, ignored));
}

Diagnostic warning_of(std::string path, std::string code, std::string message) {
  return {Severity::warning,
          std::move(code),
          std::move(message),
          Place{std::move(path), 0, 0, 1, {}},
          {},
          {}};
}

std::optional<Diagnostic> find_kept_constants(const model::Problem& problem,
                                              const std::vector<Submission>& submissions) {
  if (problem.constants.empty()) return std::nullopt;
  const auto first = std::ranges::find_if(submissions, [&](const Submission& submission) {
    return keeps_constants(problem, submission) && has_constants(submission, problem.constants);
  });
  if (first == submissions.end()) return std::nullopt;
  Diagnostic warning =
      warning_of(first->given, "S004", "constants are not replaced in this submission");
  warning.notes = {
      "format 2025-09 replaces them, BAPCtools does not, and the package has its generators.yaml"};
  warning.helps = {"put what needs them into include/, where they are replaced"};
  return warning;
}

std::optional<Diagnostic> find_forbidden_languages(const model::Problem& problem,
                                                   const std::vector<Submission>& submissions) {
  const Submission* first = nullptr;
  std::size_t count = 0;
  for (const Submission& submission : submissions) {
    if (is_allowed(problem, *submission.language)) continue;
    if (count++ == 0) first = &submission;
  }
  if (first == nullptr) return std::nullopt;
  Diagnostic warning = warning_of(
      first->given, "S003",
      count == 1
          ? fmt::format("this submission is in {}, which the package does not allow",
                        first->language->name)
          : fmt::format("{} submissions are in languages that the package does not allow; the "
                        "first is in {}",
                        count, first->language->name));
  warning.notes = {fmt::format("'languages' of problem.yaml: {}", shown(problem.languages))};
  warning.helps = {count == 1 ? "it is judged anyway" : "they are judged anyway"};
  return warning;
}

}  // namespace arbiter::judge
