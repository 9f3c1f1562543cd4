#include "judge/program/kept_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "base/file.hpp"
#include "model/constants.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_most_of_a_file = mib(1);

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path below = file.lexically_normal().lexically_relative(folder.lexically_normal());
  return !below.empty() && *below.begin() != "..";
}

bool has_constants(const Submission& submission, const model::Constants& constants) {
  return std::any_of(submission.files.begin(), submission.files.end(),
                     [&](const ProgramFile& file) {
                       const auto text = read_file(file.path, k_most_of_a_file, file.links);
                       return text && model::with_constants(*text, constants) != *text;
                     });
}

}  // namespace

bool keeps_constants(const model::Problem& problem, const Submission& program) {
  if (problem.generation.file.empty()) return false;
  const fs::path folder = problem.root / "submissions";
  if (program.label || program.files.empty()) return program.label.has_value();
  std::error_code ignored;
  const fs::path& first = program.files.front().path;
  return lies_in(first, folder) || lies_in(first, fs::weakly_canonical(folder, ignored));
}

std::optional<Diagnostic> find_kept_constants(const model::Problem& problem,
                                              const std::vector<Submission>& submissions) {
  if (problem.constants.empty()) return std::nullopt;
  const auto first =
      std::find_if(submissions.begin(), submissions.end(), [&](const Submission& submission) {
        return keeps_constants(problem, submission) && has_constants(submission, problem.constants);
      });
  if (first == submissions.end()) return std::nullopt;
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "S004";
  warning.message = "constants are not replaced in this submission";
  warning.place.emplace().path = first->given;
  warning.notes = {
      "format 2025-09 replaces them, BAPCtools does not, and the package has its generators.yaml"};
  warning.helps = {"put what needs them into include/, where they are replaced"};
  return warning;
}

}  // namespace arbiter::judge
