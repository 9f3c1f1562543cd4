#include "judge/run/test_runner.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/retry.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/hints.hpp"
#include "judge/run/validator_run.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;

constexpr std::size_t k_head_bytes = 4096;

/// Nothing was handed in for the test, so nothing was run.
model::TestJudgement no_answer(const std::string& test) {
  model::TestJudgement judgement;
  judgement.name = test;
  judgement.verdict = Verdict::wa;
  judgement.run.ending = model::Ending::exited;
  judgement.message = "the submission has no answer for this test case";
  return judgement;
}

/// One judgement for several of the same test: the first that is not AC decides.
model::TestJudgement merge(std::vector<model::TestJudgement> all) {
  std::vector<Nanoseconds> times;
  times.reserve(all.size());
  for (const auto& one : all)
    times.push_back(one.run.cpu);
  const auto failing =
      std::ranges::find_if(all, [](const auto& one) { return one.verdict != Verdict::ac; });
  model::TestJudgement merged = std::move(failing == all.end() ? all.front() : *failing);
  const auto same =
      std::ranges::all_of(all, [&](const auto& one) { return one.verdict == merged.verdict; });
  if (!same) {
    merged.hints.emplace_back(
        "the verdict differs from run to run: the program is not "
        "deterministic, or near a limit");
  }
  merged.repeats = std::move(times);
  return merged;
}

}  // namespace

model::RunRecord not_executable() {
  model::RunRecord record;
  record.ending = model::Ending::exited;
  record.exit_status = 127;
  return record;
}

void add_input(const model::TestCase& test, model::TestJudgement& judgement) {
  if (judgement.verdict == Verdict::ac) return;
  const auto input = MappedFile::open(test.input);
  if (!input) return;
  const std::string_view bytes = input->bytes();
  judgement.input = {std::string(bytes.substr(0, k_head_bytes)),
                     Bytes{static_cast<std::int64_t>(bytes.size())}, split_lines(bytes).size(),
                     store::sha256(bytes)};
}

box::RunRequest submission_request(const Executable& executable, const model::RunLimits& limits) {
  box::RunRequest run = request_of(executable, limits);
  run.cpu_limit = stopping_time(limits.time);
  return run;
}

TestRunner::TestRunner(const Plan& plan, box::BoxFactory& boxes,
                       std::unique_ptr<OutputChecker> checker, int core)
    : plan_(plan), boxes_(boxes), checker_(std::move(checker)), core_(core) {}

void TestRunner::begin(const Executable& executable, const PlannedSubmission& planned) {
  box_.reset();
  checker_->begin_submission();
  executable_ = &executable;
  planned_ = &planned;
  if (match_) match_->begin(executable, planned);
  request_ = submission_request(executable, planned.limits);
}

Result<FinishedRun> TestRunner::try_run(std::size_t test, const Pass* pass,
                                        const std::vector<std::string>& argv) {
  // It is given back where all went well.
  auto box = std::move(box_);
  if (!box) {
    ARBITER_SET(box, make_box(*executable_, box::Policy::submission, boxes_, core_));
  }
  const model::TestCase& of_test = plan_.problem->tests[test];
  ARBITER_TRY(input, input_of(of_test, pass));
  ARBITER_TRY(output, memory_file("output"));
  ARBITER_TRY(error, memory_file("error"));
  ARBITER_TRY(work, open_work_files(*executable_, of_test));
  request_.files = work.files;
  request_.argv = argv;
  if (!executable_->holds_answers) {
    request_.argv.insert(request_.argv.end(), of_test.args.begin(), of_test.args.end());
  } else if (const ProgramFile* answer = find_answer(executable_->files, of_test.name)) {
    request_.argv.push_back("/program/" + answer->name);
  }
  for (const std::string& name : plan_.problem->input_files) {
    request_.files.push_back({name, input.get(), false});
  }
  for (const std::string& name : named_)
    request_.files.push_back({name, input.get(), false});
  const std::vector<std::string>& output_files = plan_.problem->output_files;
  request_.collect = output_files;
  request_.collect.insert(request_.collect.end(), named_.begin(), named_.end());
  auto report = box->run(request_, {input.get(), output.get(), error.get()});
  if (!report && report.error().kind == ErrorKind::not_executable) {
    return FinishedRun{not_executable(), std::move(output), std::move(error)};
  }
  if (!report) return std::move(report).error();
  if (!report->is_worn) box_ = std::move(box);
  std::vector<UniqueFd>& collected = report->collected;
  std::vector<UniqueFd> named;
  for (; collected.size() > output_files.size(); collected.pop_back())
    named.insert(named.begin(), std::move(collected.back()));
  FinishedRun finished{to_record(*report), choose_output(collected, std::move(output)),
                       std::move(error), std::move(input)};
  finished.named = std::move(named);
  finished.heap = heap_claim(finished.record, finished.error.get(), *executable_);
  return finished;
}

