#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/text.hpp"
#include "model/problem.hpp"
#include "store/archive.hpp"

namespace arbiter::store {
namespace {

using Json = nlohmann::ordered_json;
using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  throw std::invalid_argument("not a hexadecimal digit");
}

std::string bytes_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto& hex = json.at("hex").get_ref<const std::string&>();
  if (hex.size() % 2 != 0) throw std::invalid_argument("half a byte");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) << 4U | digit(hex[i + 1]));
  return bytes;
}

std::vector<std::string> list_of(const Json& json) {
  std::vector<std::string> all;
  for (const Json& one : json)
    all.push_back(bytes_of(one));
  return all;
}

model::Verdict verdict_of(const Json& json) {
  const auto verdict = model::parse_verdict(json.get<std::string>());
  if (!verdict) throw std::invalid_argument("unknown verdict");
  return *verdict;
}

Nanoseconds time_of(const Json& json) {
  return Nanoseconds(json.get<std::int64_t>());
}

model::RunLimits limits_of(const Json& json) {
  model::RunLimits limits;
  limits.time = time_of(json.at("time_ns"));
  limits.wall = time_of(json.at("wall_ns"));
  limits.memory = Bytes{json.at("memory").get<std::int64_t>()};
  limits.output = Bytes{json.at("output").get<std::int64_t>()};
  return limits;
}

model::RunRecord run_of(const Json& json) {
  model::RunRecord run;
  const auto ending = model::parse_ending(json.at("ending").get<std::string>());
  if (!ending) throw std::invalid_argument("unknown ending");
  run.ending = *ending;
  run.exit_status = json.at("exit_status").get<int>();
  run.signal = json.at("signal").get<int>();
  run.cpu = time_of(json.at("cpu_ns"));
  run.wall = time_of(json.at("wall_ns"));
  run.memory = Bytes{json.at("memory").get<std::int64_t>()};
  run.processes = json.at("processes").get<std::int64_t>();
  run.approximate = json.at("approximate").get<bool>();
  run.was_rerun = json.at("rerun").get<bool>();
  run.fault = bytes_of(json.at("fault"));
  return run;
}

std::optional<model::FirstDifference> difference_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  model::FirstDifference difference;
  difference.output_line = json.at("output_line").get<std::uint64_t>();
  difference.output_column = json.at("output_column").get<std::uint64_t>();
  difference.answer_line = json.at("answer_line").get<std::uint64_t>();
  difference.answer_column = json.at("answer_column").get<std::uint64_t>();
  difference.expected = bytes_of(json.at("expected"));
  difference.got = bytes_of(json.at("got"));
  difference.expected_end = json.at("expected_end").get<bool>();
  difference.got_end = json.at("got_end").get<bool>();
  return difference;
}

// Runs that were stored before games were written down have none.
std::optional<model::Transcript> transcript_of(const Json& test) {
  const auto found = test.find("transcript");
  if (found == test.end() || found->is_null()) return std::nullopt;
  model::Transcript transcript;
  for (const Json& one : found->at("messages")) {
    transcript.messages.push_back({time_of(one.at("time_ns")),
                                   one.at("from_submission").get<bool>(), bytes_of(one.at("text")),
                                   one.at("left_out").get<std::int64_t>()});
  }
  transcript.left_out_after = found->at("left_out_after").get<std::int64_t>();
  transcript.left_out_messages = found->at("left_out_messages").get<std::int64_t>();
  transcript.left_out_bytes = found->at("left_out_bytes").get<std::int64_t>();
  return transcript;
}

/// Archives of before there were points do not have these.
std::optional<double> number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return found->get<double>();
}

/// Nor these.
std::optional<model::FoundTimeLimit> found_of(const Json& head) {
  const auto json = head.find("found_time_limit");
  if (json == head.end() || json->is_null()) return std::nullopt;
  model::FoundTimeLimit found;
  found.submission = bytes_of(json->at("submission"));
  found.test = bytes_of(json->at("test"));
  found.slowest = time_of(json->at("slowest_ns"));
  found.factor = json->at("factor").get<double>();
  found.multiplier = json->at("multiplier").get<double>();
  found.resolution_s = json->at("resolution_s").get<double>();
  found.limit = time_of(json->at("limit_ns"));
  found.warnings = list_of(json->at("warnings"));
  return found;
}

