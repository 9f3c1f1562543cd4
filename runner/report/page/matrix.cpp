#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "report/page/page.hpp"
#include "report/text/annotations.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::SubmissionJudgement;
using model::TestJudgement;
using Places = std::unordered_map<std::string_view, std::size_t>;

// Of each text so much, of all programs together so much, of each program so many tests.
constexpr std::size_t k_text = 16384;
constexpr std::size_t k_source = 65536;
constexpr std::size_t k_all = 2'000'000;
constexpr std::size_t k_sources = 2'000'000;
constexpr std::size_t k_replay = 1'000'000;
constexpr std::size_t k_replays = 6'000'000;  ///< they repeat themselves, and pack well
constexpr std::size_t k_details = 8;
constexpr std::size_t k_messages = 100;
constexpr std::size_t k_compiler_messages = 100;
constexpr std::size_t k_detail_itself = 400;  ///< what names and numbers of one take

/// UTF-8 is not cut within a character.
std::string_view head_of(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return bytes;
  while (most > 0 && (static_cast<std::uint8_t>(bytes[most]) & 0xC0U) == 0x80U)
    --most;
  return bytes.substr(0, most);
}

/// The beginning of a text of `whole` bytes.
Json text_fields(std::string_view bytes, std::int64_t whole, std::size_t most = k_text) {
  const std::string_view head = head_of(bytes, most);
  return Json{{"text", page_text(head)},
              {"bytes", whole},
              {"is_cut", static_cast<std::int64_t>(head.size()) < whole}};
}

Json whole_text_fields(const std::string& bytes) {
  return text_fields(bytes, static_cast<std::int64_t>(bytes.size()));
}

