#include "stress/trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::stress {
namespace {

using model::TestJudgement;
using model::Verdict;

/// A name by which this process can open the file again. Only the judge does; programs get copies.
std::filesystem::path path_of(const UniqueFd& file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

Result<void> fill(const UniqueFd& file, std::string_view bytes) {
  if (::ftruncate(file.get(), 0) != 0 || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    return judge_error("cannot empty a file in memory");
  }
  return write_all(file.get(), bytes);
}

// One in so many inputs is decided by a run as `judge` makes it, whatever a server of calls says.
constexpr std::int64_t k_plain_every = 16;
// One that so often sees a failure where there is none costs more than it saves.
constexpr int k_most_wrong_alarms = 8;

judge::CheckOutcome fault_of(const Error& error) {
  return {judge::CheckOutcome::Kind::fault, error.text(), std::nullopt};
}

/// Those that ended well, by what they wrote.
struct Party {
  std::vector<std::size_t> members;
  std::string output;
};

/// The party that is right; null if that cannot be told.
const Party* majority_of(const std::vector<Party>& parties, std::size_t of) {
  const auto largest = std::ranges::max_element(
      parties, [](const Party& a, const Party& b) { return a.members.size() < b.members.size(); });
  if (largest == parties.end() || largest->members.size() < 2) return nullptr;
  return 2 * largest->members.size() > of ? &*largest : nullptr;
}

}  // namespace

Result<std::unique_ptr<Trial>> Trial::open(const Contestants& contestants,
                                           const judge::Judges& judges, box::BoxFactory& boxes,
                                           int core) {
  std::unique_ptr<Trial> trial(new Trial(contestants, judges, boxes, core));
  ARBITER_CHECK(trial->prepare());
  return trial;
}

Trial::Trial(const Contestants& contestants, const judge::Judges& judges, box::BoxFactory& boxes,
             int core)
    : contestants_(contestants),
      judges_(judges),
      boxes_(boxes),
      core_(core),
      problem_(contestants.problem),
      runners_(contestants.submissions.size()),
      shortcuts_(contestants.submissions.size()) {}

Result<void> Trial::prepare() {
  ARBITER_SET(input_, memory_file("input"));
  ARBITER_SET(answer_, memory_file("answer"));
  model::TestCase test;
  test.name = "input";
  test.input = path_of(input_);
  test.answer = path_of(answer_);
  test.args = problem_.args;
  problem_.tests = {std::move(test)};
  // An input of one's own lies in no group.
  problem_.group_rules = model::GroupRules::none;
  judge::PlanOptions options = contestants_.options;
  options.by_hand = true;
  ARBITER_SET(
      plan_, judge::make_plan(problem_, contestants_.submissions, contestants_.languages, options));
  checker_ = judge::make_checker(plan_, judges_, boxes_, core_);
  prepare_shortcuts();
  return {};
}

// A server answers single runs.
void Trial::prepare_shortcuts() {
  const bool is_single_run = !problem_.is_interactive && !problem_.is_multi_pass &&
                             !problem_.is_submit_answer && plan_.repeat == 1;
  if (!is_single_run || !contestants_.has_answers) return;
  for (std::size_t i = 0; i < shortcuts_.size(); ++i) {
    const auto& server = contestants_.servers[i];
    const judge::Executable& plain = contestants_.executables[i];
    if (!server) continue;
    shortcuts_[i].program = std::make_unique<judge::BatchProgram>(boxes_, plain, &*server, core_);
  }
}

Result<void> Trial::set(std::string_view input, std::string_view answer) {
  ARBITER_CHECK(fill(input_, input));
  ARBITER_CHECK(fill(answer_, answer));
  input_bytes_ = input;
  return {};
}

judge::TestRunner& Trial::runner(std::size_t submission) {
  auto& runner = runners_[submission];
  if (!runner) {
    runner = judge::make_runner(plan_, judges_, boxes_, core_);
    runner->begin(contestants_.executables[submission], plan_.submissions[submission]);
  }
  return *runner;
}

TestJudgement Trial::judge_plainly(std::size_t submission) {
  TestJudgement judgement = runner(submission).judge(0);
  const model::RunLimits& limits = plan_.submissions[submission].limits;
  if (judge::is_near_limit(judgement.run, limits)) {
    judgement = judge::settle_rerun(std::move(judgement), runner(submission).judge(0), limits);
  }
  const double share = judgement.score_multiplier.value_or(1);
  if (judgement.verdict == Verdict::ac && share < 1) {
    judgement.verdict = Verdict::wa;
    judgement.message = fmt::format("gets {:.4g} % of the points", 100 * share);
  }
  return judgement;
}

TestJudgement Trial::judge(std::size_t submission) {
  Shortcut& shortcut = shortcuts_[submission];
  if (!shortcut.program) return judge_plainly(submission);
  const bool is_plain = shortcut.asked++ % k_plain_every == 0;
  std::optional<TestJudgement> quick;
  if (!is_plain) quick = ask_server(submission);
  if (quick) return *std::move(quick);
  TestJudgement judgement = judge_plainly(submission);
  const bool passes = judgement.verdict == Verdict::ac;
  if (!is_plain && passes) ++shortcut.wrong_alarms;
  // Only now is it asked what it would have let pass.
  const bool has_lied = is_plain && !passes && ask_server(submission).has_value();
  if (has_lied || shortcut.wrong_alarms > k_most_wrong_alarms) shortcut.program.reset();
  return judgement;
}

std::optional<TestJudgement> Trial::ask_server(std::size_t submission) {
  const model::RunLimits& limits = plan_.submissions[submission].limits;
  judge::ProgramCall call = judge::call_with_input(input_bytes_, problem_.input_files);
  call.arguments = problem_.args;
  call.collect = problem_.output_files;
  call.limits = limits;
  auto answer = shortcuts_[submission].program->ask_server(call);
  if (!answer || !judge::may_be_checked(answer->record, limits) ||
      judge::is_near_limit(answer->record, limits)) {
    return std::nullopt;
  }
  const judge::CheckOutcome outcome = check(answer->take_output());
  if (outcome.kind != judge::CheckOutcome::Kind::accepted) return std::nullopt;
  if (outcome.score_multiplier.value_or(1) < 1) return std::nullopt;
  TestJudgement judgement;
  judgement.name = problem_.tests[0].name;
  judgement.verdict = Verdict::ac;
  judgement.run = std::move(answer->record);
  return judgement;
}

judge::CheckOutcome Trial::check(std::string_view output, std::string_view answer) {
  if (const auto filled = fill(answer_, answer); !filled) return fault_of(filled.error());
  return check(output);
}

judge::CheckOutcome Trial::check(std::string_view output) {
  const auto copy = sealed_memory_file("output", output);
  if (!copy) return fault_of(copy.error());
  return checker_->check({0, input_.get(), copy->get(), output, nullptr});
}

std::vector<TestJudgement> Trial::compare() {
  std::vector<TestJudgement> all(contestants_.submissions.size());
  std::vector<Party> parties;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const judge::FinishedRun run = runner(i).run(0);
    const model::RunLimits& limits = plan_.submissions[i].limits;
    all[i].name = problem_.tests[0].name;
    all[i].run = run.record;
    if (!judge::may_be_checked(run.record, limits)) {
      all[i].verdict = judge::decide(run.record, limits, {});
      all[i].message = judge::reason(run.record, limits, {});
      if (run.error) all[i].error_tail = judge::tail_of(run.error.get(), judge::k_tail_bytes);
      continue;
    }
    all[i].verdict = Verdict::ac;
    const auto mapped = MappedFile::of_descriptor(run.output.get());
    const std::string output(mapped ? mapped->bytes() : std::string_view());
    all[i].output_head = output.substr(0, std::size_t{4096});
    const auto same = std::ranges::find_if(parties, [&](const Party& party) {
      return party.output == output ||
             check(output, party.output).kind == judge::CheckOutcome::Kind::accepted;
    });
    if (same == parties.end()) {
      parties.push_back({{i}, output});
    } else {
      same->members.push_back(i);
    }
  }
  if (parties.size() < 2) return all;
  const Party* majority = majority_of(parties, all.size());
  const Party& right = majority != nullptr ? *majority : parties.front();
  const std::string names = joined(right.members, ", ", [&](std::size_t member) {
    return contestants_.submissions[member].given;
  });
  for (const Party& party : parties) {
    if (&party == &right) continue;
    const judge::CheckOutcome outcome = check(party.output, right.output);
    for (const std::size_t member : party.members) {
      all[member].verdict = Verdict::wa;
      all[member].first_difference = outcome.first_difference;
      all[member].message = fmt::format(
          fmt::runtime(majority != nullptr ? "most programs say: {}" : "differs from {}"), names);
    }
  }
  return all;
}

