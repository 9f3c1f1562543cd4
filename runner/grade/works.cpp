#include "grade/works.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace arbiter::grade {
namespace {

/// The language of answers that are handed in instead of a program.
std::string answers_language(const model::Languages& languages) {
  const auto row = std::find_if(languages.rows.begin(), languages.rows.end(),
                                [](const model::Language& one) { return one.holds_answers; });
  return row == languages.rows.end() ? std::string() : row->id;
}

Result<judge::Submission> load(const HandedIn& one, const model::Problem& problem,
                               const model::Languages& languages) {
  auto loaded = judge::load_submission(one.path, languages, {}, {one.path});
  const bool is_unknown = !loaded && loaded.error().kind == ErrorKind::nothing_matched;
  if (is_unknown && problem.is_submit_answer)
    loaded = judge::load_submission(one.path, languages, answers_language(languages), {one.path});
  if (loaded) loaded->given = one.attempt.origin;
  return loaded;
}

}  // namespace

Works gather_works(const std::vector<HandedIn>& handed_in,
                   const std::vector<const model::Problem*>& problems,
                   const model::Languages& languages) {
  std::vector<std::size_t> by_problem(handed_in.size());
  std::iota(by_problem.begin(), by_problem.end(), std::size_t{0});
  std::stable_sort(by_problem.begin(), by_problem.end(), [&](std::size_t a, std::size_t b) {
    return handed_in[a].attempt.problem < handed_in[b].attempt.problem;
  });
  Works all;
  all.attempts.resize(handed_in.size());
  std::map<std::pair<std::size_t, std::string>, std::size_t> known;
  for (const std::size_t i : by_problem) {
    const HandedIn& one = handed_in[i];
    model::Attempt attempt = one.attempt;
    const auto [work, is_new] =
        known.emplace(std::pair(attempt.problem, attempt.sha256), all.works.size());
    if (is_new) {
      auto loaded = load(one, *problems[attempt.problem], languages);
      model::Work made;
      made.problem = attempt.problem;
      made.sha256 = attempt.sha256;
      if (!loaded) made.fault = loaded.error().text();
      all.works.push_back(std::move(made));
      all.submissions.push_back(loaded ? std::optional(std::move(*loaded)) : std::nullopt);
    }
    attempt.work = work->second;
    all.attempts[i] = std::move(attempt);
  }
  return all;
}

}  // namespace arbiter::grade
