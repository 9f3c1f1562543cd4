#include "judge/game/judges.hpp"

#include <optional>
#include <utility>

#include "base/file.hpp"
#include "box/box.hpp"
#include "box/retry.hpp"
#include "judge/game/game.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/program_run.hpp"
#include "judge/run/validator_run.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;
using model::Verdict;

// What the box would do at the latest if nobody here watched the game.
constexpr std::chrono::seconds k_slack{10};

/// Of a run that was stopped at once, since it or another one was over these limits.
model::RunRecord submission_record(const box::RunReport& report, const GameSigns& seen) {
  model::RunRecord record = to_record(report);
  if (record.ending != Ending::stopped) return record;
  if (seen.over_output) record.ending = Ending::output_limit;
  if (seen.over_wall) record.ending = Ending::wall_limit;
  return record;
}

void set_facts(const GameReports& reports, GameFacts& facts) {
  static_cast<GameSigns&>(facts) = reports;
  facts.submission = submission_record(*reports.submission, reports);
  facts.referee = to_record(*reports.referee);
  facts.referee_first = reports.referee->ended < reports.submission->ended;
  facts.deadlock = reports.deadlock && facts.submission.ending == Ending::stopped;
}

/// Judges tests of an interactive problem, a game each: the submission and the referee in boxes of
/// their own, which serve one submission. Where the plan wants the logs of accepted games judged,
/// `log_checker` does that; else it may be null. One a worker.
class Match final : public Round {
 public:
  Match(const Plan& plan, box::BoxFactory& boxes, const Executable& referee,
        std::unique_ptr<OutputChecker> log_checker, int core)
      : plan_(plan),
        boxes_(boxes),
        referee_(referee),
        log_checker_(std::move(log_checker)),
        core_(core) {}

  void begin(const Executable& executable, const PlannedSubmission& planned) override {
    leave_boxes();
    if (log_checker_) log_checker_->begin_submission();
    executable_ = &executable;
    planned_ = &planned;
    relays_ = plan_.transcript;
  }

  void begin_pass() override { submission_boxes_.clear(); }

  JudgedPass judge(std::size_t test, const Pass* pass) override {
    Played played = play(test, pass);
    const Blame verdict = blame(played.facts, planned_->limits, plan_.checker.policy);
    JudgedPass judged;
    judged.end = std::move(played.said.pass_end);
    model::TestJudgement& judgement = judged.judgement;
    judgement.name = plan_.problem->tests[test].name;
    judgement.verdict = verdict.verdict;
    judgement.message = verdict.reason;
    if (verdict.verdict == Verdict::ac || verdict.verdict == Verdict::wa) {
      decide_as_said(test, played, judgement);
    }
    judgement.score_file = played.said.score;
    judgement.score_multiplier = played.said.score_multiplier;
    judgement.run = std::move(played.facts.submission);
    if (judgement.verdict == Verdict::ole) {
      set_limit(judgement.run, Ending::output_limit);
    }
    judgement.transcript = std::move(played.transcript);
    judgement.referee_is_silent = played.facts.referee_is_silent;
    if (judgement.verdict == Verdict::ac && !plan_.keep_outputs) return judged;
    judgement.error_tail = std::move(played.error_tail);
    if (judgement.verdict == Verdict::tle && !played.facts.has_written) {
      judgement.hints.emplace_back(
          "nothing of the output ever arrived: flush it after every message");
    }
    return judged;
  }

 private:
  struct Played {
    GameFacts facts;
    CheckOutcome said;  ///< by the referee, with its points and its wish for another pass
    UniqueFd log;       ///< that it left, if that is to be judged
    HeapClaim heap = HeapClaim::none;  ///< of the submission
    std::string error_tail;            ///< of the submission
    std::optional<model::Transcript> transcript;
  };

  void leave_boxes() {
    submission_boxes_.clear();
    referee_box_.reset();
  }

  Result<void> ensure_boxes() {
    while (submission_boxes_.size() < static_cast<std::size_t>(plan_.problem->processes)) {
      const int core = submission_boxes_.empty() ? core_ : -1;
      ARBITER_TRY(box, make_box(*executable_, box::Policy::submission, boxes_, core));
      submission_boxes_.push_back(std::move(box));
    }
    if (!referee_box_) {
      ARBITER_SET(referee_box_, make_box(referee_, box::Policy::package, boxes_, core_));
    }
    return {};
  }

