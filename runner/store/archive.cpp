#include "store/archive.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

// Unlike the documents for others, the archive keeps everything exactly: times in whole
// nanoseconds, sizes in bytes, and strings that are not valid UTF-8 as {"hex": "…"}.

namespace arbiter::store {
namespace {

using Json = nlohmann::ordered_json;
using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json bytes_json(const std::string& bytes) {
  if (is_utf8(bytes)) return bytes;
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    hex += k_digits[byte >> 4U];
    hex += k_digits[byte & 15U];
  }
  return Json{{"hex", std::move(hex)}};
}

Json list_json(const std::vector<std::string>& all) {
  Json array = Json::array();
  for (const std::string& one : all)
    array.push_back(bytes_json(one));
  return array;
}

Json limits_json(const model::RunLimits& limits) {
  return Json{{"time_ns", limits.time.count()},
              {"wall_ns", limits.wall.count()},
              {"memory", limits.memory.count},
              {"output", limits.output.count}};
}

Json run_json(const model::RunRecord& run) {
  return Json{{"ending", ending_word(run.ending)},
              {"exit_status", run.exit_status},
              {"signal", run.signal},
              {"cpu_ns", run.cpu.count()},
              {"wall_ns", run.wall.count()},
              {"memory", run.memory.count},
              {"processes", run.processes},
              {"approximate", run.approximate},
              {"rerun", run.was_rerun},
              {"fault", bytes_json(run.fault)}};
}

Json transcript_json(const std::optional<model::Transcript>& transcript) {
  if (!transcript) return {};
  Json messages = Json::array();
  for (const model::Message& one : transcript->messages) {
    messages.push_back(Json{{"time_ns", one.time.count()},
                            {"from_submission", one.from_submission},
                            {"text", bytes_json(one.text)},
                            {"left_out", one.left_out}});
  }
  return Json{{"messages", std::move(messages)},
              {"left_out_after", transcript->left_out_after},
              {"left_out_messages", transcript->left_out_messages},
              {"left_out_bytes", transcript->left_out_bytes}};
}

Json difference_json(const std::optional<model::FirstDifference>& difference) {
  if (!difference) return {};
  return Json{
      {"output_line", difference->output_line},       {"output_column", difference->output_column},
      {"answer_line", difference->answer_line},       {"answer_column", difference->answer_column},
      {"expected", bytes_json(difference->expected)}, {"got", bytes_json(difference->got)},
      {"expected_end", difference->expected_end},     {"got_end", difference->got_end}};
}

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

Json groups_json(const std::vector<model::GroupJudgement>& groups) {
  Json array = Json::array();
  for (const model::GroupJudgement& group : groups) {
    array.push_back(Json{{"name", bytes_json(group.name)},
                         {"verdict", model::code(group.verdict)},
                         {"score", number_json(group.score)},
                         {"max_score", number_json(group.max_score)},
                         {"counted", group.counted},
                         {"note", bytes_json(group.note)}});
  }
  return array;
}

/// What the groups made of tests that had been written before.
Json points_json(const std::vector<TestJudgement>& tests) {
  Json array = Json::array();
  for (const TestJudgement& test : tests) {
    if (!test.score && !test.max_score && test.counted && test.verdict != model::Verdict::je) {
      continue;
    }
    array.push_back(Json{{"name", bytes_json(test.name)},
                         {"verdict", model::code(test.verdict)},
                         {"message", bytes_json(test.message)},
                         {"score", number_json(test.score)},
                         {"max_score", number_json(test.max_score)},
                         {"counted", test.counted}});
  }
  return array;
}

Json found_json(const std::optional<model::FoundTimeLimit>& found) {
  if (!found) return {};
  return Json{{"submission", bytes_json(found->submission)},
              {"test", bytes_json(found->test)},
              {"slowest_ns", found->slowest.count()},
              {"factor", found->factor},
              {"multiplier", found->multiplier},
              {"resolution_s", found->resolution_s},
              {"limit_ns", found->limit.count()},
              {"warnings", list_json(found->warnings)}};
}

}  // namespace

