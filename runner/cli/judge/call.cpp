#include "cli/judge/call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "judge/program/language_detection.hpp"
#include "judge/run/by_hand.hpp"
#include "store/journal.hpp"
#include "store/results.hpp"

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
  return call.needs_all_tests ? judge::MissingTests::all : judge::MissingTests::one;
}

Result<void> load(const Session& session, JudgeCall& call) {
  if (call.bare_checker) return make_bare(call);
  ARBITER_SET(call.located,
              locate(session, call.options.words, call.surroundings.paths.share / "problems"));
  judge::ProblemRequest request =
      request_of(call.options, call.located.problem, call.located.problem_as_given);
  request.missing = missing_of(call);
  ARBITER_SET(static_cast<judge::OpenProblem&>(call),
              judge::open_problem(request, services_of(session, call)));
  return {};
}

Result<std::string> read_input(const std::string& text) {
  if (text == "-") return read_descriptor(STDIN_FILENO);
  auto content = read_file(text);
  if (content) return content;
  return at_flag(std::move(content).error(), "--input",
                 "name a file that can be read, or - for standard input");
}

Result<void> check_valid(const Session& session, const judge::PackagePrograms& programs,
                         const model::TestCase& test) {
  if (programs.problem.input_validators.empty()) {
    session.warn("the package has no input validators, so the input was not checked");
    return {};
  }
  ARBITER_TRY(validations, judge::validate_input(programs, test));
  for (const judge::Validation& validation : validations) {
    if (validation.valid) continue;
    return usage_error(fmt::format("--input: {} refuses it{}{}", validation.validator,
                                   validation.message.empty() ? "" : ": ", validation.message),
                       "the statement says what an input looks like");
  }
  return {};
}

/// Makes `text` (a path, or "-" for standard input) the only test of `problem`, with an answer
/// that `answer_hand_input` makes if the problem has a reference. Error{usage}: unreadable.
Result<HandInput> use_hand_input(model::Problem& problem, const std::string& text) {
  ARBITER_TRY(content, read_input(text));
  ARBITER_TRY(folder, TempDir::make("arbiter-hand"));
  HandInput hand{std::move(folder), {}, {}};
  hand.input = hand.folder.path() / "input.in";
  ARBITER_CHECK(write_file(hand.input, content));
  model::TestCase test;
  test.name = "input";
  test.input = hand.input;
  test.args = problem.args;
  test.input_validator_args = problem.input_validator_args;
  const bool wants_answer = model::answers_are_outputs(problem);
  if (!wants_answer || problem.reference) {
    hand.answer = hand.folder.path() / "input.ans";
    test.answer = hand.answer;
  }
  // Its validator is told no answer, but wants a file.
  if (!wants_answer) ARBITER_CHECK(write_file(hand.answer, ""));
  problem.tests = {test};
  return hand;
}

/// Checks the input with the input validators and lets the reference answer it. A package without
/// validators or reference warns and goes on. Error{usage}: a validator says no.
Result<void> answer_hand_input(const Session& session, const judge::PackagePrograms& programs,
                               const HandInput& hand) {
  ARBITER_CHECK(check_valid(session, programs, programs.problem.tests.front()));
  if (!model::answers_are_outputs(programs.problem)) return {};
  if (!hand.answer.empty()) return judge::make_answer(programs, hand.input, hand.answer);
  session.warn("the package has no reference solution: outputs are shown, not judged");
  return {};
}

/// Error{usage}: a file of --add is in the language of no submission.
Result<void> check_additions(const JudgeCall& call) {
  const auto& submissions = call.loaded.submissions;
  for (const std::string& path : call.options.additions) {
    const std::string name = std::filesystem::path(path).filename().string();
    const auto fits = [&](const judge::Submission& one) {
      return one.language->makes_folder || judge::is_source_of(*one.language, name) ||
             judge::is_header_of(*one.language, name);
    };
    if (submissions.empty() || std::ranges::any_of(submissions, fits)) continue;
    std::set<std::string> names;
    for (const judge::Submission& one : submissions)
      names.insert(one.language->name);
    return usage_error(fmt::format("--add: {} is in the language of no submission ({})", path,
                                   fmt::join(names, ", ")),
                       "name a source file or a header in that language, or give --language");
  }
  return {};
}

/// A plan as far as MeasuredTests tell its tests apart.
judge::Plan without_time_limits(judge::Plan plan) {
  for (judge::PlannedSubmission& planned : plan.submissions) {
    planned.limits.time = {};
    planned.limits.wall = {};
  }
  return plan;
}

class StoredTests final : public judge::TestCache {
 public:
  StoredTests(std::unique_ptr<store::Journal> journal, const judge::Plan& plan,
              const std::string& surroundings)
      : journal_(std::move(journal)), plan_(plan), keys_(plan, surroundings) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override {
    const auto key = keys_.key(submission, test, executable);
    if (!key) return std::nullopt;
    auto judgement = store::find_test(*journal_, *key, plan_.problem->tests[test].name);
    if (judgement) judgement->cached = true;
    return judgement;
  }

  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override {
    if (judgement.run.was_rerun) return;
    const auto key = keys_.key(submission, test, executable);
    // What cannot be kept is run again.
    if (key) static_cast<void>(store::keep_test(*journal_, *key, judgement));
  }

 private:
  std::unique_ptr<store::Journal> journal_;
  const judge::Plan& plan_;
  judge::TestKeys keys_;
};

