#include "judge/verdict/call_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace arbiter::judge {
namespace {

using model::CallProtocol;
using enum CallArgument;

constexpr int k_last_status = 255;
constexpr int k_first_partial = 16;

constexpr auto k_kattis = CallProtocol::kattis;
constexpr auto k_testlib = CallProtocol::testlib;
constexpr auto k_grammar = CallProtocol::checktestdata;
constexpr auto k_cms = CallProtocol::cms;
using enum ProgramRole;
constexpr auto k_yes = StatusMeaning::accepted;
constexpr auto k_no = StatusMeaning::rejected;

/// An exit status, or a range of them, in a protocol. Those of checkers are interactors', too.
struct StatusRow {
  model::CallProtocol protocol;
  ProgramRole role;
  int first;
  int last;
  StatusMeaning meaning;
  std::string_view words;  ///< what the field calls it, for messages
};

// Sources: problem package format 2025-09 ("Output Validator", "Input Validators"); testlib's
// defaults for its exit statuses; the manual of checktestdata.
// What a checker may say an interactor may say too.
constexpr std::array k_statuses = {
    StatusRow{k_kattis, checker, 42, 42, k_yes, "accepted"},
    StatusRow{k_kattis, checker, 43, 43, k_no, "wrong answer"},
    StatusRow{k_kattis, input_validator, 42, 42, k_yes, "valid"},
    // Of validators everything else refuses the input, however it ended.
    StatusRow{k_kattis, input_validator, 0, k_last_status, k_no, "invalid"},
    StatusRow{k_testlib, checker, 0, 0, k_yes, "ok"},
    StatusRow{k_testlib, checker, 1, 1, k_no, "wrong answer"},
    StatusRow{k_testlib, checker, 2, 2, k_no, "wrong output format"},
    StatusRow{k_testlib, checker, 3, 3, StatusMeaning::fault, "FAIL"},
    StatusRow{k_testlib, checker, 4, 4, k_no, "more output than asked for"},
    StatusRow{k_testlib, checker, 7, 7, StatusMeaning::points, "points"},
    StatusRow{k_testlib, checker, 8, 8, k_no, "unexpected end of the output"},
    StatusRow{k_testlib, checker, k_first_partial, k_last_status, StatusMeaning::partial,
              "partially correct"},
    StatusRow{k_testlib, input_validator, 0, 0, k_yes, "valid"},
    StatusRow{k_testlib, input_validator, 1, k_last_status, k_no, "invalid"},
    StatusRow{k_cms, checker, 0, 0, StatusMeaning::points, "an outcome"},
    StatusRow{k_grammar, input_validator, 0, 0, k_yes, "valid"},
    StatusRow{k_grammar, input_validator, 1, 1, k_no, "invalid"},
};

// Below the work folder, in the order of CallArgument.
constexpr std::array k_places = {
    "input", "output", "answer", "feedback/", "feedback/judgemessage.txt", k_log_file};
static_assert(k_places.size() == static_cast<std::size_t>(log) + 1);

constexpr std::size_t k_most_shown = 60;
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_sentences = {
    {{"translate:success", "the output is correct"},
     {"translate:partial", "the output is partially correct"},
     {"translate:wrong", "the output is not correct"}}};

std::string_view known_statuses(CallProtocol protocol) {
  if (protocol == k_grammar) return "which is neither 0 nor 1";
  if (protocol == k_kattis) return "which is neither 42 nor 43";
  if (protocol == k_cms) return "which is not 0";
  return "which means nothing in testlib";
}

void add_points(double score, model::CheckerPoints meaning, CheckOutcome& outcome) {
  constexpr double k_whole = 100;
  if (meaning == model::CheckerPoints::none || score <= 0) return;
  outcome.kind = CheckOutcome::Kind::accepted;
  if (meaning == model::CheckerPoints::points) {
    outcome.score = score;
  } else if (score <= k_whole) {
    outcome.score_multiplier = score / k_whole;
  } else {
    outcome = fault_outcome(fmt::format("the checker gave {} % of the test's points", score));
  }
}

/// What a program of CMS said: the outcome is the first line that it printed, the first line of the
/// message is for contestants and may be a word that stands for a sentence.
CheckOutcome outcome_of_cms(const EndedCheck& ended) {
  const std::string_view line = std::string_view(ended.output).substr(0, ended.output.find('\n'));
  double score = 0;
  const std::string_view number = trimmed(line);
  const auto [end, failed] = std::from_chars(number.begin(), number.end(), score);
  if (failed != std::errc() || end != number.end() || !(score >= 0 && score <= 1)) {
    return fault_outcome(fmt::format("it printed '{}' instead of an outcome from 0 to 1",
                                     printable(number.substr(0, k_most_shown))));
  }
  CheckOutcome outcome;
  outcome.message = ended.message;
  outcome.kind = score > 0 ? CheckOutcome::Kind::accepted : CheckOutcome::Kind::rejected;
  if (score > 0 && score < 1) outcome.score_multiplier = score;
  for (const auto& [word, sentence] : k_sentences) {
    if (outcome.message.starts_with(word)) outcome.message.replace(0, word.size(), sentence);
  }
  return outcome;
}

/// None: it means nothing in that protocol, which is a fault.
const StatusRow* row_of(CallProtocol protocol, ProgramRole asked, int status) {
  const ProgramRole role = asked == interactor ? checker : asked;
  const auto* found = std::ranges::find_if(k_statuses, [&](const StatusRow& row) {
    return row.protocol == protocol && row.role == role && row.first <= status &&
           status <= row.last;
  });
  return found == k_statuses.end() ? nullptr : found;
}

}  // namespace

