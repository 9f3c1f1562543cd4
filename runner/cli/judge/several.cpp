#include <fmt/format.h>
#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "cli/judge/call.hpp"
#include "report/text/text_table.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_problem = "{problem}";

struct Judged {
  std::string problem;
  std::optional<Tally> tally;  ///< none: it could not be judged
};

bool has_place(const std::string& text) {
  return text.find(k_problem) != std::string::npos;
}

std::string filled(std::string text, const std::string& problem) {
  replace_all(text, k_problem, problem);
  return text;
}

/// Error{usage}: what would not tell one problem from the other.
Result<void> check(const JudgeOptions& options) {
  for (const std::string& word : options.words) {
    if (has_place(word)) continue;
    return usage_error(fmt::format("--problems: '{}' names the same submissions for all problems",
                                   printable(word)),
                       "write {problem} where the name of the problem belongs, as "
                       "'ports/{problem}/*'");
  }
  constexpr std::array<std::string_view, 3> k_of_many = {"human", "jsonl", "github"};
  if (std::ranges::find(k_of_many, options.format) == k_of_many.end()) {
    return usage_error(
        fmt::format("--problems: a document of format '{}' holds one problem", options.format),
        "take human, jsonl or github, or write a file for each: -o 'json={problem}.json'");
  }
  if (options.input) {
    return usage_error("--input is for one problem, and --problems names several",
                       "leave one of them out");
  }
  std::vector<std::string> paths = options.outputs;
  if (options.out) paths.push_back(*options.out);
  for (const std::string& path : paths) {
    if (has_place(path)) continue;
    return usage_error(
        fmt::format("--problems: each problem would overwrite '{}'", printable(path)),
        "write {problem} into the path, as -o 'json={problem}.json'");
  }
  return check_together(options);
}

/// The existing paths that a pattern of the shell means, sorted.
std::vector<std::string> matches_of(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  return paths;
}

/// What the options say of one problem; no words but the problem where nothing matches.
JudgeOptions options_of(const JudgeOptions& options, const fs::path& path,
                        const std::string& problem) {
  JudgeOptions own = options;
  own.problems.reset();
  own.words = {path.string()};
  for (const std::string& word : options.words) {
    const auto matches = matches_of(filled(word, problem));
    own.words.insert(own.words.end(), matches.begin(), matches.end());
  }
  for (std::string& output : own.outputs)
    output = filled(std::move(output), problem);
  if (own.out) own.out = filled(*own.out, problem);
  return own;
}

std::string summary(const std::vector<Judged>& all, const report::Style& style) {
  using report::Align;
  using report::Clip;
  report::TextTable table({{"problem", Align::left, Clip::end, 8, 100},
                           {"submissions", Align::right, Clip::never, 0, 90},
                           {"as expected", Align::right, Clip::never, 0, 100},
                           {"not", Align::right, Clip::never, 0, 100},
                           {"not judged", Align::right, Clip::never, 0, 100}});
  for (const Judged& one : all) {
    if (!one.tally) {
      table.add({printable(one.problem), "", "", "", report::Cell("all", "33")});
      continue;
    }
    const auto [submissions, as_expected, not_judged] = *one.tally;
    const std::size_t others = submissions - as_expected - not_judged;
    table.add({printable(one.problem), std::to_string(submissions), std::to_string(as_expected),
               report::Cell(std::to_string(others), others > 0 ? "1;31" : ""),
               report::Cell(std::to_string(not_judged), not_judged > 0 ? "33" : "")});
  }
  return "\n" + table.text(style, 0);
}

/// Of two exit statuses the one that says more.
int worse(int one, int other) {
  static constexpr std::array k_worst_first = {130, 2, 3, 5, 6, 4, 1};
  const auto place = [](int status) { return std::ranges::find(k_worst_first, status); };
  return place(one) <= place(other) ? one : other;
}

}  // namespace

Result<int> judge_several(const Session& session, const JudgeOptions& options,
                          const std::function<int(JudgeCall& call)>& judge_one) {
  ARBITER_CHECK(check(options));
  ARBITER_TRY(paths, find_paths(session));
  ARBITER_TRY(problems, packages_of(session, *options.problems, paths.share / "problems"));
  const bool is_human = options.format == "human" && !options.dry_run;
  std::vector<Judged> all;
  std::vector<std::string> skipped;
  int status = 0;
  for (const fs::path& path : problems) {
    const std::string problem = name_of_problem(path);
    JudgeCall call;
    call.options = options_of(options, path, problem);
    if (call.options.words.size() == 1 && !options.words.empty()) {
      skipped.push_back(printable(problem));
      continue;
    }
    if (!all.empty() && is_human) write_text(STDOUT_FILENO, "\n");
    status = worse(status, judge_one(call));
    all.push_back({problem, call.tally});
    if (call.is_interrupted()) break;
  }
  if (all.empty()) {
    return no_match_error(fmt::format("no submission of any problem matches '{}'",
                                      printable(joined(options.words, "' or '"))),
                          "the problems are " + joined(skipped, ", "));
  }
  if (!skipped.empty()) {
    session.warn("problems without submissions were skipped: " + joined(skipped, ", "));
  }
  if (!is_human) return status;
  return end_with(summary(all, session.out()), status);
}

}  // namespace arbiter::cli
