#include "cli/judge/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/common/made_tests.hpp"
#include "cli/common/version.hpp"

namespace arbiter::cli {
namespace {

/// A problem of nothing but usual limits, for submissions that belong to none.
Result<void> make_bare(JudgeCall& call) {
  std::error_code failed;
  call.problem.root = std::filesystem::current_path(failed);
  if (failed) return judge_error("the current folder is gone", "cd elsewhere");
  call.problem.is_plain_folder = true;
  call.problem.standard_checker = call.bare_checker;
  call.located.submissions = call.options.words;
  return {};
}

/// What the call needs of the test cases that data/ lacks.
judge::MissingTests missing_of(const JudgeCall& call) {
  if (call.options.input) return judge::MissingTests::ignored;
  if (!call.needs_tests) return judge::MissingTests::left_out;
  return call.needs_all_tests ? judge::MissingTests::all : judge::MissingTests::asked_for;
}

Result<void> load(const Session& session, JudgeCall& call) {
  if (call.bare_checker) return make_bare(call);
  ARBITER_SET(call.located, locate(call.options.words, call.surroundings.paths.share / "problems"));
  judge::ProblemRequest request =
      request_of(call.options, call.located.problem, call.located.problem_as_given);
  request.missing = missing_of(call);
  const TestNeeds needs{session, call, call.options.sandbox};
  ARBITER_SET(static_cast<judge::OpenProblem&>(call),
              judge::open_problem(request, services_of(needs)));
  return {};
}

}  // namespace

Result<void> prepare(const Session& session, JudgeCall& call) {
  ARBITER_CHECK(check_together(call.options));
  ARBITER_SET(call.outputs, parse_outputs(call.options.format, call.options.outputs));
  ARBITER_CHECK(set_up(session, call.options.jobs, call));
  ARBITER_CHECK(load(session, call));
  const model::Languages& languages = call.surroundings.languages;
  if (call.needs_submissions || !call.located.submissions.empty()) {
    ARBITER_SET(call.loaded, judge::load_submissions(call.problem, call.located.problem_as_given,
                                                     call.located.submissions, languages,
                                                     call.options.language));
    session.show(call.loaded.diagnostics);
  }
  if (call.options.input) {
    ARBITER_TRY(hand, use_hand_input(call.problem, *call.options.input));
    call.options.plan.by_hand = true;
    call.options.plan.unjudged = hand.answer.empty();
    // An input of one's own lies in no group.
    call.problem.group_rules = model::GroupRules::none;
    call.problem.is_scoring = false;
    call.scoring_note.clear();
    call.hand = std::move(hand);
  }
  if (!call.needs_tests) return {};
  ARBITER_SET(call.plan, judge::make_plan(call.problem, call.loaded.submissions, languages,
                                          call.options.plan));
  return {};
}

Result<void> open(const Session& session, JudgeCall& call) {
  ARBITER_CHECK(open_boxes(call.options.sandbox, call));
  if (!call.hand) return {};
  const judge::PackagePrograms programs{call.problem, call.surroundings.languages,
                                        *call.workshop.compiler, *call.workshop.boxes};
  return answer_hand_input(session, programs, *call.hand);
}

model::Judgement header_of(const JudgeCall& call) {
  const box::Mode mode = call.workshop.boxes->mode();
  model::Judgement judgement;
  judgement.arbiter_version = version();
  judgement.problem = call.problem.id;
  judgement.problem_root = call.located.problem_as_given;
  judgement.limits = call.plan.limits;
  judgement.sandbox_mode = box::mode_name(mode);
  judgement.unsandboxed = mode == box::Mode::unsandboxed;
  judgement.planned_tests = call.plan.tests.size();
  judgement.is_scoring = call.problem.is_scoring;
  return judgement;
}

judge::ExecuteOptions execute_options(const JudgeCall& call) {
  judge::ExecuteOptions how;
  how.jobs = call.jobs;
  how.cores = call.cores;
  how.additions.assign(call.options.additions.begin(), call.options.additions.end());
  how.stop = &call.interrupts->flag();
  return how;
}

std::unique_ptr<StoredTests> open_cache(const Session& session, const JudgeCall& call) {
  // What was measured once says nothing of the spread.
  if (call.options.no_cache || call.plan.repeat > 1 || call.hand) return nullptr;
  const std::filesystem::path folder = call.surroundings.paths.cache / "results";
  auto journal = store::Journal::open(folder, store::JournalUse::cache);
  if (!journal) {
    session.warn("known results cannot be used: " + journal.error().text(),
                 "delete " + folder.string());
    return nullptr;
  }
  const std::string surroundings =
      fmt::format("{} {}", version(), box::mode_word(call.workshop.boxes->mode()));
  return std::make_unique<StoredTests>(std::move(*journal), call.plan, surroundings);
}

}  // namespace arbiter::cli