double milliseconds(Nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// In tenths of a millisecond.
std::int64_t tenths(Nanoseconds time) {
  return (time.count() + 50'000) / 100'000;
}

/// In tenths of a MiB.
std::int64_t tenths(Bytes memory) {
  constexpr std::int64_t k_tenth = 1048576 / 10;
  return (memory.count + k_tenth / 2) / k_tenth;
}

Json limits_of(const model::RunLimits& limits) {
  return Json{{"time_ms", milliseconds(limits.time)},
              {"wall_ms", milliseconds(limits.wall)},
              {"memory_kib", kibibytes(limits.memory)},
              {"output_kib", kibibytes(limits.output)}};
}

char letter_of(const TestJudgement& test) {
  const bool is_part = test.score && test.max_score && *test.score > 0 &&
                       *test.score < *test.max_score && test.verdict == model::Verdict::ac;
  return is_part ? 'P' : model::code(test.verdict).front();
}

bool ran(const TestJudgement& test) {
  return test.run.ending != model::Ending::not_run && test.run.ending != model::Ending::fault;
}

bool has_failed(const TestJudgement& test) {
  return test.verdict != model::Verdict::ac || letter_of(test) == 'P';
}

Places places_of(const std::vector<PageTest>& tests) {
  Places places;
  for (std::size_t i = 0; i < tests.size(); ++i)
    places.emplace(tests[i].name, i);
  return places;
}

Json transcript_fields(const std::optional<model::Transcript>& transcript) {
  if (!transcript) return {};
  Json messages = Json::array();
  // The end of a game tells more than its middle.
  const std::size_t count = transcript->messages.size();
  const std::size_t head = count <= k_messages ? count : k_messages / 2;
  const std::size_t tail = count <= k_messages ? 0 : k_messages / 2;
  const auto put = [&](const model::Message& message) {
    const std::string_view text = head_of(message.text, 500);
    messages.push_back(
        Json{{"us", std::chrono::duration_cast<std::chrono::microseconds>(message.time).count()},
             {"from", message.from_submission ? 1 : 0},
             {"text", page_text(text)},
             {"left_out", message.left_out + static_cast<std::int64_t>(message.text.size()) -
                              static_cast<std::int64_t>(text.size())}});
  };
  for (std::size_t i = 0; i < head; ++i)
    put(transcript->messages[i]);
  std::int64_t left_out = transcript->left_out_bytes;
  for (std::size_t i = head; i < count - tail; ++i)
    left_out += static_cast<std::int64_t>(transcript->messages[i].text.size());
  for (std::size_t i = count - tail; i < count; ++i)
    put(transcript->messages[i]);
  const auto between = static_cast<std::int64_t>(count - head - tail);
  const std::int64_t gap = between + transcript->left_out_messages;
  return Json{{"messages", std::move(messages)},
              {"gap_after", between > 0 ? static_cast<std::int64_t>(head)
                            : gap > 0   ? transcript->left_out_after
                                        : 0},
              {"gap_messages", gap},
              {"gap_bytes", gap > 0 ? left_out : 0}};
}

Json difference_of(const std::optional<FirstDifference>& difference) {
  if (!difference) return {};
  Json fields = difference_fields(difference);
  fields["expected"] = page_text(difference->expected);
  fields["got"] = page_text(difference->got);
  return fields;
}

Json detail_fields(const PageProgram& program, const TestJudgement& test) {
  const auto say = [&](const auto& words) { return words ? page_text(words(test)) : ""; };
  Json detail{
      {"reason", program.of_tests.reason ? say(program.of_tests.reason)
                                         : page_text(reason(test, program.judgement->limits))},
      {"message", page_text(head_of(test.message, k_text))},
      {"hints", array_of(test.hints, page_text)},
      {"difference", difference_of(test.first_difference)}};
  if (!test.output_head.empty() || !test.output_sha256.empty())
    detail["output"] = whole_text_fields(test.output_head);
  if (!test.error_tail.empty()) detail["stderr"] = whole_text_fields(test.error_tail);
  if (!test.pass_input.empty()) detail["pass_input"] = whole_text_fields(test.pass_input);
  detail["ended"] = ran(test) ? how_it_ended(test.run) : "";
  detail["wall_ms"] = milliseconds(test.run.wall);
  detail["is_rerun"] = test.run.was_rerun;
  detail["is_sampled"] = test.run.approximate;
  detail["repeats"] = array_of(test.repeats, [](Nanoseconds time) { return tenths(time); });
  detail["transcript"] = transcript_fields(test.transcript);
  detail["command"] = say(program.of_tests.command);
  return detail;
}

/// What a detail takes of the room for all of them.
std::size_t weight_of(const TestJudgement& test) {
  std::size_t weight = k_detail_itself + std::min(test.message.size(), k_text) +
                       std::min(test.output_head.size(), k_text) +
                       std::min(test.error_tail.size(), k_text) +
                       std::min(test.pass_input.size(), k_text);
  if (test.transcript) weight += 100 * std::min(test.transcript->messages.size(), k_messages);
  return weight;
}

/// Fills "details" of the programs and "files" of the problems, a test of every program before the
/// second of any: failed ones first, then games that went well.
class Details {
 public:
  Details(const PageMatrix& matrix, const std::vector<Places>& places, Json& problems,
          Json& programs)
      : matrix_(matrix), places_(places), problems_(problems), programs_(programs) {}

  void fill() {
    std::vector<std::vector<const TestJudgement*>> tests;
    for (const PageProgram& program : matrix_.programs) {
      tests.push_back(failed_of(*program.judgement));
      programs_[tests.size() - 1]["left_out"] = tests.back().size();
      for (const TestJudgement& test : program.judgement->tests) {
        if (test.transcript && !has_failed(test)) tests.back().push_back(&test);
      }
    }
    for (std::size_t round = 0; round < k_details; ++round) {
      for (std::size_t p = 0; p < tests.size(); ++p) {
        if (round < tests[p].size()) add(p, *tests[p][round]);
      }
    }
  }

 private:
  /// The one that decides first.
  static std::vector<const TestJudgement*> failed_of(const SubmissionJudgement& judgement) {
    std::vector<const TestJudgement*> failed;
    for (const TestJudgement& test : judgement.tests) {
      if (has_failed(test)) failed.push_back(&test);
    }
    const auto& deciding = judgement.deciding_test;
    if (!deciding || *deciding >= judgement.tests.size()) return failed;
    const auto first = std::ranges::find(failed, &judgement.tests[*deciding]);
    if (first != failed.end()) std::rotate(failed.begin(), first, first + 1);
    return failed;
  }

  void add(std::size_t program, const TestJudgement& test) {
    const PageProgram& row = matrix_.programs[program];
    const auto place = places_[row.problem].find(test.name);
    const std::size_t weight = weight_of(test);
    if (place == places_[row.problem].end() || weight > room_) return;
    room_ -= weight;
    const std::string key = std::to_string(place->second);
    Json& detail = programs_[program]["details"][key];
    detail = detail_fields(row, test);
    if (has_failed(test)) --programs_[program]["left_out"].get_ref<Json::number_unsigned_t&>();
    add_replay(detail, test);
    Json& files = problems_[row.problem]["files"];
    if (!files.contains(key)) files[key] = files_of(row.problem, test);
  }

  void add_replay(Json& detail, const TestJudgement& test) {
    if (!matrix_.files.replay || replay_room_ == 0) return;
    const std::string replay = matrix_.files.replay(test);
    if (replay.empty() || replay.size() > k_replay) return;
    // Once there is no room for one, there is none for those after it.
    replay_room_ = replay.size() > replay_room_ ? 0 : replay_room_ - replay.size();
    if (replay_room_ > 0) detail["replay"] = Json::parse(replay);
  }

  Json files_of(std::size_t problem, const TestJudgement& test) {
    Json files = Json::object();
    const auto put = [&](const char* name, const std::optional<model::FileHead>& file) {
      const std::size_t weight = file ? std::min(file->head.size(), k_text) : 0;
      if (!file || weight > room_) return;
      room_ -= weight;
      files[name] = text_fields(file->head, file->size.count);
    };
    const auto& file = matrix_.files.file;
    const auto input = file ? file(problem, test.name, false) : std::nullopt;
    put("input", input ? input : test.input);
    if (file) put("answer", file(problem, test.name, true));
    return files;
  }

  const PageMatrix& matrix_;
  const std::vector<Places>& places_;
  Json& problems_;
  Json& programs_;
  std::size_t room_ = k_all;
  std::size_t replay_room_ = k_replays;
};

Json problem_fields(const PageProblem& problem, std::size_t place, const RunFiles& files) {
  Json tests = Json::array();
  for (const PageTest& test : problem.tests) {
    const auto slash = test.name.rfind('/');
    const auto size = files.input_size ? files.input_size(place, test.name) : std::nullopt;
    tests.push_back(
        Json{{"name", page_text(test.name)},
             {"group", slash == std::string::npos ? "" : page_text(test.name.substr(0, slash))},
             {"visibility", test.visibility},
             {"input_bytes", size ? Json(size->count) : Json()}});
  }
  return Json{{"id", page_text(problem.id)},
              {"title", page_text(problem.title)},
              {"hash", problem.hash},
              {"limits", limits_of(problem.limits)},
              {"found_limit", page_text(problem.found_limit)},
              {"is_scoring", problem.is_scoring},
              {"max_points", or_null(problem.max_points)},
              {"tests", std::move(tests)},
              {"files", Json::object()},
              {"glossary", problem.glossary}};
}

Json group_fields(const model::GroupJudgement& group) {
  return Json{{"name", page_text(group.name)}, {"verdict", model::code(group.verdict)},
              {"score", or_null(group.score)}, {"max_score", or_null(group.max_score)},
              {"is_counted", group.counted},   {"note", page_text(group.note)}};
}

std::string_view kind_word(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::error:
      return "error";
    case AnnotationKind::warning:
      return "warning";
    case AnnotationKind::notice:
      return "note";
  }
  return {};
}

/// `files` are those of the program; compilers may call them by a longer path.
Json compile_fields(const model::CompileJudgement& compile, const std::vector<SourceText>& files) {
  Json messages = Json::array();
  for (const Annotation& one : compiler_messages(compile.log, k_compiler_messages)) {
    const auto file = std::ranges::find_if(files, [&](const SourceText& source) {
      return source.name == one.file || base_name(one.file) == base_name(source.name);
    });
    if (file == files.end()) continue;
    messages.push_back(Json{{"file", page_text(file->name)},
                            {"line", one.line},
                            {"column", one.column},
                            {"kind", kind_word(one.kind)},
                            {"text", page_text(one.message)}});
  }
  return Json{{"ok", compile.ok},
              {"command", page_text(joined(compile.command, " "))},
              {"log", page_text(head_of(compile.log, k_text))},
              {"helps", array_of(compile.helps, page_text)},
              {"messages", std::move(messages)}};
}

/// What was seen of each test, in columns, which pack better than rows.
void add_runs(Json& json, const SubmissionJudgement& judgement, const PageProblem& problem,
              const Places& places) {
  const std::size_t count = problem.tests.size();
  std::vector<std::int64_t> cpu(count, -1);
  std::vector<std::int64_t> memory(count, -1);
  Json scores = Json::array();
  if (problem.is_scoring) scores = std::vector<Json>(count);
  for (const TestJudgement& test : judgement.tests) {
    const auto place = places.find(test.name);
    if (place == places.end()) continue;
    if (ran(test)) {
      cpu[place->second] = tenths(test.run.cpu);
      memory[place->second] = tenths(test.run.memory);
    }
    if (problem.is_scoring) scores[place->second] = or_null(test.score);
  }
  json["verdicts"] = verdict_letters(judgement, problem.tests, '.');
  json["cpu"] = std::move(cpu);
  json["memory"] = std::move(memory);
  json["scores"] = std::move(scores);
}

Json expectation_fields(const PageProgram& program) {
  const SubmissionJudgement& one = *program.judgement;
  if (!program.has_expectation)
    return Json{{"expected", Json::array()}, {"label", ""}, {"is_as_expected", true}, {"note", ""}};
  return Json{{"expected", array_of(one.expected, model::code)},
              {"label", page_text(one.label.value_or(""))},
              {"is_as_expected", one.expected.empty() || (one.as_expected && !one.unfinished)},
              {"note", page_text(one.expectation_note)}};
}

Json program_fields(const PageProgram& program, const PageProblem& problem, const Places& places,
                    const Sources& sources) {
  const SubmissionJudgement& judgement = *program.judgement;
  Json deciding;
  if (judgement.deciding_test && *judgement.deciding_test < judgement.tests.size()) {
    const auto place = places.find(judgement.tests[*judgement.deciding_test].name);
    if (place != places.end()) deciding = place->second;
  }
  Json json{{"problem", program.problem},
            {"name", page_text(program.name)},
            {"students", program.students},
            {"language", page_text(judgement.language)},
            {"verdict", judgement.unfinished ? "" : model::code(judgement.verdict)},
            {"deciding", std::move(deciding)},
            {"score", or_null(judgement.score)},
            {"max_score", or_null(judgement.max_score)},
            {"limits", limits_of(judgement.limits)},
            {"compile", compile_fields(judgement.compile, sources.files)}};
  json.update(expectation_fields(program));
  add_runs(json, judgement, problem, places);
  json["groups"] = array_of(judgement.groups, group_fields);
  json["details"] = Json::object();
  json["left_out"] = 0;
  json["source"] = array_of(sources.files, [](const SourceText& file) {
    return Json{{"name", page_text(file.name)},
                {"text", text_fields(file.head, file.size.count, k_source)}};
  });
  json["source_note"] = page_text(sources.note);
  json["words"] = array_of(program.words, page_text);
  return json;
}

}  // namespace