FinishedRun TestRunner::run(std::size_t test, const Pass* pass) {
  return settle_heap(*executable_, planned_->limits, [&](const auto& argv) {
    auto finished = box::try_twice(
        [&] { return try_run(test, pass, argv); },
        [](const FinishedRun& tried) { return may_be_stopped_from_outside(tried.record); });
    return finished ? std::move(finished).value()
                    : FinishedRun{fault_record(finished.error().text()), {}, {}};
  });
}

JudgedPass TestRunner::judge_pass(std::size_t test, const Pass* pass) {
  if (match_) return match_->judge(test, pass);
  JudgedPass judged;
  model::TestJudgement& judgement = judged.judgement;
  const std::string& name = plan_.problem->tests[test].name;
  if (executable_->holds_answers && find_answer(executable_->files, name) == nullptr) {
    judgement = no_answer(name);
    return judged;
  }
  const FinishedRun finished = run(test, pass);
  // The next pass has another box. This one ends while the output is checked.
  if (pass != nullptr && box_) box_->end();
  const model::RunLimits& limits = planned_->limits;
  judgement.name = name;
  judgement.run = finished.record;
  CheckOutcome outcome;
  const auto output = MappedFile::of_descriptor(finished.output.get());
  if (may_be_checked(finished.record, limits)) {
    outcome = output ? checker_->check({test, finished.input.get(), finished.output.get(),
                                        output->bytes(), pass})
                     : fault_outcome(output.error().text());
  }
  judgement.verdict = decide(finished.record, limits, outcome);
  judgement.message = reason(finished.record, limits, outcome);
  judgement.first_difference = std::move(outcome.first_difference);
  judgement.score_file = outcome.score;
  judgement.score_multiplier = outcome.score_multiplier;
  judged.end = std::move(outcome.pass_end);
  if (judgement.verdict == Verdict::ac && !plan_.keep_outputs) return judged;
  if (output) judgement.output_head = output->bytes().substr(0, plan_.most_output);
  const bool ended_by_itself =
      judgement.verdict == Verdict::wa || judgement.verdict == Verdict::rte;
  if (output && ended_by_itself) judgement.output_sha256 = store::sha256(output->bytes());
  if (finished.error) judgement.error_tail = tail_of(finished.error.get(), k_tail_bytes);
  const bool may_be_hinted_at = ended_by_itself || judgement.verdict == Verdict::mle;
  if (may_be_hinted_at && output && pass == nullptr)
    add_hints(test, finished, output->bytes(), judgement);
  return judged;
}

void TestRunner::add_hints(std::size_t test, const FinishedRun& finished, std::string_view output,
                           model::TestJudgement& judgement) {
  const auto& answer_file = plan_.problem->tests[test].answer;
  if (judgement.verdict == Verdict::wa && answer_file) {
    const auto answer = MappedFile::open(*answer_file);
    if (answer) judgement.hints = checkers::hints(answer->bytes(), output);
  }
  const bool may_be_right = judgement.verdict == Verdict::rte && !output.empty() &&
                            finished.record.ending == model::Ending::exited &&
                            plan_.checker.kind != PlannedChecker::Kind::none;
  const bool is_right =
      may_be_right &&
      checker_->check({test, finished.input.get(), finished.output.get(), output, nullptr}).kind ==
          CheckOutcome::Kind::accepted;
  const bool has_full_stack =
      judgement.verdict == Verdict::mle && plan_.runs_for_hints && crashes_with_less_stack(test);
  const auto more = hints_of(
      {finished.record, planned_->limits, output, judgement.error_tail, is_right, has_full_stack});
  judgement.hints.insert(judgement.hints.end(), more.begin(), more.end());
  if (judgement.verdict != Verdict::mle && plan_.runs_for_hints && planned_->submission != nullptr)
    add_hints_of_files(test, finished, output, judgement);
}

