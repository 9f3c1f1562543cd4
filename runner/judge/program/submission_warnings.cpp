#include "judge/program/submission_warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "model/constants.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_most_of_a_file = mib(1);

Diagnostic warning_of(const Submission& submission, std::string code, std::string message) {
  Place place;
  place.path = submission.given;
  return {Severity::warning, std::move(code), std::move(message), std::move(place), {}, {}};
}

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
  return codes.empty() || is_of_no_language(language) ||
         std::ranges::any_of(codes, [&](const std::string& code) {
           return code == language.id || code == language.family;
         });
}

/// What messages show of a list that may be of any length.
std::string shown(const std::vector<std::string>& codes) {
  constexpr std::size_t k_most = 200;
  const std::string all = printable(fmt::format("{}", fmt::join(codes, ", ")));
  return all.size() <= k_most ? all : to_utf8(all.substr(0, k_most)) + "…";
}

}  // namespace

bool keeps_constants(const model::Problem& problem, const Submission& program) {
  if (problem.generation.file.empty()) return false;
  const fs::path folder = problem.root / "submissions";
  if (program.label || program.files.empty()) return program.label.has_value();
  std::error_code ignored;
  const fs::path first = program.files.front().path.lexically_normal();
  return is_below(first, folder.lexically_normal()) ||
         is_below(first, fs::weakly_canonical(folder, ignored));
}

std::optional<Diagnostic> find_kept_constants(const model::Problem& problem,
                                              const std::vector<Submission>& submissions) {
  if (problem.constants.empty()) return std::nullopt;
  const auto first = std::ranges::find_if(submissions, [&](const Submission& submission) {
    return keeps_constants(problem, submission) && has_constants(submission, problem.constants);
  });
  if (first == submissions.end()) return std::nullopt;
  Diagnostic warning = warning_of(*first, "S004", "constants are not replaced in this submission");
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
      *first, "S003",
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
