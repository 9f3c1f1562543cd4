#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/instant.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "cli/judge/call.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/generate/known_tests.hpp"
#include "judge/verdict/scoring.hpp"
#include "report/json/documents.hpp"

namespace arbiter::cli {
namespace {

report::PlanDocument document_of(const judge::Plan& plan) {
  report::PlanDocument document;
  document.arbiter_version = version();
  document.problem = plan.problem->id;
  document.checker = judge::describe(plan.checker);
  document.limits = plan.limits;
  document.repeat = plan.repeat;
  if (plan.problem->is_multi_pass) document.most_passes = plan.problem->limits.validation_passes;
  document.fail_fast = plan.fail_fast;
  for (const judge::PlannedSubmission& planned : plan.submissions) {
    document.submissions.push_back(
        {planned.submission->given, planned.submission->language->id, planned.limits});
  }
  for (const std::size_t test : plan.tests)
    document.tests.push_back(plan.problem->tests[test].name);
  return document;
}

Tally tally_of(const model::Judgement& judgement) {
  Tally tally;
  tally.submissions = judgement.submissions.size();
  for (const model::SubmissionJudgement& one : judgement.submissions) {
    if (one.unfinished || (one.verdict == model::Verdict::je && !one.as_expected)) {
      ++tally.not_judged;
    } else if (one.as_expected) {
      ++tally.as_expected;
    }
  }
  return tally;
}

class JudgeVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    cli::declare(app, options_);
    cli::declare(app, engine_);
  }

  Result<int> run(const Session& session) override {
    const auto judge_one = [&](JudgeCall& call) {
      return end(session, call, judge(session, call), "interrupted before anything was judged");
    };
    if (options_.problems) return judge_several(session, options_, judge_one);
    JudgeCall call;
    call.options = options_;
    return judge_one(call);
  }

 private:
  Result<int> judge(const Session& session, JudgeCall& call) const {
    ARBITER_CHECK(check_together(engine_, call.options));
    ARBITER_CHECK(prepare(session, call));
    if (call.options.dry_run) return show_plan(call);
    ARBITER_CHECK(open(session, call));
    if (call.options.finds_time_limit) ARBITER_CHECK(calibrate(session, call));
    ARBITER_TRY(run, begin_run(session, call));
    Recorder recorder(session, run ? &*run : nullptr,
                      call.plan.tests.size() * call.plan.submissions.size());
    ARBITER_TRY(judgement, execute(session, call, run ? run->id() : "", recorder));
    for (const std::string& warning : call.workshop.compiler->take_warnings())
      session.warn(warning);
    tell_of_known(session, judgement);
    call.tally = tally_of(judgement);
    const bool are_valid = look_at_inputs(session, call, judgement);
    int status = judge::exit_status_of(judgement);
    const bool has_fault = !are_valid || referee_hangs(session, judgement);
    if (has_fault && status <= 1) status = exit_status(ErrorKind::invalid_package);
    judgement.exit_status = status;
    recorder.end(judgement);
    const auto written =
        write_outputs(call.outputs, judgement, session.out(), files_of(session, call));
    // --out is asked for as much as -o is.
    const std::optional<Error> failure =
        written ? (call.options.out ? recorder.failure() : std::nullopt) : written.error();
    if (failure) status = failed_to_write(session, *failure, status);
    wait_for_background(session, call);
    return status;
  }

  static Result<int> show_plan(JudgeCall& call) {
    std::vector<std::string> measured;
    if (call.options.finds_time_limit) {
      ARBITER_SET(measured, plan_calibration(call));
    }
    if (call.options.format == "json") {
      report::PlanDocument document = document_of(call.plan);
      document.measured_first = std::move(measured);
      return end_with(report::plan_document(document));
    }
    std::string text = judge::describe(call.plan);
    if (!measured.empty()) {
      text += fmt::format("first, {} ran to find the time limit; the times above are theirs\n",
                          fmt::join(measured, ", "));
    }
    return end_with(text);
  }

  /// Documents say it of every test; people are told once.
  static void tell_of_known(const Session& session, const model::Judgement& judgement) {
    std::size_t known = 0;
    for (const auto& submission : judgement.submissions) {
      known += static_cast<std::size_t>(
          std::ranges::count(submission.tests, true, &model::TestJudgement::cached));
    }
    if (known == 0 || !session.err().is_terminal) return;
    write_text(STDERR_FILENO,
               fmt::format("{} {} known from an earlier run; --no-cache runs every test again\n",
                           known, known == 1 ? "result is" : "results are"));
  }

  /// The inputs that are doubted before verdicts are shown: where a package judges itself all of
  /// them, else the first that each submission fails.
  static std::vector<std::size_t> doubted(const JudgeCall& call,
                                          const model::Judgement& judgement) {
    if (call.hand || call.is_interrupted() || call.problem.input_validators.empty()) return {};
    if (call.located.submissions.empty() && call.options.plan.tests.empty()) return call.plan.tests;
    std::set<std::string> failed;
    for (const model::SubmissionJudgement& one : judgement.submissions) {
      const auto first = std::ranges::find_if(
          one.tests, [](const auto& test) { return test.verdict != model::Verdict::ac; });
      if (first != one.tests.end()) failed.insert(first->name);
    }
    std::vector<std::size_t> tests;
    for (const std::size_t test : call.plan.tests) {
      if (failed.contains(call.problem.tests[test].name)) tests.push_back(test);
    }
    return tests;
  }

