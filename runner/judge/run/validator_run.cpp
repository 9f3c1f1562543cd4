#include "judge/run/validator_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/program_run.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_message_bytes = 4096;

/// The files that a validator may leave, by their place in RunRequest::collect: first the messages,
/// in problems with scores the score files after them.
constexpr std::array<std::string_view, 3> k_messages = {"judgeerror.txt", "judgemessage.txt",
                                                        "teammessage.txt"};
constexpr std::array<std::string_view, 2> k_scores = {"score.txt", "score_multiplier.txt"};
constexpr std::string_view k_feedback = "feedback";

std::string in_folder(std::string_view folder, std::string_view file) {
  return fmt::format("{}/{}", folder, file);
}

bool is_told(const std::vector<CallArgument>& files, CallArgument file) {
  return std::ranges::find(files, file) != files.end();
}

/// Whether an earlier pass left this file as it is.
bool is_of_earlier_pass(const Pass& pass, const PassEnd& end, std::string_view path) {
  const std::string* before = pass.feedback.find(path);
  const std::string* after = end.feedback.find(path);
  return before != nullptr && after != nullptr && *before == *after;
}

constexpr std::size_t k_most_shown = 200;

std::string end_of(const model::RunRecord& run) {
  if (run.ending == model::Ending::exited) {
    return fmt::format("the grader ended with status {}", run.exit_status);
  }
  return "the grader " + words_of_end(model::CallProtocol::kattis, ProgramRole::checker, run);
}

constexpr std::size_t k_most_of_a_score = 60;

Result<std::optional<double>> read_score(int descriptor, std::string_view name) {
  if (descriptor < 0) return std::optional<double>();
  ARBITER_TRY(file, MappedFile::of_descriptor(descriptor));
  auto value = parse_score(file.bytes());
  if (!value) return std::move(value).error().within(std::string(name));
  return std::optional<double>(*value);
}

void fail(CheckOutcome& outcome, const std::string& why) {
  outcome.kind = CheckOutcome::Kind::fault;
  outcome.message = "the validator wrote a bad score: " + why;
}

/// Reads what a validator left in its feedback folder into the outcome of a check; of the two
/// descriptors -1 is no such file. One that is no number, or a multiplier outside 0 to 1, is a
/// fault of the validator.
void add_score_files(int score_file, int multiplier_file, CheckOutcome& outcome) {
  // What a validator left before it failed means nothing.
  if (outcome.kind == CheckOutcome::Kind::fault) return;
  const auto score = read_score(score_file, "score.txt");
  const auto multiplier = read_score(multiplier_file, "score_multiplier.txt");
  if (!score || !multiplier) {
    fail(outcome, (score ? multiplier : score).error().text());
    return;
  }
  if (*multiplier && (**multiplier < 0 || **multiplier > 1)) {
    fail(outcome,
         fmt::format("score_multiplier.txt holds {}, which is not between 0 and 1", **multiplier));
    return;
  }
  outcome.score = *score;
  outcome.score_multiplier = *multiplier;
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
  run.folders = {std::string(k_feedback)};
  run.collect = feedback_files(k_feedback,
                               plan.problem->is_scoring && is_told(files, CallArgument::feedback));
  if (is_told(files, CallArgument::log)) run.collect.emplace_back(k_log_file);
  return run;
}

std::vector<std::string> feedback_files(std::string_view folder, bool with_scores) {
  std::vector<std::string> all;
  for (const std::string_view file : k_messages)
    all.push_back(in_folder(folder, file));
  for (const std::string_view file : k_scores) {
    if (with_scores) all.push_back(in_folder(folder, file));
  }
  return all;
}

CheckOutcome outcome_of_end(std::string_view who, const model::RunRecord& run, EndedCheck ended,
                            model::CheckerPoints points) {
  ended.status = run.exit_status;
  if (run.ending == model::Ending::exited) {
    if (auto outcome = outcome_of_status(ended, points)) return *std::move(outcome);
  }
  std::string why = fmt::format("{} {}", who, words_of_end(ended.protocol, ended.role, run));
  if (!ended.message.empty()) why += ": " + ended.message;
  return fault_outcome(std::move(why));
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
    const bool is_old =
        pass != nullptr && outcome.kind == CheckOutcome::Kind::rejected &&
        is_of_earlier_pass(*pass, outcome.pass_end, in_folder(k_feedback, k_scores.at(i)));
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

std::string grader_input(const std::vector<Grade>& children) {
  std::string text;
  for (const Grade& child : children)
    text += fmt::format("{} {}\n", model::code(child.verdict), child.score);
  return text;
}

Result<Grade> parse_grade(std::string_view output) {
  const Error bad =
      judge_error(fmt::format("the grader printed '{}' instead of a verdict and a score",
                              printable(output.substr(0, k_most_shown))));
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t start = output.find_first_not_of(k_blanks);
  if (start == std::string_view::npos) return bad;
  output.remove_prefix(start);
  const std::size_t gap = output.find_first_of(k_blanks);
  const auto verdict = model::parse_verdict(output.substr(0, gap));
  // A submission that does not compile has no groups.
  if (!verdict || *verdict == model::Verdict::ce || gap == std::string_view::npos) return bad;
  const auto score = parse_score(output.substr(gap));
  if (!score) return bad;
  return Grade{*verdict, *score};
}

Grader program_grader(const Executable& executable, const model::PackageLimits& limits,
                      box::BoxFactory& boxes) {
  return [&executable, &limits, &boxes](const std::vector<std::string>& flags,
                                        const std::vector<Grade>& children) -> Result<Grade> {
    const std::string told = grader_input(children);
    ProgramCall call;
    call.arguments = flags;
    call.input = told;
    call.limits = validation_limits(limits);
    ARBITER_TRY(ended, call_program(boxes, executable, call));
    if (ended.record.ending != model::Ending::exited || ended.record.exit_status != 0) {
      return judge_error(end_of(ended.record) + last_words(ended.error.get()));
    }
    ARBITER_TRY(answer, MappedFile::of_descriptor(ended.output.get()));
    return parse_grade(answer.bytes());
  };
}

Result<double> parse_score(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n\f\v";
  const std::size_t start = text.find_first_not_of(k_blanks);
  if (start == std::string_view::npos) return judge_error("the number is missing");
  std::string_view word = text.substr(start, text.find_last_not_of(k_blanks) - start + 1);
  std::string_view digits = word;
  if (digits.front() == '+' || digits.front() == '-') digits.remove_prefix(1);
  // from_chars takes words such as "inf" too.
  const bool is_number =
      !digits.empty() && digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  double value = 0;
  if (is_number && digits.front() != '+' && digits.front() != '-') {
    const auto [end, code] = std::from_chars(digits.begin(), digits.end(), value);
    if (end == digits.end() && code == std::errc{} && std::isfinite(value)) {
      return word.front() == '-' ? -value : value;
    }
  }
  return judge_error(
      fmt::format("'{}' is not a number", printable(word.substr(0, k_most_of_a_score))));
}

}  // namespace arbiter::judge