// One more run, in a box of its own: the next test finds the box that it would have found.
std::optional<FinishedRun> TestRunner::run_for_hint(std::size_t test) {
  auto kept = std::exchange(box_, nullptr);
  auto again = try_run(test, nullptr, executable_->argv);
  box_ = std::move(kept);
  if (!again || again->record.ending == model::Ending::fault) return std::nullopt;
  return std::move(again).value();
}

// Whether it is the stack that took the memory.
bool TestRunner::crashes_with_less_stack(std::size_t test) {
  request_.stack_limit.count = planned_->limits.memory.count / 2;
  const auto again = run_for_hint(test);
  request_.stack_limit.count = 0;
  return again && again->record.ending == model::Ending::signalled &&
         again->record.signal == SIGSEGV;
}

// One more run, in which the files that the program names hold the input, shows whether it reads
// or writes them.
void TestRunner::add_hints_of_files(std::size_t test, const FinishedRun& finished,
                                    std::string_view output, model::TestJudgement& judgement) {
  std::vector<std::string> names = named_files(*planned_->submission);
  const model::Problem& problem = *plan_.problem;
  std::erase_if(names, [&](const std::string& name) {
    return has_word(problem.input_files, name) || has_word(problem.output_files, name);
  });
  if (names.empty() || executable_->holds_answers) return;
  named_ = names;
  const auto again = run_for_hint(test);
  named_.clear();
  if (!again) return;
  const auto input = bytes_of(again->input);
  const auto printed = bytes_of(again->output);
  if (!input || !printed) return;
  std::string unchanged;
  for (std::size_t i = 0; i < again->named.size(); ++i) {
    const auto left = bytes_of(again->named[i]);
    if (left && *left == *input) {
      unchanged += fmt::format("{}'{}'", unchanged.empty() ? "" : " or ", names[i]);
    } else if (left) {
      judgement.hints.push_back(fmt::format(
          "the program writes to the file '{}'; {} is judged", names[i],
          problem.output_files.empty() ? "only standard output" : problem.output_files.front()));
    }
  }
  const model::RunRecord& before = finished.record;
  const bool is_changed = again->record.ending != before.ending || *printed != output ||
                          again->record.exit_status != before.exit_status ||
                          again->record.signal != before.signal;
  if (!is_changed || unchanged.empty()) return;
  judgement.hints.push_back(fmt::format(
      "the program reads the file {}, which is not there: the input is {}", unchanged,
      problem.input_files.empty() ? "on standard input" : "in " + problem.input_files.front()));
}

model::TestJudgement TestRunner::judge(std::size_t test) {
  const model::TestCase& data = plan_.problem->tests[test];
  if (data.is_static)
    return validate_files(*plan_.problem, data, *static_validator_, *planned_->submission,
                          *executable_, boxes_);
  const auto judge_once = [&] {
    if (!plan_.problem->is_multi_pass) return judge_pass(test, nullptr).judgement;
    return judge_passes(plan_.problem->limits.validation_passes, [&](const Pass& pass) {
      box_.reset();
      if (match_) match_->begin_pass();
      return judge_pass(test, &pass);
    });
  };
  if (plan_.repeat <= 1) return judge_once();
  std::vector<model::TestJudgement> all;
  all.reserve(static_cast<std::size_t>(plan_.repeat));
  for (int i = 0; i < plan_.repeat; ++i)
    all.push_back(judge_once());
  return merge(std::move(all));
}

}  // namespace arbiter::judge
