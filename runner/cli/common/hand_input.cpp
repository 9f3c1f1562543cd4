#include "cli/common/hand_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/file.hpp"

namespace arbiter::cli {
namespace {

constexpr std::string_view k_name = "input";

Result<std::string> read_input(const std::string& text) {
  if (text == "-") return read_descriptor(STDIN_FILENO);
  auto content = read_file(text);
  if (!content) {
    Error error = std::move(content).error();
    error.kind = ErrorKind::usage;
    if (error.help.empty()) error.help = "name a file that can be read, or - for standard input";
    return std::move(error).within("--input");
  }
  return content;
}

Result<void> check_valid(const Session& session, const judge::PackagePrograms& programs,
                         const std::filesystem::path& file) {
  if (programs.problem.input_validators.empty()) {
    session.warn("the package has no input validators, so the input was not checked");
    return {};
  }
  ARBITER_TRY(validations, judge::validate_input(programs, file));
  for (const judge::Validation& validation : validations) {
    if (validation.valid) continue;
    return usage_error(fmt::format("--input: {} refuses it{}{}", validation.validator,
                                   validation.message.empty() ? "" : ": ", validation.message),
                       "the statement says what an input looks like");
  }
  return {};
}

}  // namespace

Result<HandInput> use_hand_input(model::Problem& problem, const std::string& text) {
  ARBITER_TRY(content, read_input(text));
  ARBITER_TRY(folder, TempDir::make("arbiter-hand"));
  HandInput hand{std::move(folder), {}, {}};
  hand.input = hand.folder.path() / "input.in";
  ARBITER_CHECK(write_file(hand.input, content));
  model::TestCase test;
  test.name = k_name;
  test.input = hand.input;
  test.args = problem.args;
  if (!model::answers_are_outputs(problem)) {
    // Its validator is told no answer, but wants a file.
    hand.answer = hand.folder.path() / "input.ans";
    ARBITER_CHECK(write_file(hand.answer, ""));
    test.answer = hand.answer;
  } else if (problem.reference) {
    hand.answer = hand.folder.path() / "input.ans";
    test.answer = hand.answer;
  }
  problem.tests = {test};
  return hand;
}

Result<void> answer_hand_input(const Session& session, const judge::PackagePrograms& programs,
                               const HandInput& hand) {
  ARBITER_CHECK(check_valid(session, programs, hand.input));
  if (!model::answers_are_outputs(programs.problem)) return {};
  if (!hand.answer.empty()) return judge::make_answer(programs, hand.input, hand.answer);
  session.warn("the package has no reference solution: outputs are shown, not judged");
  return {};
}

}  // namespace arbiter::cli
