#include "cli/judge_call.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/cores.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

Result<void> load(const Session& session, const JudgeFlags& flags, JudgeCall& call) {
  ARBITER_TRY(located, locate(flags.words, call.surroundings.paths.share / "problems"));
  call.located = std::move(located);
  std::filesystem::path root = call.located.problem;
  std::error_code failed;
  if (package::is_archive_name(root) && !std::filesystem::is_directory(root, failed)) {
    ARBITER_TRY(unpacked, package::unpack(root));
    root = unpacked.root;
    call.unpacked = std::move(unpacked);
  }
  package::Loaded loaded = package::load_problem(
      root, call.unpacked ? std::filesystem::path(call.located.problem_as_given) : root);
  session.show(loaded.diagnostics);
  if (has_errors(loaded.diagnostics)) {
    return Error{ErrorKind::invalid_package,
                 fmt::format("problem {} cannot be judged", call.located.problem_as_given),
                 {},
                 "mend what is named above"};
  }
  call.problem = std::move(loaded.problem);
  return {};
}

void choose_jobs(JudgeCall& call) {
  call.cores = physical_cores();
  call.jobs = call.options.jobs.value_or(static_cast<int>(call.cores.size()));
  // One job alone gains nothing from being pinned, and two programs at once would share a core.
  const bool too_many = call.jobs > static_cast<int>(call.cores.size());
  if (call.jobs == 1 || too_many) call.cores.clear();
}

}  // namespace

Result<void> prepare(const Session& session, const JudgeFlags& flags, JudgeCall& call) {
  ARBITER_TRY(options, understand(flags));
  call.options = std::move(options);
  ARBITER_TRY(outputs, parse_outputs(flags.format, flags.outputs));
  call.outputs = std::move(outputs);
  ARBITER_TRY(surroundings, look_around(session));
  call.surroundings = std::move(surroundings);
  ARBITER_CHECK(load(session, flags, call));
  const model::Languages& languages = call.surroundings.languages;
  ARBITER_TRY(gathered, gather(call.problem, call.located.problem_as_given,
                               call.located.submissions, languages, flags.language));
  call.gathered = std::move(gathered);
  if (flags.input) {
    ARBITER_TRY(hand, use_hand_input(call.problem, *flags.input));
    call.options.plan.unjudged = hand.answer.empty();
    call.hand = std::move(hand);
  }
  choose_jobs(call);
  ARBITER_TRY(plan, judge::make_plan(call.problem, call.gathered.submissions, languages,
                                     call.options.plan));
  call.plan = std::move(plan);
  return {};
}

Result<void> open(const Session& session, JudgeCall& call) {
  ARBITER_TRY(interrupts, Interrupts::watch([&call] {
                if (box::BoxFactory* boxes = call.boxes) boxes->stop();
              }));
  call.interrupts = std::move(interrupts);
  ARBITER_TRY(workshop, open_workshop(call.surroundings, call.options.sandbox, call.jobs));
  call.workshop = std::move(workshop);
  call.boxes = call.workshop.boxes.get();
  // A signal that came before there was anything to stop.
  if (call.is_interrupted()) return Error{ErrorKind::interrupted, "interrupted", {}, {}};
  if (!call.hand) return {};
  const judge::PackagePrograms programs{call.problem, call.surroundings.languages,
                                        *call.workshop.compiler, *call.workshop.boxes};
  return answer_hand_input(session, programs, *call.hand);
}

}  // namespace arbiter::cli
