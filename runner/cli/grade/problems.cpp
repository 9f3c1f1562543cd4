#include "cli/grade/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "judge/generate/make_tests.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

bool is_package(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return package::is_archive_name(path);
  return std::any_of(package::k_marks.begin(), package::k_marks.end(), [&](std::string_view mark) {
    std::error_code failed;
    return fs::exists(path / mark, failed);
  });
}

/// The packages in a folder, by name; the folder itself if there are none.
std::vector<fs::path> packages_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failed;
  fs::directory_iterator it(folder, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with('.') && is_package(it->path())) found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) found.push_back(folder);
  return found;
}

Result<std::vector<fs::path>> packages_of(const std::string& word, const fs::path& shipped) {
  std::error_code ignored;
  if (fs::is_directory(word, ignored) && !is_package(word)) return packages_in(word);
  if (fs::exists(word, ignored)) return std::vector<fs::path>{word};
  // A name is looked up as the problem of `judge` is.
  ARBITER_TRY(located, locate({word}, shipped));
  return std::vector<fs::path>{located.problem};
}

Error cannot_be_judged(const fs::path& given) {
  return package_error(fmt::format("problem {} cannot be judged", given.string()));
}

/// Legacy packages that were made for DOMjudge say so by the scores they expect.
void choose_scoring(model::Problem& problem) {
  if (!problem.is_scoring || problem.group_rules != model::GroupRules::kattis) return;
  const bool expects_scores =
      std::any_of(problem.submissions.begin(), problem.submissions.end(),
                  [](const auto& one) { return one.expected_score.has_value(); });
  if (expects_scores) problem.group_rules = model::GroupRules::domjudge;
}

/// Makes what data/ lacks.
Result<package::Loaded> with_tests(const TestNeeds& needs, const JudgeOptions& options,
                                   package::Loaded loaded, GradeProblem& made) {
  const judge::GenerationPlan missing = missing_tests(loaded.problem);
  if (has_errors(loaded.generation_diagnostics)) {
    needs.session.show(loaded.generation_diagnostics);
    return cannot_be_judged(made.given);
  }
  if (missing.tests.empty()) return loaded;
  if (options.dry_run) {
    made.tests_to_make = missing.tests.size();
    return loaded;
  }
  if (options.no_generate) {
    needs.session.warn(
        fmt::format(
            "{}: {} test cases in generators.yaml have not been made, so they are not judged",
            loaded.problem.id, missing.tests.size()),
        "leave out --no-generate to make them");
    return loaded;
  }
  ARBITER_TRY(completed, complete(needs, loaded, made.given));
  made.made_tests = std::move(completed.view);
  return std::move(completed.loaded);
}

Result<GradeProblem> load_one(const TestNeeds& needs, const JudgeOptions& options,
                              const fs::path& given) {
  GradeProblem made;
  made.given = given;
  fs::path root = given;
  std::error_code failed;
  if (package::is_archive_name(given) && !fs::is_directory(given, failed)) {
    ARBITER_TRY(unpacked, package::unpack(given));
    root = unpacked.root;
    made.unpacked = std::move(unpacked);
  }
  ARBITER_TRY(links_within, links_within_of(options, made.unpacked.has_value()));
  package::Loaded loaded = package::load_problem(root, given, links_within);
  needs.session.show(loaded.diagnostics);
  if (has_errors(loaded.diagnostics)) return cannot_be_judged(given);
  ARBITER_TRY(complete, with_tests(needs, options, std::move(loaded), made));
  made.problem = std::move(complete.problem);
  choose_scoring(made.problem);
  if (!made.problem.tests.empty() || made.tests_to_make > 0) return made;
  return package_error(fmt::format("problem {} has no tests", given.string()),
                       "add some to data/ or to generators/generators.yaml");
}

}  // namespace

Result<std::vector<fs::path>> find_packages(const ProblemSources& sources) {
  std::vector<fs::path> all;
  if (sources.named.empty()) {
    const auto here = enclosing_problem();
    if (!here) {
      return usage_error("no problem is named",
                         "name a folder of problems, or one of them: --problems DIR");
    }
    all.push_back(*here);
  }
  for (const std::string& word : sources.named) {
    ARBITER_TRY(found, packages_of(word, sources.shipped));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

Result<std::vector<GradeProblem>> load_problems(const TestNeeds& needs, const JudgeOptions& options,
                                                const std::vector<fs::path>& packages) {
  std::vector<GradeProblem> problems;
  std::map<std::string, fs::path> seen;
  for (const fs::path& path : packages) {
    ARBITER_TRY(problem, load_one(needs, options, path));
    const auto [other, is_new] = seen.emplace(problem.problem.id, path);
    if (!is_new) {
      return usage_error(fmt::format("{} and {} are problems with the same name",
                                     other->second.string(), path.string()),
                         "leave one of them out, or rename its folder");
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace arbiter::cli