  /// Whether the problem's own validators accept what was doubted; warns of what they refuse, and
  /// of validators that fail, which changes no verdict.
  static bool look_at_inputs(const Session& session, const JudgeCall& call,
                             const model::Judgement& judgement) {
    const std::vector<std::size_t> tests = doubted(call, judgement);
    if (tests.empty()) return true;
    const store::HostPaths& paths = call.surroundings.paths;
    judge::SideBySide how;
    how.jobs = call.jobs;
    how.is_stopped = [&call] { return call.is_interrupted(); };
    how.progress = [](std::size_t, std::size_t, const std::string&) {};
    const auto invalid = judge::find_invalid_inputs(
        call.programs_of(call.problem), judge::Kits::find(paths.share, paths.cache).hash,
        paths.cache, tests, how);
    if (!invalid) {
      session.warn("the inputs were not validated: " + invalid.error().text(),
                   invalid.error().help);
      return true;
    }
    for (const judge::InvalidInput& one : *invalid) {
      const std::string_view said = one.message;
      session.warn(fmt::format("the input validator {} refuses the input of {}{}{}", one.validator,
                               one.test, said.empty() ? "" : ": ", said.substr(0, said.find('\n'))),
                   "a failure on it says nothing about a submission; correct the test case or the "
                   "validator");
    }
    if (invalid->empty() && call.located.submissions.empty() && session.err().is_terminal) {
      write_text(STDERR_FILENO,
                 fmt::format("the input validators accept all {} inputs; statements, answers and "
                             "the output validator were not checked\n",
                             tests.size()));
    }
    return invalid->empty();
  }

  /// Whether all of the package's programs that must be accepted were stopped in a game in which
  /// the referee had written nothing. Warns of it: the referee is what they have in common.
  static bool referee_hangs(const Session& session, const model::Judgement& judgement) {
    const auto must_be_accepted = [](const model::SubmissionJudgement& one) {
      return one.label && one.expected == std::vector{model::Verdict::ac} && !one.unfinished;
    };
    std::size_t accepted = 0;
    for (const model::SubmissionJudgement& one : judgement.submissions) {
      if (!must_be_accepted(one)) continue;
      ++accepted;
      const auto hangs = [](const model::TestJudgement& test) {
        return test.verdict == model::Verdict::tle && test.referee_is_silent;
      };
      if (std::ranges::none_of(one.tests, hangs)) return false;
    }
    if (accepted == 0) return false;
    session.warn(
        "every accepted program of the package hangs on a referee that writes nothing: it loops, "
        "waits, or does not flush",
        "let the referee flush after each message, and read no more than there is");
    return true;
  }

  /// The document that standard output may hold is out by now, so there is no second one.
  static int failed_to_write(const Session& session, const Error& error, int status) {
    Session without = session;
    without.json_errors = false;
    const int failed = without.fail(error);
    return status == exit_status(ErrorKind::interrupted) ? status : failed;
  }

  static void wait_for_background(const Session& session, const JudgeCall& call) {
    judge::Compiler& compiler = *call.workshop.compiler;
    if (call.is_interrupted() || !compiler.is_busy()) return;
    if (session.err().is_terminal) {
      write_text(STDERR_FILENO,
                 "making a precompiled header once, for faster compiles; Ctrl-C postpones it\n");
    }
    compiler.wait_for_background();
  }

  [[nodiscard]] model::Judgement header(const Session& session, const JudgeCall& call,
                                        const std::string& run_id) const {
    model::Judgement judgement = header_of(call);
    const auto hash = judge::hash_problem(call.problem);
    judgement.problem_hash = hash ? *hash : std::string();
    judgement.run = run_id;
    judgement.started = utc_now();
    judgement.asked_tests = call.options.plan.tests;
    judgement.repeat_options = repeating(session.typed, call.found_time_limit);
    judgement.found_time_limit = call.found_time_limit;
    judgement.scoring_note = call.scoring_note;
    judgement.is_plain_folder = call.problem.is_plain_folder;
    return judgement;
  }

  /// None, after a warning, where the usual place cannot be written; with --out that is an error.
  Result<std::optional<store::Run>> begin_run(const Session& session, const JudgeCall& call) const {
    auto store = store::RunStore::open(call.surroundings.paths.state);
    std::optional<std::filesystem::path> folder;
    if (call.options.out) folder = *call.options.out;
    auto run = store ? store->begin(folder) : Result<store::Run>(store.error());
    if (run) {
      store->prune();
      return std::optional<store::Run>(std::move(*run));
    }
    if (folder)
      return at_flag(std::move(run).error(), "--out", "name a folder that can be written");
    session.warn("this run is not stored: " + run.error().text(), run.error().help);
    return std::optional<store::Run>();
  }

  /// What is still to be recorded is the end.
  Result<model::Judgement> execute(const Session& session, JudgeCall& call,
                                   const std::string& run_id, Recorder& recorder) const {
    model::Judgement judgement = header(session, call, run_id);
    call.plan.keep_inputs = true;
    ARBITER_TRY(cache, judge_on_nodes(session, engine_, call));
    if (!cache) {
      cache =
          call.found_time_limit ? open_measuring_cache(session, call) : open_cache(session, call);
    }
    recorder.begin(judgement);
    auto submissions = cli::execute(call, recorder, cache.get());
    judgement.interrupted = call.is_interrupted();
    judgement.finished = utc_now();
    recorder.rest();
    if (submissions) judgement.submissions = std::move(*submissions);
    if (submissions || judgement.interrupted) return judgement;
    judgement.exit_status = exit_status(submissions.error().kind);
    recorder.end(judgement);
    return std::move(submissions).error();
  }

  JudgeOptions options_;
  EngineOptions engine_;
};

}  // namespace

const VerbRow k_judge_verb = {"judge", "[PROBLEM] [SUBMISSION...] ",
                              "Judge submissions, or all labelled ones of a problem",
                              make_verb<JudgeVerb>};

}  // namespace arbiter::cli
