#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/judge/call.hpp"
#include "judge/run/replay_run.hpp"
#include "report/replay/replay.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_shown = 65536;
constexpr Bytes k_largest_source = mib(16);

std::optional<model::FileHead> head_of(const fs::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return std::nullopt;
  const std::string_view bytes = file->bytes();
  return model::FileHead{std::string(bytes.substr(0, k_most_shown)),
                         Bytes{static_cast<std::int64_t>(bytes.size())},
                         0,
                         {}};
}

report::Sources sources_of(const judge::Submission& submission) {
  report::Sources sources;
  for (const judge::ProgramFile& file : submission.files) {
    auto bytes = read_file(file.path, k_largest_source, file.links);
    if (!bytes) continue;
    const Bytes size{static_cast<std::int64_t>(bytes->size())};
    bytes->resize(std::min(bytes->size(), k_most_shown));
    sources.files.push_back({file.name, std::move(*bytes), size});
  }
  return sources;
}

/// The source of a stored submission, if it is what it was.
report::Sources sources_of(const model::SubmissionJudgement& judged,
                           const model::Languages& languages) {
  if (judged.path == "-") return {{}, "it came from standard input and was not kept"};
  const auto submission = judge::load_submission(judged.path, languages, judged.language);
  const auto hash = submission ? judge::hash_submission(*submission) : submission.error();
  if (hash && *hash == judged.sha256) return sources_of(*submission);
  return {{}, submission ? "the file has changed since" : "the file is gone"};
}

void add_tests(const model::Problem& problem, report::RunFiles& files) {
  std::unordered_map<std::string, const model::TestCase*> tests;
  for (const model::TestCase& test : problem.tests)
    tests.emplace(test.name, &test);
  files.file = [tests](std::size_t /*problem*/, const std::string& name,
                       bool answer) -> std::optional<model::FileHead> {
    const auto test = tests.find(name);
    if (test == tests.end()) return std::nullopt;
    if (!answer) return head_of(test->second->input);
    return test->second->answer ? head_of(*test->second->answer) : std::nullopt;
  };
  files.input_size = [tests](std::size_t /*problem*/,
                             const std::string& name) -> std::optional<Bytes> {
    const auto test = tests.find(name);
    if (test == tests.end()) return std::nullopt;
    std::error_code failed;
    const auto size = fs::file_size(test->second->input, failed);
    return failed ? std::nullopt : std::optional(Bytes{static_cast<std::int64_t>(size)});
  };
}

/// Loads the problem of a stored run. Error: it is gone or no longer what it was.
Result<void> open_again(const Session& session, const model::Judgement& judgement,
                        JudgeCall& call) {
  std::error_code failed;
  if (!judgement.folder.empty()) fs::current_path(judgement.folder, failed);
  if (failed) return usage_error("the folder " + judgement.folder + " is gone");
  call.options.words = {judgement.problem_root};
  call.options.plan.tests = judgement.asked_tests;
  call.needs_submissions = false;
  ARBITER_CHECK(prepare(session, call));
  ARBITER_TRY(hash, judge::hash_problem(call.problem));
  if (hash == judgement.problem_hash) return {};
  return usage_error(judgement.problem_root + " has changed since");
}

/// The replay of a test that was judged; empty: neither the game nor all of the output was kept.
Result<std::string> replay_of(judge::PackageTools& tools, const model::TestJudgement& judged) {
  const model::Problem& problem = tools.programs().problem;
  const auto test = std::ranges::find(problem.tests, judged.name, &model::TestCase::name);
  const auto said = judge::said_in(judged);
  if (test == problem.tests.end() || !said) return std::string();
  ARBITER_TRY(lines, judge::run_replay_program(tools, *test, *said));
  return report::replay_document(lines, problem.replay->view);
}

/// Replays of a problem that has them; its boxes are open.
void add_replays(const Session& session, const JudgeCall& call, report::RunFiles& files) {
  if (!call.problem.replay) return;
  const auto tools = std::make_shared<judge::PackageTools>(call.programs_of(call.problem));
  const auto has_failed = std::make_shared<bool>(false);
  files.replay = [&session, tools, has_failed](const model::TestJudgement& judged) {
    auto replay = *has_failed ? Result<std::string>(std::string()) : replay_of(*tools, judged);
    if (replay) return *std::move(replay);
    *has_failed = true;
    session.warn("the page shows no more replays: " + replay.error().text(), replay.error().help);
    return std::string();
  };
}

}  // namespace

report::RunFiles files_of(const Session& session, const JudgeCall& call) {
  report::RunFiles files;
  add_tests(call.problem, files);
  add_replays(session, call, files);
  files.sources = [&call](std::size_t program) {
    return program < call.loaded.submissions.size() ? sources_of(call.loaded.submissions[program])
                                                    : report::Sources();
  };
  return files;
}

report::RunFiles files_of(const Session& session, const model::Judgement& judgement,
                          JudgeCall& call) {
  report::RunFiles files;
  if (const auto opened = open_again(session, judgement, call); !opened) {
    session.warn("the page shows no answers, and no inputs but the beginnings that were kept: " +
                     opened.error().text(),
                 "'arbiter judge -o html=FILE' writes all of it");
  } else {
    add_tests(call.problem, files);
    const auto boxes = call.problem.replay ? open(session, call) : Result<void>();
    if (boxes)
      add_replays(session, call, files);
    else
      session.warn("the page shows no replays: " + boxes.error().text(), boxes.error().help);
  }
  files.sources = [&judgement, &call](std::size_t program) {
    return sources_of(judgement.submissions[program], call.surroundings.languages);
  };
  return files;
}

}  // namespace arbiter::cli
