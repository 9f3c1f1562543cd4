#include "store/archive.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "model/problem.hpp"
#include "store/archive_fields.hpp"

namespace arbiter::store {
namespace {

// The first field of an archive.
constexpr std::string_view k_archive_schema = "arbiter/archive/1";

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

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
    const auto test = std::find_if(tests.begin(), tests.end(),
                                   [&](const TestJudgement& one) { return one.name == name; });
    if (test == tests.end()) continue;
    Walk walk(json, Walk::Way::read);
    point_fields(walk, *test);
  }
}

template <class T>
std::optional<T> from_line(std::string_view line) {
  try {
    Json json = Json::parse(line);
    return Walk::read<T>(json);
  } catch (const std::exception&) {
    return std::nullopt;
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

std::string archive_end(const Judgement& judgement) {
  Json json{{"event", "end"}};
  Walk walk(json, Walk::Way::write);
  end_fields(walk, written(judgement));
  return line_of(json);
}

std::optional<TestJudgement> test_from_archive(std::string_view line) {
  return from_line<TestJudgement>(line);
}

std::optional<SubmissionJudgement> submission_from_archive(std::string_view line) {
  return from_line<SubmissionJudgement>(line);
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