/// See open_measuring_cache().
class MeasuringTests final : public judge::TestCache {
 public:
  /// `stored` may be null.
  MeasuringTests(MeasuredTests& measured, const judge::Plan& plan,
                 std::unique_ptr<judge::TestCache> stored)
      : measured_(measured),
        plan_(plan),
        untimed_(without_time_limits(plan)),
        keys_(untimed_, {}),
        stored_(std::move(stored)) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override {
    const auto key = keys_.key(submission, test, executable);
    if (auto measured = key ? recall(*key, submission) : std::nullopt) return measured;
    if (!stored_) return std::nullopt;
    auto known = stored_->find(submission, test, executable);
    if (known && key) keep(*key, *known);
    return known;
  }

  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override {
    if (stored_) stored_->store(submission, test, executable, judgement);
    if (judgement.verdict == model::Verdict::je) return;
    if (const auto key = keys_.key(submission, test, executable)) keep(*key, judgement);
  }

 private:
  void keep(const std::string& key, const model::TestJudgement& judgement) {
    const std::lock_guard lock(measured_.mutex);
    measured_.tests.insert_or_assign(key, judgement);
  }

  [[nodiscard]] std::optional<model::TestJudgement> recall(const std::string& key,
                                                           std::size_t submission) {
    // What was measured once says nothing of the spread.
    if (plan_.repeat > 1) return std::nullopt;
    const std::lock_guard lock(measured_.mutex);
    const auto found = measured_.tests.find(key);
    const bool holds = found != measured_.tests.end() &&
                       judge::holds_under(found->second.run, plan_.submissions[submission].limits);
    return holds ? std::optional(found->second) : std::nullopt;
  }

  MeasuredTests& measured_;
  const judge::Plan& plan_;
  judge::Plan untimed_;
  judge::TestKeys keys_;
  std::unique_ptr<judge::TestCache> stored_;
};

}  // namespace

Result<void> prepare(const Session& session, JudgeCall& call) {
  ARBITER_CHECK(check_together(call.options));
  ARBITER_SET(call.outputs, parse_outputs(call.options.format, call.options.outputs));
  // A page shows who waited for whom.
  call.options.plan.transcript |= std::ranges::any_of(
      call.outputs, [](const Output& output) { return output.format->is_page(); });
  ARBITER_CHECK(set_up(session, call.options, call));
  ARBITER_CHECK(load(session, call));
  const model::Languages& languages = call.surroundings.languages;
  if (call.needs_submissions || !call.located.submissions.empty()) {
    ARBITER_SET(call.loaded, judge::load_submissions(call.problem, call.located.problem_as_given,
                                                     call.located.submissions, languages,
                                                     call.options.language));
    session.show(call.loaded.diagnostics);
    ARBITER_CHECK(check_additions(call));
  }
  if (call.options.input) {
    ARBITER_SET(call.hand, use_hand_input(call.problem, *call.options.input));
    call.options.plan.by_hand = true;
    call.options.plan.unjudged = call.hand->answer.empty();
    // An input of one's own lies in no group.
    call.problem.group_rules = model::GroupRules::none;
    call.problem.is_scoring = false;
    call.scoring_note.clear();
  }
  if (!call.needs_tests) return {};
  ARBITER_SET(call.plan, judge::make_plan(call.problem, call.loaded.submissions, languages,
                                          call.options.plan));
  return {};
}

Result<void> open(const Session& session, JudgeCall& call) {
  ARBITER_CHECK(open_boxes(call));
  if (!call.hand) return {};
  return answer_hand_input(session, call.programs_of(call.problem), *call.hand);
}

model::Judgement header_of(const JudgeCall& call) {
  const box::Mode mode = call.workshop.boxes->mode();
  model::Judgement judgement;
  judgement.arbiter_version = version();
  judgement.problem = call.problem.id;
  judgement.problem_root = call.located.problem_as_given;
  std::error_code gone;
  judgement.folder = std::filesystem::current_path(gone).string();
  judgement.machine = call.machine;
  judgement.jobs = call.jobs;
  judgement.limits = call.plan.limits;
  judgement.sandbox_mode = box::mode_name(mode);
  judgement.unsandboxed = mode == box::Mode::unsandboxed;
  judgement.planned_tests = call.plan.tests.size();
  judgement.is_scoring = call.problem.is_scoring;
  return judgement;
}

Result<std::vector<model::SubmissionJudgement>> execute(const JudgeCall& call,
                                                        judge::Observer& observer,
                                                        judge::TestCache* cache) {
  judge::ExecuteOptions how;
  how.jobs = call.jobs;
  how.cores = call.cores;
  how.additions.assign(call.options.additions.begin(), call.options.additions.end());
  how.stop = &call.interrupts->flag();
  return judge::execute({&call.plan, cache}, call.programs_of(*call.plan.problem), how, observer);
}

Result<std::vector<model::SubmissionJudgement>> execute(const Session& session,
                                                        const JudgeCall& call,
                                                        judge::TestCache* cache) {
  Recorder progress(session, nullptr, call.plan.tests.size() * call.plan.submissions.size());
  auto judged = execute(call, progress, cache);
  if (call.is_interrupted()) return interrupted_error();
  return judged;
}

std::unique_ptr<judge::TestCache> open_cache(const Session& session, const JudgeCall& call) {
  // What was measured once says nothing of the spread.
  if (call.options.no_cache || call.plan.repeat > 1 || call.hand) return nullptr;
  const std::filesystem::path folder = call.surroundings.paths.cache / "results";
  auto journal = store::Journal::open(folder, store::JournalUse::cache);
  if (!journal) {
    session.warn("known results cannot be used: " + journal.error().text(),
                 "delete " + folder.string());
    return nullptr;
  }
  return std::make_unique<StoredTests>(std::move(*journal), call.plan,
                                       surroundings_of(call.workshop.boxes->mode()));
}

std::unique_ptr<judge::TestCache> open_measuring_cache(const Session& session, JudgeCall& call) {
  return std::make_unique<MeasuringTests>(call.measured, call.plan, open_cache(session, call));
}

}  // namespace arbiter::cli