model::GroupJudgement group_of(const Json& json) {
  model::GroupJudgement group;
  group.name = bytes_of(json.at("name"));
  group.verdict = verdict_of(json.at("verdict"));
  group.score = number_of(json, "score");
  group.max_score = number_of(json, "max_score");
  group.counted = json.at("counted").get<bool>();
  group.note = bytes_of(json.at("note"));
  return group;
}

TestJudgement test_of(const Json& json) {
  TestJudgement test;
  test.name = bytes_of(json.at("name"));
  test.verdict = verdict_of(json.at("verdict"));
  test.run = run_of(json.at("run"));
  test.cached = json.at("cached").get<bool>();
  for (const Json& time : json.at("repeats_ns"))
    test.repeats.push_back(time_of(time));
  test.message = bytes_of(json.at("message"));
  test.first_difference = difference_of(json.at("first_difference"));
  test.hints = list_of(json.at("hints"));
  test.transcript = transcript_of(json);
  // Archives of before there were multi-pass problems do not have these.
  test.passes = json.value("passes", 0);
  test.pass_input = bytes_of(json.value("pass_input", Json("")));
  test.output_head = bytes_of(json.at("output_head"));
  test.output_sha256 = bytes_of(json.value("output_sha256", Json("")));
  test.error_tail = bytes_of(json.at("error_tail"));
  test.score_file = number_of(json, "score_file");
  test.score_multiplier = number_of(json, "score_multiplier");
  return test;
}

model::CompileJudgement compile_of(const Json& json) {
  model::CompileJudgement compile;
  compile.ok = json.at("ok").get<bool>();
  compile.cached = json.at("cached").get<bool>();
  compile.log = bytes_of(json.at("log"));
  compile.helps = list_of(json.at("helps"));
  compile.fault = bytes_of(json.at("fault"));
  return compile;
}

SubmissionJudgement submission_of(const Json& json) {
  SubmissionJudgement submission;
  submission.path = bytes_of(json.at("path"));
  submission.language = bytes_of(json.at("language"));
  for (const Json& verdict : json.at("expected"))
    submission.expected.push_back(verdict_of(verdict));
  if (!json.at("label").is_null()) submission.label = bytes_of(json.at("label"));
  submission.verdict = verdict_of(json.at("verdict"));
  submission.as_expected = json.at("as_expected").get<bool>();
  submission.unfinished = json.at("unfinished").get<bool>();
  submission.expectation_note = bytes_of(json.at("expectation_note"));
  submission.limits = limits_of(json.at("limits"));
  submission.compile = compile_of(json.at("compile"));
  submission.score = number_of(json, "score");
  submission.max_score = number_of(json, "max_score");
  for (const Json& group : json.value("groups", Json::array()))
    submission.groups.push_back(group_of(group));
  return submission;
}

/// What the lines said so far.
struct Collected {
  struct Entry {
    SubmissionJudgement submission;
    std::size_t records = 0;
    std::optional<std::string> deciding;
    Json points;
    std::vector<TestJudgement> tests;
  };
  std::optional<Judgement> judgement;
  bool ended = false;
  std::map<std::size_t, Entry> entries;
};

