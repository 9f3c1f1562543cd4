#include "stress/input_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::stress {
namespace {

// What a test may hold at most; larger ones are no help to anybody.
constexpr Bytes k_most_input = mib(64);
// A generator that needs longer is taken to hang; a search would stand still with it.
constexpr Nanoseconds k_most_time = std::chrono::seconds(10);
// A solution that needs longer than this many times the time limit is taken to hang.
constexpr int k_patience = 10;
// The kit's programs end so when choices make no test, as `generate` of the kit says.
constexpr int k_declined = 1;
constexpr std::size_t k_most_said = 300;

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

model::RunLimits validation_limits(const model::PackageLimits& limits) {
  return {limits.validation_time, judge::wall_limit(limits.validation_time),
          limits.validation_memory, limits.validation_output};
}

/// ": " and the last line that a program said; empty if nothing.
std::string last_line(const std::string& said) {
  std::string_view text = said;
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  text.remove_prefix(text.rfind('\n') + 1);
  return ": " + printable(text.substr(0, k_most_said));
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
  judge::BatchCall call;
  call.arguments = arguments;
  if (wants_choices) call.arguments.push_back("--choices-out=" + k_recorded);
  return make(generator, std::move(call), false);
}

Result<MadeInput> InputBench::play(const std::string& generator,
                                   const std::vector<std::string>& arguments,
                                   const ChoiceSequence& choices) {
  const std::string text = choice_text(choices);
  judge::BatchCall call;
  call.arguments = arguments;
  call.arguments.push_back("--choices-in=" + k_played);
  call.arguments.push_back("--choices-out=" + k_recorded);
  call.files = {{k_played, text}};
  return make(generator, std::move(call), true);
}

Result<MadeInput> InputBench::make(const std::string& generator, judge::BatchCall call,
                                   bool is_playing) {
  call.collect = {k_input_file, k_recorded};
  call.limits = generator_limits(package_.problem.limits);
  ARBITER_TRY(answer, generators_.at(generator)->call(call));
  MadeInput made;
  made.cpu = answer.record.cpu;
  if (!judge::may_be_checked(answer.record, call.limits)) {
    made.is_declined = is_playing && answer.record.ending == model::Ending::exited &&
                       answer.record.exit_status == k_declined;
    made.fault = judge::reason(answer.record, call.limits, {}) + last_line(answer.error);
    return made;
  }
  const bool has_file = !answer.collected.empty() && answer.collected[0].has_value();
  made.input = has_file ? *std::move(answer.collected[0]) : std::move(answer.output);
  if (answer.collected.size() > 1) made.choices = choices_in(answer.collected[1]);
  if (made.input.empty()) {
    made.fault = "it wrote nothing: neither to standard output nor into testcase.in";
  }
  return made;
}

Result<std::string> InputBench::refusal(std::string_view input) {
  const model::Problem& problem = package_.problem;
  for (std::size_t i = 0; i < validators_.size(); ++i) {
    const Validator& validator = programs_.validators[i];
    judge::BatchCall call;
    call.arguments = validator.arguments;
    call.input = input;
    for (const std::string& name : problem.input_files)
      call.files.emplace_back(name, input);
    call.limits = validation_limits(problem.limits);
    ARBITER_TRY(answer, validators_[i]->call(call));
    if (answer.record.ending != model::Ending::exited) {
      return package_error(validator.called.what + ": " +
                           judge::reason(answer.record, call.limits, {}));
    }
    ARBITER_TRY(valid, judge::is_valid(*validator.source, answer.record.exit_status,
                                       answer.error.substr(0, k_most_said)));
    if (!valid) return validator.called.what + " refuses it" + last_line(answer.error);
  }
  return std::string();
}

Result<Answer> InputBench::answer(std::string_view input) {
  if (!solution_) return Answer();
  const model::Problem& problem = package_.problem;
  judge::BatchCall call;
  call.arguments = problem.args;
  call.input = input;
  for (const std::string& name : problem.input_files)
    call.files.emplace_back(name, input);
  call.collect = problem.output_files;
  call.limits = judge::limits_of(problem, {});
  call.limits.time *= k_patience;
  call.limits.wall = judge::wall_limit(call.limits.time);
  ARBITER_TRY(done, solution_->call(call));
  Answer answer;
  if (!judge::may_be_checked(done.record, call.limits)) {
    answer.fault = judge::reason(done.record, call.limits, {}) + last_line(done.error);
    return answer;
  }
  answer.text = std::move(done.output);
  for (std::optional<std::string>& file : done.collected) {
    if (!file || file->empty()) continue;
    answer.text = *std::move(file);
    break;
  }
  return answer;
}

}  // namespace arbiter::stress
