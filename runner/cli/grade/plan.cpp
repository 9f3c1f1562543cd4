#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "cli/grade/call.hpp"
#include "grade/works.hpp"
#include "judge/program/submission.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

/// The mode that boxes will have; looked for once.
box::Mode mode_of(const GradeCall& call) {
  if (call.workshop.boxes) return call.workshop.boxes->mode();
  if (call.sandbox) return *call.sandbox;
  return box::probe(call.surroundings.paths.arbiter_box).mode;
}

/// The first of the problem's own programs that must be right; a fault in a test shows by it.
std::optional<judge::Submission> own_solution(const model::Problem& problem,
                                              const model::Languages& languages) {
  const auto own = std::ranges::find(problem.submissions, std::string("accepted"),
                                     &model::LabelledSubmission::label);
  if (own == problem.submissions.end()) return std::nullopt;
  auto loaded =
      judge::load_submission(own->path, languages, {}, {problem.root, problem.links_within});
  return loaded ? std::optional(std::move(*loaded)) : std::nullopt;
}

/// The programs of each problem, in the order of the works and with the problem's own solution
/// last, and which of them are to be judged.
std::vector<grade::ProblemWorks> works_by_problem(GradeCall& call) {
  std::vector<grade::ProblemWorks> all(call.problems.size());
  call.engine_works.assign(call.problems.size(), {});
  std::set<model::WorkId> wanted;
  for (const model::Attempt& attempt : call.works.attempts) {
    if (call.only.has(attempt)) wanted.insert(attempt);
  }
  for (std::size_t p = 0; p < all.size(); ++p) {
    all[p].problem = &call.problems[p].problem;
    all[p].options.stop_after_tle = call.policy.stop_after_tle;
    // A policy may name languages that are not known here, which was warned of.
    for (const auto& factor : call.policy.time_factors) {
      const bool is_asked = call.options.judge.plan.time_factors.contains(factor.first);
      if (is_asked || call.surroundings.languages.find(factor.first) != nullptr)
        all[p].options.time_factors.insert(factor);
    }
    for (std::size_t w = 0; w < call.works.works.size(); ++w) {
      const model::Work& work = call.works.works[w];
      if (work.problem != all[p].problem->id || !work.fault.empty()) continue;
      all[p].submissions.push_back(call.works.submissions.at(work));
      all[p].is_wanted.push_back(wanted.contains(work));
      call.engine_works[p].push_back(w);
    }
    const bool has_wanted = std::ranges::find(all[p].is_wanted, true) != all[p].is_wanted.end();
    auto own =
        has_wanted ? own_solution(*all[p].problem, call.surroundings.languages) : std::nullopt;
    if (!own) continue;
    all[p].submissions.push_back(std::move(*own));
    all[p].is_wanted.push_back(true);
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
  ARBITER_SET(call.out, store.reserve());
  call.run = call.out.filename().string();
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

std::string attempt_line(const GradeCall& call, const model::Attempt& attempt,
                         const model::Work& work) {
  const std::string names = joined(attempt.students, ", ", [&](const std::string& id) {
    return model::shown_name(*std::ranges::find(call.intake->students, id, &model::Student::id));
  });
  return fmt::format("  {}  {}  attempt {}  {}  {}\n", in_one_line(names), attempt.problem,
                     attempt.number,
                     work.fault.empty() ? call.works.submissions.at(work).language->id
                                        : "no program: " + in_one_line(work.fault),
                     in_one_line(attempt.origin));
}

Result<void> plan_engine(GradeCall& call, std::vector<grade::ProblemWorks> works,
                         bool ignores_known, store::Journal* shared) {
  ARBITER_SET(call.engine, grade::Engine::plan(
                               std::move(works), call.surroundings.languages,
                               {*call.journal, surroundings_of(call.mode), ignores_known, shared}));
  return {};
}

}  // namespace

Result<void> plan(const Session& session, GradeCall& call) {
  ARBITER_CHECK(choose_folder(call));
  ARBITER_SET(call.journal, store::Journal::open(call.out));
  report_damage(session, call);
  for (const auto& [work, submission] : call.works.submissions) {
    ARBITER_CHECK(grade::keep_files(call.out, work.sha256, submission));
  }
  call.mode = mode_of(call);
  auto shared =
      store::Journal::open(call.surroundings.paths.state / "results", store::JournalUse::cache);
  if (shared) call.shared = std::move(*shared);
  std::vector<grade::ProblemWorks> works = works_by_problem(call);
  for (const grade::ProblemWorks& one : works) {
    if (const auto found = judge::find_forbidden_languages(*one.problem, one.submissions))
      session.show({*found});
  }
  return plan_engine(call, std::move(works), call.options.judge.no_cache, call.shared.get());
}

Result<void> plan_again(GradeCall& call) {
  call.engine.reset();
  // It has to be closed before it is opened again.
  call.journal.reset();
  ARBITER_SET(call.journal, store::Journal::open(call.out));
  // Nodes may just have written what the journal of the run holds; nothing else was run again.
  return plan_engine(call, works_by_problem(call), false,
                     call.options.judge.no_cache ? nullptr : call.shared.get());
}

std::vector<std::string> names_of_works(const GradeCall& call) {
  std::map<std::string, std::string> shown;
  for (const model::Student& student : call.intake->students)
    shown[student.id] = model::shown_name(student);
  // Attempts are in the order of their students, so the first of each work names the first of them.
  std::map<model::WorkId, std::vector<std::string>> students;
  for (const model::Attempt& attempt : call.works.attempts) {
    std::vector<std::string>& theirs = students[attempt];
    theirs.insert(theirs.end(), attempt.students.begin(), attempt.students.end());
  }
  std::vector<std::string> names;
  for (const model::Work& work : call.works.works) {
    const std::vector<std::string>& theirs = students.at(work);
    const std::size_t more = std::set(theirs.begin(), theirs.end()).size() - 1;
    names.push_back(
        more == 0 ? fmt::format("{}  {}", shown[theirs.front()], work.problem)
                  : fmt::format("{} and {} more  {}", shown[theirs.front()], more, work.problem));
  }
  return names;
}

Result<int> show_dry_run(const GradeCall& call) {
  const auto places = model::places_of(call.works.works);
  std::string text = "would be judged:\n";
  for (const model::Attempt& attempt : call.works.attempts) {
    if (call.only.has(attempt))
      text += attempt_line(call, attempt, call.works.works[places.at(attempt)]);
  }
  text += "on:\n";
  for (const judge::OpenProblem& one : call.problems) {
    if (!call.only.problems.contains(one.problem.id)) continue;
    text += fmt::format("  {}  {} test cases", one.problem.id, one.problem.tests.size());
    if (one.tests_to_make > 0) text += fmt::format(", {} of them to be made", one.tests_to_make);
    text += '\n';
  }
  grade::Ids handed_in;
  for (const model::Attempt& attempt : call.works.attempts)
    handed_in.insert(attempt.students.begin(), attempt.students.end());
  grade::Ids lost;
  for (const model::Unattributed& one : call.intake->unattributed)
    lost.insert(one.students.begin(), one.students.end());
  for (const model::Student& one : call.intake->students) {
    if (handed_in.contains(one.id) || !call.only.students.contains(one.id)) continue;
    text += fmt::format("no submission{}: {}\n", lost.contains(one.id) ? " that can be graded" : "",
                        in_one_line(model::shown_name(one)));
  }
  for (const model::Unattributed& one : call.intake->unattributed) {
    text += fmt::format("not attributed: {}: {}{}{}\n", in_one_line(one.path), in_one_line(one.why),
                        one.help.empty() ? "" : "; ", in_one_line(one.help));
  }
  for (const std::string& note : call.intake->notes)
    text += fmt::format("note: {}\n", in_one_line(note));
  return end_with(text);
}

}  // namespace arbiter::cli
