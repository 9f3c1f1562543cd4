#include "cli/grade/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "cli/common/locate.hpp"
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

Result<std::vector<judge::OpenProblem>> load_problems(const TestNeeds& needs,
                                                      const JudgeOptions& options,
                                                      const std::vector<fs::path>& packages) {
  std::vector<judge::OpenProblem> problems;
  std::map<std::string, fs::path> seen;
  const judge::ProblemServices services = services_of(needs);
  for (const fs::path& path : packages) {
    judge::ProblemRequest request = request_of(options, path, path.string());
    request.missing = judge::MissingTests::demanded;
    ARBITER_TRY(problem, judge::open_problem(request, services));
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
