#include "cli/judge/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/common/made_tests.hpp"
#include "cli/common/version.hpp"
#include "judge/program/submission_warnings.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

Error cannot_be_judged(const JudgeCall& call) {
  return package_error(fmt::format("problem {} cannot be judged", call.located.problem_as_given));
}

/// What is wrong with generators.yaml keeps nobody from judging the tests that are there.
void warn_of_generation(const Session& session, const package::Loaded& loaded) {
  std::vector<Diagnostic> all = loaded.generation_diagnostics;
  const bool is_needed = loaded.problem.tests.empty();
  for (Diagnostic& diagnostic : all) {
    if (!is_needed) diagnostic.severity = Severity::warning;
  }
  session.show(all);
}

/// Tests that would be made, by their names alone.
void add_names(const judge::GenerationPlan& missing, model::Problem& problem) {
  for (const judge::PlannedTest& test : missing.tests) {
    model::TestCase named;
    named.name = test.recipe->name;
    problem.tests.push_back(std::move(named));
  }
  std::sort(problem.tests.begin(), problem.tests.end(),
            [](const model::TestCase& a, const model::TestCase& b) {
              return model::judged_before(a.name, b.name);
            });
}

/// Whether the data already have the test that is asked for, or any where it does not matter which.
bool has_asked_test(const model::Problem& problem, const std::vector<std::string>& asked) {
  return std::any_of(problem.tests.begin(), problem.tests.end(), [&](const model::TestCase& test) {
    return asked.empty() || std::find(asked.begin(), asked.end(), test.name) != asked.end();
  });
}

Result<package::Loaded> with_missing_tests(const Session& session, package::Loaded loaded,
                                           JudgeCall& call) {
  const judge::GenerationPlan missing = missing_tests(loaded.problem);
  const bool is_faulty = has_errors(loaded.generation_diagnostics);
  if (call.options.input || (missing.tests.empty() && !is_faulty)) return loaded;
  if (!call.needs_tests) {
    warn_of_generation(session, loaded);
    return loaded;
  }
  if (!call.needs_all_tests && has_asked_test(loaded.problem, call.options.plan.tests))
    return loaded;
  if (is_faulty) {
    warn_of_generation(session, loaded);
    if (loaded.problem.tests.empty()) return cannot_be_judged(call);
    return loaded;
  }
  if (call.options.dry_run) {
    add_names(missing, loaded.problem);
    return loaded;
  }
  if (call.options.no_generate) {
    session.warn(
        fmt::format("{} test cases in generators.yaml have not been made, so they are not judged",
                    missing.tests.size()),
        "leave out --no-generate to make them");
    return loaded;
  }
  ARBITER_TRY(completed,
              complete({session, call, call.options.sandbox}, loaded,
                       call.unpacked ? std::filesystem::path(call.located.problem_as_given)
                                     : call.located.problem));
  call.made_tests = std::move(completed.view);
  return std::move(completed.loaded);
}

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

Result<void> load(const Session& session, JudgeCall& call) {
  if (call.bare_checker) return make_bare(call);
  ARBITER_TRY(located, locate(call.options.words, call.surroundings.paths.share / "problems"));
  call.located = std::move(located);
  std::filesystem::path root = call.located.problem;
  std::error_code failed;
  if (package::is_archive_name(root) && !std::filesystem::is_directory(root, failed)) {
    ARBITER_TRY(unpacked, package::unpack(root));
    root = unpacked.root;
    call.unpacked = std::move(unpacked);
  }
  ARBITER_TRY(links_within, links_within_of(call.options, call.unpacked.has_value()));
  package::Loaded loaded = package::load_problem(
      root, call.unpacked ? std::filesystem::path(call.located.problem_as_given) : root,
      links_within);
  std::vector<Diagnostic> shown = loaded.diagnostics;
  if (call.options.finds_time_limit) package::drop_time_limit_warning(shown);
  session.show(shown);
  if (has_errors(loaded.diagnostics)) return cannot_be_judged(call);
  ARBITER_TRY(complete, with_missing_tests(session, std::move(loaded), call));
  call.problem = std::move(complete.problem);
  if (!call.problem.tests.empty() || call.options.input || !call.needs_tests) return {};
  return package_error(fmt::format("problem {} has no tests", call.located.problem_as_given),
                       "add some to data/ or to generators/generators.yaml");
}

/// Legacy packages that were made for DOMjudge say so by the scores they expect.
Result<void> choose_scoring(JudgeCall& call) {
  using model::GroupRules;
  model::Problem& problem = call.problem;
  const bool is_legacy = problem.is_scoring && problem.group_rules == GroupRules::kattis;
  if (!is_legacy) {
    if (!call.options.scoring) return {};
    return usage_error(fmt::format("--scoring-policy is only for scoring problems in the legacy "
                                   "format, and problem {} is not one",
                                   problem.id),
                       "leave it out");
  }
  const bool expects_scores =
      std::any_of(problem.submissions.begin(), problem.submissions.end(),
                  [](const auto& one) { return one.expected_score.has_value(); });
  const GroupRules chosen =
      call.options.scoring.value_or(expects_scores ? GroupRules::domjudge : GroupRules::kattis);
  problem.group_rules = chosen;
  const std::string whose = chosen == GroupRules::domjudge ? "DOMjudge" : "Kattis";
  if (call.options.scoring) {
    call.scoring_note = fmt::format("points by the rules of {}, as --scoring-policy says", whose);
  } else if (expects_scores) {
    call.scoring_note =
        "points by the rules of DOMjudge, since submissions have @EXPECTED_SCORE@; "
        "--scoring-policy kattis chooses the others";
  }
  return {};
}

}  // namespace

Result<void> prepare(const Session& session, JudgeCall& call) {
  ARBITER_CHECK(check_together(call.options));
  ARBITER_SET(call.outputs, parse_outputs(call.options.format, call.options.outputs));
  ARBITER_CHECK(set_up(session, call.options.jobs, call));
  ARBITER_CHECK(load(session, call));
  ARBITER_CHECK(choose_scoring(call));
  const model::Languages& languages = call.surroundings.languages;
  if (call.needs_submissions || !call.located.submissions.empty()) {
    ARBITER_TRY(gathered, gather(call.problem, call.located.problem_as_given,
                                 call.located.submissions, languages, call.options.language));
    call.gathered = std::move(gathered);
    if (auto forbidden = judge::find_forbidden_languages(call.problem, call.gathered.submissions)) {
      call.gathered.diagnostics.push_back(*std::move(forbidden));
    }
    if (auto kept = judge::find_kept_constants(call.problem, call.gathered.submissions)) {
      call.gathered.diagnostics.push_back(*std::move(kept));
    }
    session.show(call.gathered.diagnostics);
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
  ARBITER_SET(call.plan, judge::make_plan(call.problem, call.gathered.submissions, languages,
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