  /// What the processes of a submission are told of the manager's channels and of themselves.
  [[nodiscard]] std::vector<std::string> process_arguments(int number) const {
    const model::Problem& problem = *plan_.problem;
    std::vector<std::string> words;
    if (problem.opens_channels) words = {"/dev/stdin", "/dev/stdout"};
    if (problem.tells_process || problem.processes > 1) words.push_back(std::to_string(number));
    return words;
  }

  /// The same as try_play with a manager of CMS.
  Result<Played> try_talk(std::size_t test, const std::vector<std::string>& argv) {
    const model::TestCase& data = plan_.problem->tests[test];
    const auto count = static_cast<std::size_t>(plan_.problem->processes);
    ARBITER_TRY(input, open_read(data.input));
    ARBITER_TRY(input_file, open_read(data.input));
    ARBITER_TRY(output, memory_file("outcome"));
    ARBITER_TRY(manager_error, memory_file("manager-error"));
    ARBITER_TRY(work, open_work_files(*executable_, data));
    std::vector<box::RunRequest> requests;
    std::vector<UniqueFd> errors;
    for (std::size_t i = 0; i < count; ++i) {
      box::RunRequest& request =
          requests.emplace_back(submission_request(*executable_, planned_->limits));
      request.argv = argv;
      const auto words = process_arguments(static_cast<int>(i));
      request.argv.insert(request.argv.end(), words.begin(), words.end());
      request.files = work.files;
      request.wall_limit += plan_.problem->limits.validation_time + k_slack;
      ARBITER_TRY(error, memory_file("error"));
      errors.push_back(std::move(error));
    }
    std::vector<GameSide> sides;
    for (std::size_t i = 0; i < count; ++i)
      sides.push_back({*submission_boxes_[i], requests[i], errors[i].get()});
    box::RunRequest request = validator_request(plan_, referee_, ProgramRole::interactor, data);
    const auto names = channel_names(plan_.problem->processes);
    request.argv.insert(request.argv.end(), names.begin(), names.end());
    request.wall_limit += requests[0].wall_limit;
    // Some read the test from there.
    request.files = {{"input.txt", input_file.get(), false}};
    const GameSide manager{*referee_box_, request, manager_error.get()};
    ARBITER_TRY(reports, talk(sides, manager, std::move(input), output.get(), planned_->limits));
    Played played;
    ARBITER_CHECK(set_facts_of_talk(reports, played.facts));
    played.facts.message = feedback_message(*reports.manager, manager_error.get());
    played.log = std::move(output);
    hear_manager(played);
    played.error_tail = tail_of(errors[0].get(), k_tail_bytes);
    // A process may be left behind that holds one of the many ends.
    leave_boxes();
    return played;
  }

  Result<void> set_facts_of_talk(TalkReports& reports, GameFacts& facts) const {
    if (!reports.manager) {
      return std::move(reports.manager).error().within("the manager could not be run");
    }
    std::vector<model::RunRecord> records;
    facts.protocol = model::CallProtocol::cms;
    facts.referee = to_record(*reports.manager);
    facts.referee_first = true;
    for (Result<box::RunReport>& one : reports.processes) {
      if (!one && one.error().kind != ErrorKind::not_executable) return std::move(one).error();
      records.push_back(one ? submission_record(*one, reports) : not_executable());
      if (one && one->ended < reports.manager->ended) facts.referee_first = false;
    }
    facts.submission = together(records, planned_->limits);
    facts.over_output = reports.over_output;
    return {};
  }

  void hear_manager(Played& played) const {
    const model::RunRecord& end = played.facts.referee;
    if (!has_spoken(end, played.facts.protocol)) return;
    played.said.kind = CheckOutcome::Kind::accepted;
    // What it printed is for the checker then.
    if (plan_.problem->output_validator) return;
    auto outcome =
        outcome_of_status({played.facts.protocol, ProgramRole::interactor, end.exit_status,
                           played.facts.message, head_of(played.log.get(), k_tail_bytes)},
                          plan_.problem->checker_points);
    if (outcome) played.said = *std::move(outcome);
  }