std::string page_text(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  return to_utf8(bytes, [](std::uint8_t byte) {
    // U+10FF00 and what follows it, in UTF-8.
    return std::string("\xF4\x8F") + static_cast<char>(0xBC | (byte >> 6U)) +
           static_cast<char>(0x80 | (byte & 0x3FU));
  });
}

std::vector<PageTest> tests_of(const std::vector<const SubmissionJudgement*>& programs) {
  std::vector<PageTest> tests;
  std::unordered_map<std::string_view, bool> known;
  // The one that ran most has the order of nearly all.
  std::vector<const SubmissionJudgement*> longest_first = programs;
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [](const SubmissionJudgement* one) { return one->tests.size(); });
  for (const SubmissionJudgement* one : longest_first) {
    for (const TestJudgement& test : one->tests) {
      if (known.emplace(test.name, true).second) tests.push_back({test.name, {}});
    }
  }
  return tests;
}

std::string verdict_letters(const SubmissionJudgement& judgement,
                            const std::vector<PageTest>& tests, char missing) {
  std::string letters(tests.size(), missing);
  const Places places = places_of(tests);
  for (const TestJudgement& test : judgement.tests) {
    const auto place = places.find(test.name);
    if (place == places.end()) continue;
    letters[place->second] =
        test.run.ending == model::Ending::not_run && judgement.unfinished ? '.' : letter_of(test);
  }
  return letters;
}

