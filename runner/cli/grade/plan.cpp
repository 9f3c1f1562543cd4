#include <fmt/format.h>
#include <unistd.h>

#include <set>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "cli/common/version.hpp"
#include "cli/grade/call.hpp"
#include "grade/kept_files.hpp"
#include "judge/program/submission.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

/// The mode that boxes will have; looked for once.
box::Mode mode_of(const GradeCall& call) {
  if (call.workshop.boxes) return call.workshop.boxes->mode();
  if (call.options.judge.sandbox) return *call.options.judge.sandbox;
  return box::probe(call.surroundings.paths.arbiter_box).mode;
}

/// The programs of each problem, in the order of the works, and which of them are to be judged.
std::vector<grade::ProblemWorks> works_by_problem(GradeCall& call) {
  std::vector<grade::ProblemWorks> all(call.problems.size());
  call.engine_works.assign(call.problems.size(), {});
  std::vector<bool> is_wanted(call.works.works.size());
  for (const model::Attempt& attempt : call.works.attempts) {
    if (call.only.has(attempt)) is_wanted[attempt.work] = true;
  }
  for (std::size_t p = 0; p < all.size(); ++p) {
    all[p].problem = &call.problems[p].problem;
    // A policy may name languages that are not known here, which was warned of.
    for (const auto& factor : call.policy.time_factors) {
      const bool is_asked = call.options.judge.plan.time_factors.contains(factor.first);
      if (is_asked || call.surroundings.languages.find(factor.first) != nullptr)
        all[p].options.time_factors.insert(factor);
    }
  }
  for (std::size_t w = 0; w < call.works.works.size(); ++w) {
    if (!call.works.submissions[w]) continue;
    const std::size_t problem = call.works.works[w].problem;
    all[problem].submissions.push_back(*call.works.submissions[w]);
    all[problem].is_wanted.push_back(is_wanted[w]);
    call.engine_works[problem].push_back(w);
  }
  return all;
}

Result<void> choose_folder(GradeCall& call) {
  if (call.options.judge.out) {
    call.out = *call.options.judge.out;
    call.run = call.started;
    return {};
  }
  ARBITER_TRY(store, store::RunStore::open(call.surroundings.paths.state));
  store.prune();
  ARBITER_TRY(folder, store.reserve());
  call.run = folder.filename().string();
  call.out = std::move(folder);
  return {};
}

void report_damage(const Session& session, const GradeCall& call) {
  const std::size_t damaged = call.journal->damaged();
  if (damaged == 0) return;
  session.warn(fmt::format("{}: {} damaged; what {} is judged again",
                           (call.out / store::k_journal_name).string(),
                           damaged == 1 ? "1 record is" : fmt::format("{} records are", damaged),
                           damaged == 1 ? "it held" : "they held"));
}

}  // namespace

Result<void> plan(const Session& session, GradeCall& call) {
  ARBITER_CHECK(choose_folder(call));
  ARBITER_SET(call.journal, store::Journal::open(call.out));
  report_damage(session, call);
  for (std::size_t w = 0; w < call.works.works.size(); ++w) {
    if (!call.works.submissions[w]) continue;
    ARBITER_CHECK(
        grade::keep_files(call.out, call.works.works[w].sha256, *call.works.submissions[w]));
  }
  call.mode = mode_of(call);
  grade::EngineRecords records{*call.journal,
                               fmt::format("{} {}", version(), box::mode_word(call.mode)),
                               call.options.judge.no_cache};
  std::vector<grade::ProblemWorks> works = works_by_problem(call);
  for (const grade::ProblemWorks& one : works) {
    if (const auto found = judge::find_forbidden_languages(*one.problem, one.submissions))
      session.show({*found});
  }
  auto engine =
      grade::Engine::plan(std::move(works), call.surroundings.languages, std::move(records));
  if (!engine) return std::move(engine).error();
  call.engine = std::move(*engine);
  return {};
}

std::vector<std::string> names_of_works(const GradeCall& call) {
  std::vector<std::set<std::size_t>> students(call.works.works.size());
  for (const model::Attempt& attempt : call.works.attempts)
    students[attempt.work].insert(attempt.students.begin(), attempt.students.end());
  std::vector<std::string> names;
  for (std::size_t w = 0; w < students.size(); ++w) {
    const std::string& problem = call.problems[call.works.works[w].problem].problem.id;
    if (students[w].empty()) {
      names.push_back(problem);
      continue;
    }
    const std::string& first = call.intake->students[*students[w].begin()].id;
    const std::size_t more = students[w].size() - 1;
    names.push_back(more == 0 ? fmt::format("{}  {}", first, problem)
                              : fmt::format("{} and {} more  {}", first, more, problem));
  }
  return names;
}

}  // namespace arbiter::cli