  Result<Played> try_play(std::size_t test, const Pass* pass,
                          const std::vector<std::string>& argv) {
    ARBITER_CHECK(ensure_boxes());
    if (protocol_of(*plan_.problem, ProgramRole::interactor) == model::CallProtocol::cms) {
      return try_talk(test, argv);
    }
    const model::TestCase& data = plan_.problem->tests[test];
    if (!data.answer) return judge_error("the test case has no answer file");
    ARBITER_TRY(input, input_of(data, pass));
    ARBITER_TRY(answer, open_read(*data.answer));
    ARBITER_TRY(error, memory_file("error"));
    ARBITER_TRY(referee_error, memory_file("referee-error"));
    ARBITER_TRY(work, open_work_files(*executable_, data));
    box::RunRequest request = submission_request(*executable_, planned_->limits);
    request.argv = argv;
    request.argv.insert(request.argv.end(), data.args.begin(), data.args.end());
    request.files = work.files;
    // The game's own limit grows with the CPU time that the referee takes.
    request.wall_limit += plan_.problem->limits.validation_time + k_slack;
    box::RunRequest referee = validator_request(plan_, referee_, ProgramRole::interactor, data);
    referee.wall_limit += request.wall_limit;
    referee.files = {{"input", input.get(), false}, {"answer", answer.get(), false}};
    ARBITER_TRY(kept, continue_from(pass, referee));
    const EarlyClose closes = early_close(plan_.checker.policy);
    const GameSide submission_side{*submission_boxes_.front(), request, error.get(),
                                   closes.submission};
    const auto protocol = protocol_of(*plan_.problem, ProgramRole::interactor);
    const GameSide referee_side{*referee_box_, referee, referee_error.get(), closes.referee,
                                protocol};
    TranscriptRecorder recorder;
    ARBITER_TRY(reports, play_game(submission_side, referee_side, planned_->limits,
                                   relays_ ? &recorder : nullptr));
    // What one side did to the pipes may have been what the other failed at.
    if (reports.is_barred && !relays_) {
      relays_ = true;
      leave_boxes();
      return try_play(test, pass, argv);
    }
    Played played;
    played.facts.protocol = protocol;
    if (plan_.transcript) played.transcript = recorder.take();
    if (!reports.submission && reports.submission.error().kind == ErrorKind::not_executable) {
      leave_boxes();
      played.facts.submission = not_executable();
      played.facts.referee.ending = Ending::stopped;
      return played;
    }
    if (!reports.submission) return std::move(reports.submission).error();
    if (!reports.referee) {
      return std::move(reports.referee).error().within("the referee could not be run");
    }
    set_facts(reports, played.facts);
    played.heap = heap_claim(played.facts.submission, error.get(), *executable_);
    played.facts.message = feedback_message(*reports.referee, referee_error.get());
    ARBITER_CHECK(hear_referee(*reports.referee, pass, played));
    played.error_tail = tail_of(error.get(), k_tail_bytes);
    if (reports.submission->is_worn) submission_boxes_.clear();
    if (reports.referee->is_worn) referee_box_.reset();
    return played;
  }

  Result<void> hear_referee(box::RunReport& report, const Pass* pass, Played& played) const {
    const model::RunRecord& end = played.facts.referee;
    const EndedCheck ended{played.facts.protocol, ProgramRole::interactor, end.exit_status,
                           played.facts.message};
    if (!has_spoken(end, ended.protocol)) return {};
    if (auto outcome = outcome_of_status(ended, plan_.problem->checker_points)) {
      played.said = *std::move(outcome);
    }
    ARBITER_CHECK(add_leftovers(report, pass, played.said));
    if (!plan_.checker.judges_log) return {};
    ARBITER_SET(played.log, take_log(report));
    return {};
  }

  Played play(std::size_t test, const Pass* pass) {
    const auto record_of = [](Played& played) -> model::RunRecord& {
      return played.facts.submission;
    };
    const auto play_as = [&](const std::vector<std::string>& argv) {
      auto played = box::try_twice(
          [&] {
            auto tried = try_play(test, pass, argv);
            if (!tried) leave_boxes();
            return tried;
          },
          [](const Played& tried) {
            return may_be_stopped_from_outside(tried.facts.submission) ||
                   may_be_stopped_from_outside(tried.facts.referee);
          });
      if (played) return std::move(played).value();
      Played failed;
      failed.facts.submission = fault_record(played.error().text());
      return failed;
    };
    return settle_heap(*executable_, planned_->limits, play_as, record_of);
  }