Json page_fields(std::string_view kind, std::string_view reader, std::string_view title) {
  return Json{{"schema", "arbiter/page/1"},
              {"kind", kind},
              {"reader", reader},
              {"title", page_text(title)},
              {"language", {}},
              {"run",
               {{"id", ""},
                {"arbiter", ""},
                {"started", ""},
                {"finished", ""},
                {"interrupted", false},
                {"command", ""},
                {"folder", ""},
                {"sandbox", ""},
                {"unsandboxed", false},
                {"cpu", ""},
                {"kernel", ""},
                {"jobs", 0},
                {"compilers", Json::array()}}},
              {"notes", Json::array()},
              {"problems", Json::array()},
              {"programs", Json::array()},
              {"against", {}},
              {"course", {}},
              {"student", {}}};
}

void add_matrix(Json& page, const PageMatrix& matrix) {
  std::vector<Places> places;
  Json problems = Json::array();
  for (const PageProblem& problem : matrix.problems) {
    places.push_back(places_of(problem.tests));
    problems.push_back(problem_fields(problem, problems.size(), matrix.files));
  }
  Json programs = Json::array();
  std::size_t room = k_sources;
  for (const PageProgram& program : matrix.programs) {
    Sources sources;
    if (matrix.files.sources) sources = matrix.files.sources(programs.size());
    std::size_t size = 0;
    for (const SourceText& file : sources.files)
      size += std::min(file.head.size(), k_source);
    if (size > room) sources = {{}, "there was no more room for sources in this page"};
    room -= std::min(size, room);
    programs.push_back(program_fields(program, matrix.problems[program.problem],
                                      places[program.problem], sources));
  }
  Details(matrix, places, problems, programs).fill();
  page["problems"] = std::move(problems);
  page["programs"] = std::move(programs);
}

}  // namespace arbiter::report
