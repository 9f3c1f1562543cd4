#include "stress/supply.hpp"

#include <algorithm>
#include <arbiter/random_bits.hpp>
#include <utility>

namespace arbiter::stress {
namespace {

// A generator that fails now and then is worth a few tries more, and no hundred.
constexpr int k_most_faults = 3;
constexpr int k_most_refusals = 20;

std::vector<Variants> all_variants(const std::vector<DrawCommand>& commands, std::uint64_t seed) {
  std::vector<Variants> all;
  all.reserve(commands.size());
  for (const DrawCommand& command : commands)
    all.push_back(variants_of(command, seed, k_most_variants));
  return all;
}

/// A fault whose times and places differ a little is the same fault.
std::string without_numbers(std::string text) {
  const auto is_digit = [](char one) { return one == '.' || (one >= '0' && one <= '9'); };
  std::erase_if(text, is_digit);
  return text;
}

}  // namespace

std::size_t command_of(std::uint64_t seed, std::uint64_t draw, std::size_t commands) {
  if (draw < commands) return static_cast<std::size_t>(draw);
  RandomBits bits(seed ^ (draw * 0x9e3779b97f4a7c15));
  // The smaller of two, so that the first of the commands come most often.
  const std::uint64_t one = bits.up_to(commands - 1);
  const std::uint64_t other = bits.up_to(commands - 1);
  return static_cast<std::size_t>(std::min(one, other));
}

Supply::Supply(const std::vector<DrawCommand>& commands, const StressOptions& options,
               std::function<Nanoseconds()> elapsed)
    : commands_(commands),
      options_(options),
      elapsed_(std::move(elapsed)),
      enumeration_(all_variants(commands, options.seed), options.exhaustive, options.slow),
      states_(commands.size()) {}

bool Supply::is_enumerating() const {
  const bool is_stopped = options_.stop != nullptr && options_.stop->load();
  if (is_enumeration_over_ || is_stopped || elapsed_() >= options_.time) return false;
  if (options_.exhaustive) return true;
  if (options_.enumerated) return enumerated_ < *options_.enumerated;
  return elapsed_() < options_.enumeration_time;
}

Result<std::optional<Drawn>> Supply::play_given(InputBench& bench) {
  if (draws_++ > 0) return std::optional<Drawn>();
  Drawn drawn;
  drawn.origin.arguments = drawn_arguments(commands_[0], options_.seed, 0);
  ARBITER_TRY(made, bench.play(commands_[0].program, drawn.origin.arguments, *options_.choices));
  if (!made.fault.empty()) {
    blame(drawn.origin, made.fault);
    return std::optional<Drawn>();
  }
  drawn.origin.choices = std::move(made.choices);
  drawn.input = std::move(made.input);
  return std::optional<Drawn>(std::move(drawn));
}

Result<std::optional<Drawn>> Supply::next(InputBench& bench) {
  if (options_.choices) return play_given(bench);
  // A survey that time cuts short has seen inputs of both kinds.
  if (options_.is_survey && std::cmp_less(draws_, enumerated_)) {
    if (auto drawn = draw()) return drawn;
  }
  if (is_enumerating()) {
    const auto play = [&](std::size_t command, const std::vector<std::string>& arguments,
                          const ChoiceSequence& choices) {
      return bench.play(commands_[command].program, arguments, choices);
    };
    ARBITER_TRY(drawn, enumeration_.next(play, [this] { return !is_enumerating(); }));
    if (drawn) {
      ++enumerated_;
      return drawn;
    }
  }
  is_enumeration_over_ = true;
  if (options_.exhaustive) return std::optional<Drawn>();
  return draw();
}

std::optional<Drawn> Supply::draw() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const bool is_spent =
        !commands_[i].uses_seed && !commands_[i].has_range() && states_[i].draws > 0;
    if (!states_[i].is_given_up && !is_spent) open.push_back(i);
  }
  if (open.empty()) return std::nullopt;
  std::stable_partition(open.begin(), open.end(),
                        [this](std::size_t i) { return !enumeration_.is_slow(i); });
  const std::uint64_t draw = draws_++;
  const std::size_t command = open[command_of(options_.seed, draw, open.size())];
  Drawn drawn;
  drawn.origin.command = command;
  drawn.origin.arguments =
      drawn_arguments(commands_[command], options_.seed, states_[command].draws++);
  return drawn;
}

bool Supply::hear(const Origin& origin, const std::string& input, const Examined& examined) {
  CommandState& state = states_[origin.command];
  if (!examined.refusal.empty()) {
    // The kit's programs make what is valid of any choices, but need not check what is edited.
    if (origin.is_enumerated) {
      enumeration_.settle(input, false);
      return false;
    }
    note("generator " + commands_[origin.command].program, origin,
         "makes an invalid input: " + examined.refusal);
    if (++state.refusals >= k_most_refusals) state.is_given_up = true;
    return false;
  }
  state.refusals = 0;
  if (!examined.solution_fault.empty()) {
    note("solution", origin, "fails on what it makes: " + examined.solution_fault);
    return false;
  }
  if (origin.is_enumerated) enumeration_.settle(input, true);
  ++state.inputs;
  return true;
}

void Supply::blame(const Origin& origin, const std::string& why) {
  CommandState& state = states_[origin.command];
  note("generator " + commands_[origin.command].program, origin, why);
  if (++state.faults >= k_most_faults) state.is_given_up = true;
}

void Supply::note(const std::string& program, const Origin& origin, const std::string& why) {
  auto [place, is_new] = faults_.try_emplace({program, without_numbers(why)});
  model::StressFault& fault = place->second;
  if (!is_new) {
    ++fault.times;
    return;
  }
  fault.program = program;
  fault.command = typed(commands_[origin.command].program, origin.arguments);
  fault.message = why;
}

std::vector<model::StressSource> Supply::sources() const {
  std::vector<model::StressSource> sources;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].inputs == 0) continue;
    sources.push_back(
        {commands_[i].shown, reached_ranges(commands_[i], states_[i].draws), states_[i].inputs});
  }
  return sources;
}

model::StressExhaustion Supply::exhaustion(
    std::size_t asked, const std::vector<model::StressExhausted>& reached) const {
  model::StressExhaustion done;
  done.asked = done.completed = static_cast<std::int64_t>(asked);
  // Commands of which nothing was gone through are not listed.
  if (reached.size() < commands_.size()) done.completed = 0;
  for (const model::StressExhausted& one : reached) {
    if (!one.is_complete) done.completed = std::min(done.completed, one.choices);
  }
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    if (enumeration_.lacks_kit(i)) done.without_kit.push_back(commands_[i].shown);
  }
  return done;
}

}  // namespace arbiter::stress