void take_line(Collected& collected, const Json& json) {
  const auto event = json.at("event").get<std::string>();
  if (event == "begin") {
    if (json.at("schema").get<std::string>() != k_archive_schema) return;
    Judgement judgement;
    judgement.arbiter_version = bytes_of(json.at("arbiter"));
    judgement.problem = bytes_of(json.at("problem"));
    judgement.problem_root = bytes_of(json.at("problem_root"));
    judgement.problem_hash = bytes_of(json.at("problem_hash"));
    judgement.run = bytes_of(json.at("run"));
    judgement.started = bytes_of(json.at("started"));
    judgement.limits = limits_of(json.at("limits"));
    judgement.sandbox_mode = bytes_of(json.at("sandbox_mode"));
    judgement.unsandboxed = json.at("unsandboxed").get<bool>();
    judgement.found_time_limit = found_of(json);
    judgement.planned_tests = json.at("planned_tests").get<std::size_t>();
    judgement.repeat_options = list_of(json.at("repeat_options"));
    judgement.is_plain_folder = json.value("is_plain_folder", false);
    judgement.is_scoring = json.value("is_scoring", false);
    if (json.contains("scoring_note")) judgement.scoring_note = bytes_of(json.at("scoring_note"));
    collected.judgement = std::move(judgement);
  } else if (event == "submission") {
    SubmissionJudgement submission = submission_of(json);
    std::optional<std::string> deciding;
    if (!json.at("deciding").is_null()) deciding = bytes_of(json.at("deciding"));
    Collected::Entry& entry = collected.entries[json.at("index").get<std::size_t>()];
    entry.submission = std::move(submission);
    entry.deciding = std::move(deciding);
    entry.points = json.value("points", Json::array());
    ++entry.records;
  } else if (event == "test") {
    TestJudgement test = test_of(json);
    collected.entries[json.at("submission").get<std::size_t>()].tests.push_back(std::move(test));
  } else if (event == "end" && collected.judgement) {
    collected.judgement->interrupted = json.at("interrupted").get<bool>();
    collected.ended = true;
  }
}

/// What the groups made of the tests.
void add_points(const Json& points, std::vector<TestJudgement>& tests) {
  for (const Json& json : points) {
    const std::string name = bytes_of(json.at("name"));
    const auto test = std::find_if(tests.begin(), tests.end(),
                                   [&](const TestJudgement& one) { return one.name == name; });
    if (test == tests.end()) continue;
    test->verdict = verdict_of(json.at("verdict"));
    test->message = bytes_of(json.at("message"));
    test->score = number_of(json, "score");
    test->max_score = number_of(json, "max_score");
    test->counted = json.at("counted").get<bool>();
  }
}

SubmissionJudgement finished(Collected::Entry&& entry, bool ended) {
  SubmissionJudgement submission = std::move(entry.submission);
  // Only the record of its compilation is there, and the tests were still running.
  if (!ended && entry.records == 1 && submission.compile.ok) submission.unfinished = true;
  std::stable_sort(entry.tests.begin(), entry.tests.end(),
                   [](const TestJudgement& a, const TestJudgement& b) {
                     return model::judged_before(a.name, b.name);
                   });
  for (TestJudgement& test : entry.tests) {
    const bool again = !submission.tests.empty() && submission.tests.back().name == test.name;
    if (again) submission.tests.pop_back();
    submission.tests.push_back(std::move(test));
  }
  try {
    add_points(entry.points, submission.tests);
  } catch (const std::exception&) {
    // Damaged as a line may be; what the tests' own lines say still holds.
    submission.groups.clear();
  }
  for (std::size_t i = 0; entry.deciding && i < submission.tests.size(); ++i) {
    if (submission.tests[i].name == *entry.deciding) submission.deciding_test = i;
  }
  return submission;
}

}  // namespace

std::optional<TestJudgement> test_from_archive(std::string_view line) {
  try {
    return test_of(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<SubmissionJudgement> submission_from_archive(std::string_view line) {
  try {
    return submission_of(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<Judgement> from_archive(std::string_view lines) {
  Collected collected;
  for (const std::string_view line : split_lines(lines)) {
    try {
      take_line(collected, Json::parse(line));
    } catch (const std::exception&) {
      // A damaged line: the disk was full or the power went. The others still hold.
      continue;
    }
  }
  if (!collected.judgement) return std::nullopt;
  Judgement judgement = std::move(*collected.judgement);
  if (!collected.ended) judgement.interrupted = true;
  for (auto& [index, entry] : collected.entries) {
    if (entry.records == 0) continue;
    judgement.submissions.push_back(finished(std::move(entry), collected.ended));
  }
  return judgement;
}

}  // namespace arbiter::store