Result<Examined> examine(Workplace& place, const std::string& input,
                         const std::vector<std::size_t>& submissions) {
  Examined examined;
  if (place.is_forbidden && place.is_forbidden(input)) {
    examined.refusal = "a test case has the same input";
    return examined;
  }
  ARBITER_SET(examined.refusal, place.bench.refusal(input));
  if (!examined.refusal.empty()) return examined;
  ARBITER_TRY(answer, place.bench.answer(input));
  examined.solution_fault = std::move(answer.fault);
  if (!examined.solution_fault.empty()) return examined;
  examined.answer = std::move(answer.text);
  ARBITER_CHECK(place.trial->set(input, examined.answer));
  std::vector<model::TestJudgement> compared;
  if (!place.has_answers) compared = place.trial->compare();
  for (const std::size_t submission : submissions) {
    examined.judgements.push_back(place.has_answers ? place.trial->judge(submission)
                                                    : compared[submission]);
    const model::TestJudgement& judgement = examined.judgements.back();
    if (judgement.verdict == model::Verdict::je) return judge_error(judgement.message);
    if (place.observe) place.observe(submission, input, judgement.verdict);
  }
  // Where nobody answers, what is held against the others stands for an answer.
  const auto right = std::ranges::find_if(
      compared, [](const auto& one) { return one.verdict == model::Verdict::ac; });
  if (right != compared.end()) examined.answer = right->output_head;
  return examined;
}

}  // namespace arbiter::stress