std::string archive_begin(const Judgement& judgement) {
  return line_of(Json{{"schema", k_archive_schema},
                      {"event", "begin"},
                      {"arbiter", bytes_json(judgement.arbiter_version)},
                      {"problem", bytes_json(judgement.problem)},
                      {"problem_root", bytes_json(judgement.problem_root)},
                      {"problem_hash", bytes_json(judgement.problem_hash)},
                      {"run", bytes_json(judgement.run)},
                      {"started", bytes_json(judgement.started)},
                      {"limits", limits_json(judgement.limits)},
                      {"sandbox_mode", bytes_json(judgement.sandbox_mode)},
                      {"unsandboxed", judgement.unsandboxed},
                      {"planned_tests", judgement.planned_tests},
                      {"repeat_options", list_json(judgement.repeat_options)},
                      {"is_plain_folder", judgement.is_plain_folder},
                      {"found_time_limit", found_json(judgement.found_time_limit)},
                      {"is_scoring", judgement.is_scoring},
                      {"scoring_note", bytes_json(judgement.scoring_note)}});
}

std::string archive_submission(std::size_t index, const SubmissionJudgement& submission) {
  Json json{{"event", "submission"},
            {"index", index},
            {"path", bytes_json(submission.path)},
            {"language", bytes_json(submission.language)}};
  json["expected"] = Json::array();
  for (const model::Verdict verdict : submission.expected)
    json["expected"].push_back(model::code(verdict));
  json["label"] = submission.label ? bytes_json(*submission.label) : Json();
  json["verdict"] = model::code(submission.verdict);
  // By name: tests are written as they finish, which is not the order that the index counts in.
  const auto& deciding = submission.deciding_test;
  const bool decided = deciding && *deciding < submission.tests.size();
  json["deciding"] = decided ? bytes_json(submission.tests[*deciding].name) : Json();
  json["as_expected"] = submission.as_expected;
  json["unfinished"] = submission.unfinished;
  json["expectation_note"] = bytes_json(submission.expectation_note);
  json["limits"] = limits_json(submission.limits);
  json["compile"] = Json{{"ok", submission.compile.ok},
                         {"cached", submission.compile.cached},
                         {"log", bytes_json(submission.compile.log)},
                         {"helps", list_json(submission.compile.helps)},
                         {"fault", bytes_json(submission.compile.fault)}};
  json["score"] = number_json(submission.score);
  json["max_score"] = number_json(submission.max_score);
  json["groups"] = groups_json(submission.groups);
  json["points"] = points_json(submission.tests);
  return line_of(json);
}

std::string archive_test(std::size_t submission, const TestJudgement& test) {
  Json repeats = Json::array();
  for (const Nanoseconds time : test.repeats)
    repeats.push_back(time.count());
  return line_of(Json{{"event", "test"},
                      {"submission", submission},
                      {"name", bytes_json(test.name)},
                      {"verdict", model::code(test.verdict)},
                      {"run", run_json(test.run)},
                      {"cached", test.cached},
                      {"repeats_ns", std::move(repeats)},
                      {"message", bytes_json(test.message)},
                      {"first_difference", difference_json(test.first_difference)},
                      {"hints", list_json(test.hints)},
                      {"transcript", transcript_json(test.transcript)},
                      {"passes", test.passes},
                      {"pass_input", bytes_json(test.pass_input)},
                      {"output_head", bytes_json(test.output_head)},
                      {"output_sha256", bytes_json(test.output_sha256)},
                      {"error_tail", bytes_json(test.error_tail)},
                      {"score_file", number_json(test.score_file)},
                      {"score_multiplier", number_json(test.score_multiplier)}});
}

std::string archive_end(const Judgement& judgement) {
  return line_of(Json{{"event", "end"}, {"interrupted", judgement.interrupted}});
}

}  // namespace arbiter::store