CallProtocol protocol_of(const model::Problem& problem, ProgramRole role) {
  const bool has_own = role == interactor && problem.interactor;
  const auto& program = has_own ? problem.interactor : problem.output_validator;
  return program ? program->protocol : k_kattis;
}

std::vector<CallArgument> arguments_of(CallProtocol protocol, ProgramRole role) {
  if (protocol == k_cms && role == interactor) return {};
  if (protocol == k_cms) return {input, answer, output};
  if (protocol != k_testlib) return {input, answer, feedback};
  return {input, role == interactor ? log : output, answer, report};
}

StatusMeaning meaning_of(CallProtocol protocol, ProgramRole role, int status) {
  const StatusRow* row = row_of(protocol, role, status);
  return row == nullptr ? StatusMeaning::fault : row->meaning;
}

std::string words_of_fault(CallProtocol protocol, ProgramRole role, int status) {
  if (const StatusRow* row = row_of(protocol, role, status)) {
    return fmt::format("ended with status {} ({})", status, row->words);
  }
  return fmt::format("ended with status {}, {}", status, known_statuses(protocol));
}

std::string words_of_end(CallProtocol protocol, ProgramRole role, const model::RunRecord& run) {
  switch (run.ending) {
    case model::Ending::exited:
      return words_of_fault(protocol, role, run.exit_status);
    case model::Ending::signalled:
      return fmt::format("was ended by signal {}", run.signal);
    case model::Ending::cpu_limit:
      return "went over its limit of CPU time";
    case model::Ending::wall_limit:
      return "went over its wall limit";
    case model::Ending::memory_limit:
      return "went over its memory limit";
    case model::Ending::output_limit:
      return "went over its output limit";
    case model::Ending::stopped:
    case model::Ending::fault:
    case model::Ending::not_run:
      break;
  }
  return "came to no verdict";
}

std::string place_in_box(CallArgument argument) {
  return std::string("/work/") + k_places.at(static_cast<std::size_t>(argument));
}

std::optional<double> testlib_score(StatusMeaning meaning, int status, std::string_view message) {
  if (meaning == StatusMeaning::partial) return status;
  if (meaning != StatusMeaning::points) return std::nullopt;
  constexpr std::string_view k_word = "points ";
  if (message.starts_with(k_word)) message.remove_prefix(k_word.size());
  double score = 0;
  const char* end = message.data() + message.size();
  const auto [rest, failed] = std::from_chars(message.data(), end, score);
  const bool is_word = rest == end || *rest == ' ' || *rest == '\n' || *rest == '\r';
  if (failed != std::errc() || !is_word || !std::isfinite(score)) return std::nullopt;
  return score;
}

std::optional<CheckOutcome> outcome_of_status(const EndedCheck& ended,
                                              model::CheckerPoints points) {
  const StatusRow* row = row_of(ended.protocol, ended.role, ended.status);
  if (row == nullptr || row->meaning == StatusMeaning::fault) return std::nullopt;
  if (ended.protocol == k_cms) return outcome_of_cms(ended);
  CheckOutcome outcome;
  outcome.message = ended.message;
  if (outcome.message.empty() && ended.protocol == k_testlib) outcome.message = row->words;
  outcome.kind =
      row->meaning == k_yes ? CheckOutcome::Kind::accepted : CheckOutcome::Kind::rejected;
  if (row->meaning == k_yes || row->meaning == k_no) return outcome;
  const auto score = testlib_score(row->meaning, ended.status, ended.message);
  if (!score && points != model::CheckerPoints::none) {
    return fault_outcome(fmt::format("status {} ({}), but no number of them: {}", ended.status,
                                     row->words, ended.message));
  }
  outcome.message = fmt::format("{}: {}", row->words, outcome.message);
  add_points(score.value_or(0), points, outcome);
  return outcome;
}

}  // namespace arbiter::judge
