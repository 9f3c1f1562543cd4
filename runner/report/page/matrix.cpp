#include <algorithm>
#include <unordered_set>

#include "base/text.hpp"
#include "report/page/details.hpp"
#include "report/page/page.hpp"
#include "report/text/annotations.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::SubmissionJudgement;
using model::TestJudgement;

// Of each source so much, of all together so much.
constexpr std::size_t k_source = 65536;
constexpr std::size_t k_sources = 2'000'000;
constexpr std::size_t k_compiler_messages = 100;

std::int64_t tenths_of_mib(Bytes memory) {
  constexpr std::int64_t k_tenth = 1048576 / 10;
  return (memory.count + k_tenth / 2) / k_tenth;
}

Json limits_of(const model::RunLimits& limits) {
  return Json{{"time_ms", milliseconds(limits.time)},
              {"wall_ms", milliseconds(limits.wall)},
              {"memory_kib", kibibytes(limits.memory)},
              {"output_kib", kibibytes(limits.output)}};
}

Places places_of(const std::vector<PageTest>& tests) {
  Places places;
  for (std::size_t i = 0; i < tests.size(); ++i)
    places.emplace(tests[i].name, i);
  return places;
}

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
                            {"kind", severity_word(one.kind)},
                            {"text", page_text(one.message)}});
  }
  return Json{{"ok", compile.ok},
              {"command", page_text(joined(compile.command, " "))},
              {"log", page_text(head_of(compile.log, k_page_text))},
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
      cpu[place->second] = tenths_of_ms(test.run.cpu);
      memory[place->second] = tenths_of_mib(test.run.memory);
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
  if (const TestJudgement* test = deciding_test(judgement)) {
    const auto place = places.find(test->name);
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

std::vector<PageTest> tests_of(const model::Judgement& judgement) {
  std::vector<PageTest> tests;
  std::unordered_set<std::string_view> known;
  // The one that ran most has the order of nearly all.
  std::vector<const SubmissionJudgement*> longest_first;
  for (const SubmissionJudgement& one : judgement.submissions)
    longest_first.push_back(&one);
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [](const SubmissionJudgement* one) { return one->tests.size(); });
  for (const SubmissionJudgement* one : longest_first) {
    for (const TestJudgement& test : one->tests) {
      if (known.insert(test.name).second) tests.push_back({test.name, {}});
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
  add_details(matrix, places, problems, programs);
  page["problems"] = std::move(problems);
  page["programs"] = std::move(programs);
}

}  // namespace arbiter::report
