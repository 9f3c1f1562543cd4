#include "store/archive.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "model/problem.hpp"
#include "store/json_walk.hpp"

namespace arbiter::store {
// Walk finds them in its own namespace.
namespace json_walk {

/// The fields of each struct, named once for both ways.
static void fields(Walk& walk, model::RunLimits& limits) {
  walk("time_ns", limits.time);
  walk("wall_ns", limits.wall);
  walk("memory", limits.memory);
  walk("output", limits.output);
}

static void fields(Walk& walk, model::RunRecord& run) {
  walk("ending", run.ending);
  walk("exit_status", run.exit_status);
  walk("signal", run.signal);
  walk("cpu_ns", run.cpu);
  walk("wall_ns", run.wall);
  walk("memory", run.memory);
  walk("processes", run.processes);
  walk("approximate", run.approximate);
  walk("rerun", run.was_rerun);
  walk("fault", run.fault);
}

static void fields(Walk& walk, model::Message& message) {
  walk("time_ns", message.time);
  walk("from_submission", message.from_submission);
  walk("text", message.text);
  walk("left_out", message.left_out);
}

static void fields(Walk& walk, model::Transcript& transcript) {
  walk("messages", transcript.messages);
  walk("left_out_after", transcript.left_out_after);
  walk("left_out_messages", transcript.left_out_messages);
  walk("left_out_bytes", transcript.left_out_bytes);
}

static void fields(Walk& walk, FirstDifference& difference) {
  walk("output_line", difference.output_line);
  walk("output_column", difference.output_column);
  walk("answer_line", difference.answer_line);
  walk("answer_column", difference.answer_column);
  walk("expected", difference.expected);
  walk("got", difference.got);
  walk("expected_end", difference.expected_end);
  walk("got_end", difference.got_end);
}

static void fields(Walk& walk, model::FileHead& file) {
  walk("head", file.head);
  walk("size", file.size);
  walk("lines", file.lines);
  walk("sha256", file.sha256);
}

static void fields(Walk& walk, model::TestJudgement& test) {
  walk("name", test.name);
  walk("verdict", test.verdict);
  walk("run", test.run);
  walk("cached", test.cached);
  walk("repeats_ns", test.repeats);
  walk("message", test.message);
  walk("first_difference", test.first_difference);
  walk("hints", test.hints);
  walk.later("transcript", test.transcript);
  walk.later("passes", test.passes);
  walk.later("input", test.input);
  walk.later("pass_input", test.pass_input);
  walk("output_head", test.output_head);
  walk.later("output_sha256", test.output_sha256);
  walk("error_tail", test.error_tail);
  walk.later("score_file", test.score_file);
  walk.later("score_multiplier", test.score_multiplier);
  walk.later("referee_is_silent", test.referee_is_silent);
}

/// What the groups made of a test that had been written before.
static void point_fields(Walk& walk, model::TestJudgement& test) {
  walk("name", test.name);
  walk("verdict", test.verdict);
  walk("message", test.message);
  walk("score", test.score);
  walk("max_score", test.max_score);
  walk("counted", test.counted);
}

static void fields(Walk& walk, model::GroupJudgement& group) {
  walk("name", group.name);
  walk("verdict", group.verdict);
  walk("score", group.score);
  walk("max_score", group.max_score);
  walk("counted", group.counted);
  walk("note", group.note);
}

static void fields(Walk& walk, model::Property& property) {
  walk("subject", property.subject);
  walk("places", property.places);
  walk("holds", property.holds);
  walk("value", property.value);
}

static void fields(Walk& walk, model::Pattern& pattern) {
  walk("properties", pattern.properties);
  walk("failing", pattern.failing);
  walk("passing", pattern.passing);
}

static void fields(Walk& walk, model::Slowness& slowness) {
  walk("size", slowness.size);
  walk("time_ns", slowness.time);
  walk("law", slowness.law);
  walk("largest", slowness.largest);
  walk("at_largest", slowness.at_largest);
  walk("reference", slowness.reference);
}

static void fields(Walk& walk, model::Counterexample& counterexample) {
  walk("none", counterexample.none);
  walk("test", counterexample.test);
  walk("input", counterexample.input);
  walk("answer", counterexample.answer);
  walk("pattern", counterexample.pattern);
  walk.later("slowness", counterexample.slowness);
  walk.later("course", counterexample.course);
  walk.later("others", counterexample.others);
}

static void fields(Walk& walk, model::CompileJudgement& compile) {
  walk("ok", compile.ok);
  walk("cached", compile.cached);
  walk.later("compiler", compile.compiler);
  walk.later("command", compile.command);
  walk.later("took_ns", compile.took);
  walk("log", compile.log);
  walk("helps", compile.helps);
  walk("fault", compile.fault);
}

static void fields(Walk& walk, model::SubmissionJudgement& submission) {
  walk("path", submission.path);
  walk.later("sha256", submission.sha256);
  walk("language", submission.language);
  walk("expected", submission.expected);
  walk("label", submission.label);
  walk("verdict", submission.verdict);
  walk("as_expected", submission.as_expected);
  walk("unfinished", submission.unfinished);
  walk("expectation_note", submission.expectation_note);
  walk("limits", submission.limits);
  walk("compile", submission.compile);
  walk.later("score", submission.score);
  walk.later("max_score", submission.max_score);
  walk.later("groups", submission.groups);
}

static void fields(Walk& walk, model::FoundTimeLimit& found) {
  walk("submission", found.submission);
  walk("test", found.test);
  walk("slowest_ns", found.slowest);
  walk("factor", found.factor);
  walk("multiplier", found.multiplier);
  walk("resolution_s", found.resolution_s);
  walk("limit_ns", found.limit);
  walk("warnings", found.warnings);
}

static void fields(Walk& walk, model::Machine& machine) {
  walk("cpu", machine.cpu);
  walk("kernel", machine.kernel);
  walk("cores", machine.cores);
}

static void fields(Walk& walk, model::Judgement& judgement) {
  walk("arbiter", judgement.arbiter_version);
  walk("problem", judgement.problem);
  walk("problem_root", judgement.problem_root);
  walk("problem_hash", judgement.problem_hash);
  walk("run", judgement.run);
  walk("started", judgement.started);
  walk.later("folder", judgement.folder);
  walk.later("machine", judgement.machine);
  walk.later("jobs", judgement.jobs);
  walk("limits", judgement.limits);
  walk("sandbox_mode", judgement.sandbox_mode);
  walk("unsandboxed", judgement.unsandboxed);
  walk("planned_tests", judgement.planned_tests);
  walk("repeat_options", judgement.repeat_options);
  walk.later("is_plain_folder", judgement.is_plain_folder);
  walk.later("found_time_limit", judgement.found_time_limit);
  walk.later("is_scoring", judgement.is_scoring);
  walk.later("scoring_note", judgement.scoring_note);
  walk.later("asked_tests", judgement.asked_tests);
}

/// What is known of a run at its end only.
static void end_fields(Walk& walk, model::Judgement& judgement) {
  walk("interrupted", judgement.interrupted);
  walk.later("finished", judgement.finished);
  walk.later("exit_status", judgement.exit_status);
}

}  // namespace json_walk

namespace {

// The first field of an archive.
constexpr std::string_view k_archive_schema = "arbiter/archive/1";

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

using json_walk::end_fields;
using json_walk::Json;
using json_walk::point_fields;
using json_walk::Walk;
using json_walk::written;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A line that begins with the fields of `json`.
template <class T>
std::string line_of(Json json, const T& value) {
  Walk::write(json, value);
  return line_of(json);
}

Json points_json(const std::vector<TestJudgement>& tests) {
  Json all = Json::array();
  for (const TestJudgement& test : tests) {
    if (!test.score && !test.max_score && test.counted && test.verdict != model::Verdict::je) {
      continue;
    }
    Walk walk(all.emplace_back(), Walk::Way::write);
    point_fields(walk, written(test));
  }
  return all;
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

void take_line(Collected& collected, Json json) {
  const auto event = json.at("event").get<std::string>();
  if (event == "begin") {
    if (json.at("schema").get<std::string>() != k_archive_schema) return;
    collected.judgement = Walk::read<Judgement>(json);
  } else if (event == "submission") {
    auto submission = Walk::read<SubmissionJudgement>(json);
    auto deciding = Walk::read<std::optional<std::string>>(json.at("deciding"));
    Collected::Entry& entry = collected.entries[json.at("index").get<std::size_t>()];
    entry.submission = std::move(submission);
    entry.deciding = std::move(deciding);
    entry.points = json.value("points", Json::array());
    ++entry.records;
  } else if (event == "test") {
    auto test = Walk::read<TestJudgement>(json);
    collected.entries[json.at("submission").get<std::size_t>()].tests.push_back(std::move(test));
  } else if (event == "end" && collected.judgement) {
    Walk walk(json, Walk::Way::read);
    end_fields(walk, *collected.judgement);
    collected.ended = true;
  }
}

/// What the groups made of the tests.
void add_points(Json& points, std::vector<TestJudgement>& tests) {
  for (Json& json : points) {
    const auto name = Walk::read<std::string>(json.at("name"));
    const auto test = std::ranges::find(tests, name, &TestJudgement::name);
    if (test == tests.end()) continue;
    Walk walk(json, Walk::Way::read);
    point_fields(walk, *test);
  }
}

SubmissionJudgement finished(Collected::Entry&& entry, bool ended) {
  SubmissionJudgement submission = std::move(entry.submission);
  // Only the record of its compilation is there, and the tests were still running.
  if (!ended && entry.records == 1 && submission.compile.ok) submission.unfinished = true;
  std::ranges::stable_sort(entry.tests, model::judged_before, &TestJudgement::name);
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

std::string archive_begin(const Judgement& judgement) {
  return line_of({{"schema", k_archive_schema}, {"event", "begin"}}, judgement);
}

std::string archive_submission(std::size_t index, const SubmissionJudgement& submission) {
  Json json{{"event", "submission"}, {"index", index}};
  Walk::write(json, submission);
  // By name: tests are written as they finish, which is not the order that the index counts in.
  const auto& deciding = submission.deciding_test;
  const bool decided = deciding && *deciding < submission.tests.size();
  json["deciding"] = nullptr;
  if (decided) Walk::write(json["deciding"], submission.tests[*deciding].name);
  json["points"] = points_json(submission.tests);
  return line_of(json);
}

std::string archive_test(std::size_t submission, const TestJudgement& test) {
  return line_of({{"event", "test"}, {"submission", submission}}, test);
}

std::string archive_counterexample(const model::Counterexample& counterexample) {
  return line_of({{"event", "counterexample"}}, counterexample);
}

std::string archive_end(const Judgement& judgement) {
  Json json{{"event", "end"}};
  Walk walk(json, Walk::Way::write);
  end_fields(walk, written(judgement));
  return line_of(json);
}

template <class T>
std::optional<T> from_archive_line(std::string_view line) {
  try {
    Json json = Json::parse(line);
    return Walk::read<T>(json);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

template std::optional<TestJudgement> from_archive_line(std::string_view);
template std::optional<SubmissionJudgement> from_archive_line(std::string_view);
template std::optional<model::Counterexample> from_archive_line(std::string_view);

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
