#include <fmt/format.h>
#include <unistd.h>

#include <set>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "cli/common/version.hpp"
#include "cli/grade/call.hpp"
#include "grade/works.hpp"
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

std::string students_of(const GradeCall& call, const model::Attempt& attempt) {
  std::string names;
  for (const std::size_t student : attempt.students)
    names += (names.empty() ? "" : ", ") + call.intake->students[student].id;
  return names;
}

std::string attempt_line(const GradeCall& call, const model::Attempt& attempt) {
  const model::Work& work = call.works.works[attempt.work];
  const auto& submission = call.works.submissions[attempt.work];
  return fmt::format(
      "  {}  {}  attempt {}  {}  {}\n", in_one_line(students_of(call, attempt)),
      call.problems[attempt.problem].problem.id, attempt.number,
      submission ? submission->language->id : "no program: " + in_one_line(work.fault),
      in_one_line(attempt.origin));
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

Result<int> show_dry_run(const GradeCall& call) {
  std::string text = "would be judged:\n";
  for (const model::Attempt& attempt : call.works.attempts) {
    if (call.only.has(attempt)) text += attempt_line(call, attempt);
  }
  text += "on:\n";
  for (std::size_t p = 0; p < call.problems.size(); ++p) {
    if (!call.only.problems[p]) continue;
    const judge::OpenProblem& one = call.problems[p];
    text += fmt::format("  {}  {} tests", one.problem.id, one.problem.tests.size());
    if (one.tests_to_make > 0) text += fmt::format(", {} of them to be made", one.tests_to_make);
    text += '\n';
  }
  std::vector<bool> has_attempt(call.intake->students.size());
  for (const model::Attempt& attempt : call.works.attempts) {
    for (const std::size_t student : attempt.students)
      has_attempt[student] = true;
  }
  std::vector<bool> has_lost(has_attempt.size());
  for (const model::Unattributed& one : call.intake->unattributed) {
    for (const std::size_t student : one.students)
      has_lost[student] = true;
  }
  for (std::size_t s = 0; s < has_attempt.size(); ++s) {
    if (has_attempt[s] || !call.only.students[s]) continue;
    text += fmt::format("no submission{}: {}\n", has_lost[s] ? " that can be graded" : "",
                        in_one_line(call.intake->students[s].id));
  }
  for (const model::Unattributed& one : call.intake->unattributed) {
    text += fmt::format("not attributed: {}: {}{}{}\n", in_one_line(one.path), in_one_line(one.why),
                        one.help.empty() ? "" : "; ", in_one_line(one.help));
  }
  for (const std::string& note : call.intake->notes)
    text += fmt::format("note: {}\n", in_one_line(note));
  ARBITER_CHECK(write_results(text));
  return 0;
}

}  // namespace arbiter::cli