  CheckOutcome check_log(std::size_t test, const Played& played) {
    const auto input = open_read(plan_.problem->tests[test].input);
    const auto log = MappedFile::of_descriptor(played.log.get());
    if (input && log) {
      return log_checker_->check({test, input->get(), played.log.get(), log->bytes()});
    }
    return fault_outcome(input ? log.error().text() : input.error().text());
  }

  /// For games that the referee decides: what its word, and then the checker's, makes of them.
  void decide_as_said(std::size_t test, Played& played, model::TestJudgement& judgement) {
    using Kind = CheckOutcome::Kind;
    CheckOutcome& said = played.said;
    const bool is_accepted = judgement.verdict == Verdict::ac && said.kind == Kind::accepted;
    const bool has_points = said.score || said.score_multiplier;
    // Points that the referee gives are final.
    if (is_accepted && plan_.checker.judges_log && !has_points) said = check_log(test, played);
    if (said.kind == Kind::fault) judgement.verdict = Verdict::je;
    if (said.kind == Kind::rejected) judgement.verdict = Verdict::wa;
    if (judgement.verdict != Verdict::ac) judgement.message = said.message;
    judgement.first_difference = std::move(said.first_difference);
  }

  const Plan& plan_;
  box::BoxFactory& boxes_;
  const Executable& referee_;
  std::unique_ptr<OutputChecker> log_checker_;
  int core_;
  const Executable* executable_ = nullptr;
  const PlannedSubmission* planned_ = nullptr;
  bool relays_ = false;                                      ///< all that is written comes by here
  std::vector<std::unique_ptr<box::Box>> submission_boxes_;  ///< one for each of its processes
  std::unique_ptr<box::Box> referee_box_;
};

bool has_referee(const Plan& plan) {
  return plan.checker.kind == PlannedChecker::Kind::referee;
}

}  // namespace

std::unique_ptr<OutputChecker> make_checker(const Plan& plan, const Judges& judges,
                                            box::BoxFactory& boxes, int core) {
  if (plan.checker.kind == PlannedChecker::Kind::none) return accepting_checker();
  if (has_referee(plan) && !plan.checker.judges_log) return accepting_checker();
  if (plan.checker.standard != nullptr) return standard_checker(plan);
  return program_checker(plan, judges.checker, boxes, core);
}

Result<Judges> compile_judges(const Plan& plan, const PackagePrograms& programs) {
  Judges judges;
  const bool judges_outputs = !has_referee(plan) || plan.checker.judges_log;
  const bool is_none = plan.checker.kind == PlannedChecker::Kind::none;
  if (has_referee(plan)) {
    ARBITER_SET(judges.referee, compile_referee(programs));
  }
  if (judges_outputs && !is_none && plan.checker.standard == nullptr) {
    ARBITER_SET(judges.checker, compile_package_program(programs, *plan.problem->output_validator,
                                                        "the output validator"));
  }
  const bool validates = std::ranges::any_of(
      plan.tests, [&](std::size_t test) { return plan.problem->tests[test].is_static; });
  if (validates) {
    ARBITER_SET(
        judges.static_validator,
        compile_package_program(programs, *plan.problem->static_validator, "the static validator"));
  }
  return judges;
}

std::unique_ptr<TestRunner> make_runner(const Plan& plan, const Judges& judges,
                                        box::BoxFactory& boxes, int core) {
  auto checker = make_checker(plan, judges, boxes, core);
  std::unique_ptr<Round> match;
  if (has_referee(plan)) {
    match = std::make_unique<Match>(plan, boxes, judges.referee,
                                    std::exchange(checker, accepting_checker()), core);
  }
  auto runner = std::make_unique<TestRunner>(plan, boxes, std::move(checker), core);
  if (match) runner->play_against(std::move(match));
  runner->validate_with(judges.static_validator);
  return runner;
}

}  // namespace arbiter::judge
