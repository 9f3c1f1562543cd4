#include "stress/input_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "judge/run/by_hand.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::stress {
namespace {

// What a test may hold at most; larger ones are no help to anybody.
constexpr Bytes k_most_input = mib(64);
// A generator that needs longer is taken to hang; a search would stand still with it.
constexpr Nanoseconds k_most_time = std::chrono::seconds(10);
// The kit's programs end so when choices make no test, as `generate` of the kit says.
constexpr int k_declined = 1;

const std::string k_played = "arbiter-played";
const std::string k_recorded = "arbiter-recorded";
const std::string k_input_file = "testcase.in";

std::unique_ptr<judge::BatchProgram> batch_of(const judge::PackagePrograms& package,
                                              const OftenCalled& called, int core, bool plainly) {
  return std::make_unique<judge::BatchProgram>(
      package.boxes, called.program, called.server && !plainly ? &*called.server : nullptr, core);
}

model::RunLimits generator_limits(const model::PackageLimits& limits) {
  const Nanoseconds time = std::min(limits.validation_time, k_most_time);
  return {time, judge::wall_limit(time), limits.validation_memory, k_most_input};
}

std::optional<ChoiceSequence> choices_in(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  try {
    return read_choices(*text);
  } catch (const ChoiceTextError&) {
    // Another program may write a file of that name.
    return std::nullopt;
  }
}

}  // namespace

InputBench::InputBench(const judge::PackagePrograms& package, const MakingPrograms& programs,
                       int core, bool plainly)
    : package_(package), programs_(programs) {
  for (const auto& [word, called] : programs.generators)
    generators_[word] = batch_of(package, called, core, plainly);
  for (const Validator& validator : programs.validators)
    validators_.push_back(batch_of(package, validator.called, core, plainly));
  if (programs.solution) solution_ = batch_of(package, *programs.solution, core, plainly);
}

Result<MadeInput> InputBench::draw(const std::string& generator,
                                   const std::vector<std::string>& arguments, bool wants_choices) {
  judge::ProgramCall call;
  call.arguments = arguments;
  if (wants_choices) call.arguments.push_back("--choices-out=" + k_recorded);
  return make(generator, std::move(call), false);
}

Result<MadeInput> InputBench::play(const std::string& generator,
                                   const std::vector<std::string>& arguments,
                                   const ChoiceSequence& choices) {
  const std::string text = choice_text(choices);
  judge::ProgramCall call;
  call.arguments = arguments;
  call.arguments.push_back("--choices-in=" + k_played);
  call.arguments.push_back("--choices-out=" + k_recorded);
  call.files = {{k_played, text}};
  return make(generator, std::move(call), true);
}

Result<MadeInput> InputBench::make(const std::string& generator, judge::ProgramCall call,
                                   bool is_playing) {
  call.collect = {k_input_file, k_recorded};
  call.limits = generator_limits(package_.problem.limits);
  ARBITER_TRY(answer, generators_.at(generator)->call(call));
  MadeInput made;
  made.cpu = answer.record.cpu;
  if (!judge::may_be_checked(answer.record, call.limits)) {
    made.is_declined = is_playing && answer.record.ending == model::Ending::exited &&
                       answer.record.exit_status == k_declined;
    made.fault = judge::reason(answer.record, call.limits, {}) + judge::last_line(answer.error);
    return made;
  }
  const bool has_file = !answer.collected.empty() && answer.collected[0].has_value();
  made.input = has_file ? *std::move(answer.collected[0]) : std::move(answer.output);
  if (answer.collected.size() > 1) made.choices = choices_in(answer.collected[1]);
  if (made.input.empty()) {
    made.fault = "it wrote nothing, neither to standard output nor into testcase.in";
  }
  return made;
}

Result<std::string> InputBench::refusal(std::string_view input) {
  const model::Problem& problem = package_.problem;
  for (std::size_t i = 0; i < validators_.size(); ++i) {
    const Validator& validator = programs_.validators[i];
    judge::ProgramCall call = judge::call_with_input(input, problem.input_files);
    call.arguments = validator.arguments;
    call.limits = judge::validation_limits(problem.limits);
    ARBITER_TRY(answer, validators_[i]->call(call));
    ARBITER_TRY(word, judge::validation_of(*validator.source, validator.called.what, answer.record,
                                           call.limits, answer.error));
    if (!word.fault.empty()) return package_error(word.fault);
    if (!word.valid) return validator.called.what + " refuses it" + word.last_words;
  }
  return std::string();
}

Result<Answer> InputBench::answer(std::string_view input) {
  if (!solution_) return Answer();
  const model::Problem& problem = package_.problem;
  const judge::ProgramCall call = judge::solution_call(problem, input, problem.args);
  ARBITER_TRY(done, solution_->call(call));
  Answer answer;
  answer.fault = judge::failure_of(done.record, call.limits, done.error);
  if (answer.fault.empty()) answer.text = done.take_output();
  return answer;
}

}  // namespace arbiter::stress
