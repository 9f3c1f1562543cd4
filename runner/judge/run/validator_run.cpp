#include "judge/run/validator_run.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "judge/run/program_run.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"
#include "judge/verdict/score_files.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_message_bytes = 4096;

/// The files that a validator may leave, by their place in RunRequest::collect: first the messages,
/// in problems with scores the score files after them.
constexpr std::array<std::string_view, 3> k_messages = {
    "feedback/judgeerror.txt", "feedback/judgemessage.txt", "feedback/teammessage.txt"};
constexpr std::array<std::string_view, 2> k_scores = {"feedback/score.txt",
                                                      "feedback/score_multiplier.txt"};

bool is_told(const std::vector<CallArgument>& files, CallArgument file) {
  return std::ranges::find(files, file) != files.end();
}

/// Whether an earlier pass left this file as it is.
bool is_of_earlier_pass(const Pass& pass, const PassEnd& end, std::string_view path) {
  const std::string* before = pass.feedback.find(path);
  const std::string* after = end.feedback.find(path);
  return before != nullptr && after != nullptr && *before == *after;
}

}  // namespace

box::RunRequest validator_request(const Plan& plan, const Executable& validator, ProgramRole role,
                                  const model::TestCase& test) {
  box::RunRequest run = request_of(validator, validation_limits(plan.problem->limits));
  const auto files = arguments_of(protocol_of(*plan.problem, role), role);
  for (const CallArgument file : files)
    run.argv.push_back(place_in_box(file));
  const auto& arguments =
      test.output_validator_args.empty() ? plan.checker.arguments : test.output_validator_args;
  // Where another program judges after the interactor, they are for that one.
  if (role == ProgramRole::checker || !plan.problem->interactor) {
    run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  }
  run.folders = {"feedback"};
  run.collect.assign(k_messages.begin(), k_messages.end());
  if (plan.problem->is_scoring && is_told(files, CallArgument::feedback)) {
    run.collect.insert(run.collect.end(), k_scores.begin(), k_scores.end());
  }
  if (is_told(files, CallArgument::log)) run.collect.emplace_back(k_log_file);
  return run;
}

std::string feedback_message(const box::RunReport& report, int error) {
  std::string message;
  const std::size_t messages = std::min(report.collected.size(), k_messages.size());
  for (std::size_t i = 0; i < messages && message.empty(); ++i) {
    if (report.collected[i]) message = head_of(report.collected[i].get(), k_message_bytes);
  }
  if (message.empty()) message = head_of(error, k_message_bytes);
  while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
    message.pop_back();
  return message;
}

Result<void> add_leftovers(box::RunReport& report, const Pass* pass, CheckOutcome& outcome) {
  if (pass != nullptr) {
    ARBITER_SET(outcome.pass_end, end_of_pass(report));
    if (outcome.pass_end.next_input) return {};
  }
  if (report.collected.size() < k_messages.size() + k_scores.size()) return {};
  const UniqueFd* scores = report.collected.data() + k_messages.size();
  const auto file = [&](std::size_t i) {
    const bool is_old = pass != nullptr && outcome.kind == CheckOutcome::Kind::rejected &&
                        is_of_earlier_pass(*pass, outcome.pass_end, k_scores.at(i));
    return is_old ? -1 : scores[i].get();
  };
  add_score_files(file(0), file(1), outcome);
  return {};
}

Result<UniqueFd> take_log(box::RunReport& report) {
  if (!report.collected.empty() && report.collected.back()) {
    return std::move(report.collected.back());
  }
  return memory_file("log");
}

}  // namespace arbiter::judge
