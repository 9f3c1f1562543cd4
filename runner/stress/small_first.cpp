#include "stress/small_first.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {
namespace {

// A failure of so few bytes is small enough to begin with.
constexpr std::size_t k_small = 64;
constexpr std::uint64_t k_most_draws = 300;
// A package may have thousands of commands; the first ones usually make small tests.
constexpr std::size_t k_most_commands = 32;
// Draws of a command before its numbers may be twice as large, a power of two; and how often they
// may be so.
constexpr std::uint64_t k_draws_of_a_size = 4;
constexpr std::uint64_t k_sizes = 63;
constexpr int k_most_too_large = 4;

/// What a draw came to; `hit` becomes it if it is a failure.
Result<SmallDraws::Outcome> try_small(Workplace& place, const std::string& generator,
                                      const SmallDraws::Draw& draw,
                                      const SmallFirstControl& control, std::set<Fingerprint>& seen,
                                      Hit& hit) {
  using Outcome = SmallDraws::Outcome;
  ARBITER_TRY(made, place.bench.draw(generator, draw.arguments, false));
  if (!made.fault.empty()) return Outcome::is_useless;
  if (made.input.size() >= hit.input.size()) return Outcome::is_too_large;
  if (!seen.insert(fingerprint(made.input)).second) return Outcome::is_useless;
  ARBITER_TRY(examined, examine(place, made.input, {hit.submission}));
  if (examined.judgements.empty()) return Outcome::is_useless;
  model::TestJudgement& judgement = examined.judgements.front();
  if (!control.is_looked_for(judgement.verdict)) return Outcome::is_tried;
  ARBITER_TRY(again, place.bench.draw(generator, draw.arguments, false));
  if (!again.fault.empty() || again.input != made.input) return Outcome::is_useless;
  hit.origin.command = draw.command;
  hit.origin.arguments = draw.arguments;
  hit.input = std::move(made.input);
  hit.answer = std::move(examined.answer);
  hit.judgement = std::move(judgement);
  control.on_better(static_cast<std::int64_t>(hit.input.size()));
  return Outcome::is_tried;
}

}  // namespace

SmallDraws::SmallDraws(const std::vector<DrawCommand>& commands, std::size_t first,
                       std::uint64_t seed, bool has_validators)
    : commands_(commands), seed_(seed), has_validators_(has_validators) {
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (i < k_most_commands || i == first) candidates_.push_back({i});
  }
}

std::optional<SmallDraws::Draw> SmallDraws::next() {
  if (candidates_.empty() || draws_ == k_most_draws) return std::nullopt;
  ++draws_;
  // Half as often the second as the first, the third a third as often, and so on.
  std::uint64_t least = UINT64_MAX;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const std::uint64_t rank = (candidates_[i].draws + 1) * (i + 1);
    if (rank < least) current_ = i;
    least = std::min(least, rank);
  }
  Candidate& candidate = candidates_[current_];
  ++candidate.draws;
  const std::uint64_t reach = std::uint64_t{1} << (candidate.steps / k_draws_of_a_size);
  const DrawCommand small = narrowed(commands_[candidate.command], reach, has_validators_);
  return Draw{candidate.command, drawn_arguments(small, seed_, k_full_range + draws_)};
}

void SmallDraws::hear(Outcome outcome) {
  Candidate& candidate = candidates_[current_];
  constexpr std::uint64_t k_last = k_sizes * k_draws_of_a_size - 1;
  const bool is_useless = outcome == Outcome::is_useless;
  const bool is_at_end = is_useless && candidate.steps == k_last;
  // There may be little of one size.
  if (is_useless) candidate.steps |= k_draws_of_a_size - 1;
  candidate.steps = std::min(candidate.steps + 1, k_last);
  candidate.too_large = outcome == Outcome::is_too_large ? candidate.too_large + 1 : 0;
  if (is_at_end || candidate.too_large == k_most_too_large) {
    candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(current_));
  }
}

Result<void> look_for_smaller(Workplace& place, const std::vector<DrawCommand>& commands, Hit& hit,
                              const SmallFirstControl& control) {
  // What an enumeration finds came smallest first, and with --choices there is nothing to draw.
  if (hit.origin.choices) return {};
  SmallDraws draws(commands, hit.origin.command, control.seed, place.bench.has_validators());
  std::set<Fingerprint> seen;
  while (hit.input.size() > k_small && !control.is_over()) {
    const auto draw = draws.next();
    if (!draw) break;
    const std::string& generator = commands[draw->command].program;
    ARBITER_TRY(outcome, try_small(place, generator, *draw, control, seen, hit));
    draws.hear(outcome);
  }
  return {};
}

}  // namespace arbiter::stress
