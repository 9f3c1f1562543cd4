#include "cli/common/locate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> search_path(const fs::path& shipped) {
  std::vector<fs::path> all;
  for (const std::string_view folder : split(variable("ARBITER_PROBLEMS"), ':')) {
    if (!folder.empty()) all.emplace_back(folder);
  }
  all.push_back(shipped);
  return all;
}

bool is_package(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) ? package::is_archive_name(path)
                                            : package::is_problem(path);
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
  std::ranges::sort(found);
  if (found.empty()) found.push_back(folder);
  return found;
}

/// Warns where a folder without problem.yaml, as the current folder has it, hides a problem.
void warn_of_hidden(const Session& session, const std::string& name, const fs::path& start,
                    const std::vector<fs::path>& search) {
  const auto hidden = package::hidden_problem(name, start, search);
  if (!hidden) return;
  const fs::path near = hidden->lexically_proximate(start);
  session.warn(
      fmt::format("'{0}' is taken as the folder ./{0}, which has no problem.yaml; there is "
                  "also the problem {1}",
                  name, hidden->string()),
      fmt::format("name the folder as ./{}, or the problem as {}", name,
                  near.native().starts_with("..") ? hidden->string() : near.string()));
}

/// Inside a problem folder: whether a first word is a submission rather than another problem.
bool is_submission(const std::string& word) {
  if (word == "-") return true;
  if (package::is_archive_name(word)) return false;
  std::error_code ignored;
  if (fs::is_regular_file(word, ignored)) return true;
  return fs::is_directory(word, ignored) && !package::is_problem(word);
}

}  // namespace

std::optional<fs::path> enclosing_problem() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  return failed ? std::nullopt : package::enclosing_problem(here);
}

Result<Located> locate(const Session& session, const std::vector<std::string>& words,
                       const fs::path& shipped) {
  const auto here = enclosing_problem();
  if (here && (words.empty() || is_submission(words.front()))) {
    return Located{*here, here->string(), words};
  }
  if (words.empty()) {
    return usage_error("no problem is named, and this folder is not in one",
                       "give a problem folder or name: arbiter judge PROBLEM [SUBMISSION…]");
  }
  std::error_code failed;
  const fs::path start = fs::current_path(failed);
  if (failed) return judge_error("the current folder is gone", "cd elsewhere");
  const std::vector<fs::path> search = search_path(shipped);
  ARBITER_TRY(root, package::find_problem(words.front(), start, search));
  warn_of_hidden(session, words.front(), start, search);
  return Located{root, words.front(), {words.begin() + 1, words.end()}};
}

Result<void> check_only_problem(const Located& located, std::string_view verb) {
  if (located.submissions.empty()) return {};
  return usage_error(fmt::format("unexpected word '{}': {} takes one problem",
                                 printable(located.submissions.front()), verb),
                     fmt::format("see 'arbiter {} --help'", verb));
}

Result<std::vector<fs::path>> packages_of(const Session& session, const std::string& word,
                                          const fs::path& shipped) {
  std::error_code ignored;
  if (fs::is_directory(word, ignored) && !is_package(word)) {
    warn_of_hidden(session, word, fs::current_path(ignored), search_path(shipped));
    return packages_in(word);
  }
  if (fs::exists(word, ignored)) return std::vector<fs::path>{word};
  // A name is looked up as the problem of `judge` is.
  ARBITER_TRY(located, locate(session, {word}, shipped));
  return std::vector<fs::path>{located.problem};
}

std::string name_of_problem(const fs::path& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal();
  const fs::path last = whole.has_filename() ? whole : whole.parent_path();
  return (fs::is_directory(last, ignored) ? last.filename() : last.stem()).string();
}

Error no_such(std::string message, const std::string& word, const std::vector<std::string>& names,
              const std::string& if_none) {
  const auto near = nearest(word, names);
  return no_match_error(std::move(message),
                        near ? fmt::format("did you mean '{}'?", printable(*near))
                        : names.empty()
                            ? if_none
                            : fmt::format("the first is '{}'", printable(names.front())));
}

}  // namespace arbiter::cli
