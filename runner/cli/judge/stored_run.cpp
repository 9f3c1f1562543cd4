#include "cli/judge/stored_run.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "report/judge/details.hpp"
#include "store/archive.hpp"
#include "store/hash.hpp"
#include "store/journal.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

constexpr Bytes k_largest_run = mib(1024);

/// The words of the command that judges it again.
std::vector<std::string> command_of(const StoredTest& stored) {
  return report::repeating_command(stored.judgement, stored.submission, stored.test);
}

Error changed(const StoredTest& stored, const std::string& what) {
  const std::string command = joined(command_of(stored), " ", [](const std::string& word) {
    return printable(shell_quoted(word));
  });
  return {ErrorKind::nothing_matched,
          fmt::format("{} is not what it was in run {}", what, stored.judgement.run),
          {},
          "judge it again: " + command};
}

/// From here on the call finds what the call of the run found.
Result<JudgeOptions> options_of(const StoredTest& stored, bool wants_submission) {
  const std::string& folder = stored.judgement.folder;
  std::error_code failed;
  if (!folder.empty()) std::filesystem::current_path(folder, failed);
  if (failed) return changed(stored, "the folder " + printable(folder));
  JudgeOptions options;
  CLI::App app;
  declare(app, options);
  const std::vector<std::string> words = command_of(stored);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend() - 2));  // less "arbiter judge"
  } catch (const FlagError& error) {
    return error.error();
  } catch (const CLI::ParseError& error) {
    return judge_error(error.what());
  }
  // The hash of a problem is that of the test cases that a call asks for.
  options.plan.tests = stored.judgement.asked_tests;
  if (!wants_submission) options.words.resize(1);
  const bool is_gone = options.input == "-" || std::find(options.words.begin(), options.words.end(),
                                                         "-") != options.words.end();
  if (!is_gone) return options;
  return usage_error(fmt::format("{} came from standard input and was not kept",
                                 options.input == "-" ? "the input" : "the submission"),
                     "put it into a file and judge that");
}

/// The file of that test in the package of the call, if it is what it was.
Result<std::string> package_file(const StoredTest& stored, TestFile wanted, const JudgeCall& call) {
  const model::TestCase& test = call.problem.tests[call.plan.tests.front()];
  const std::optional<std::filesystem::path> path =
      wanted == TestFile::input ? test.input : test.answer;
  if (!path || path->empty())
    return usage_error(fmt::format("the test case {} has no answer", printable(test.name)));
  ARBITER_TRY(file, MappedFile::open(*path));
  const auto& input = stored.test.input;
  const bool is_known_input =
      wanted == TestFile::input && input && store::sha256(file.bytes()) == input->sha256;
  if (!is_known_input) ARBITER_CHECK(check_problem(stored, call));
  return std::string(file.bytes());
}

/// All that the submission writes in a new run of that test.
Result<std::string> whole_output(const Session& session, const StoredTest& stored,
                                 JudgeCall& call) {
  if (call.plan.checker.kind == judge::PlannedChecker::Kind::referee) {
    return usage_error(
        "a game has no output",
        "judge with --transcript: then 'arbiter show RUN SUBMISSION TEST' shows the game");
  }
  ARBITER_TRY(test, run_again(session, stored, call));
  return std::move(test.output_head);
}

/// The place of what `word` means: the name itself, or the only one that ends in it.
template <class Row>
Result<std::size_t> choose(const std::string& what, const std::vector<Row>& rows,
                           std::string Row::*name, const std::string& word) {
  std::vector<std::string> names;
  std::ranges::transform(rows, std::back_inserter(names), name);
  const auto exact = std::find(names.begin(), names.end(), word);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  std::vector<std::size_t> endings;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].ends_with("/" + word)) endings.push_back(i);
  }
  if (endings.size() == 1) return endings.front();
  if (endings.size() > 1) {
    return usage_error(fmt::format("'{}' means several {}s", word, what),
                       fmt::format("for example '{}'", names[endings.front()]));
  }
  return no_such(fmt::format("this run has no {} '{}'", what, printable(word)), word, names,
                 fmt::format("it has no {}s", what));
}

}  // namespace

Result<std::filesystem::path> find_run(const Session& session, const std::string& word) {
  ARBITER_TRY(paths, find_paths(session));
  ARBITER_TRY(store, store::RunStore::open(paths.state));
  return store.find(word);
}

std::optional<model::Gradebook> read_graded_run(const std::filesystem::path& folder,
                                                report::GradebookPart part) {
  const auto bytes = read_file(folder / "gradebook.json", k_largest_run);
  return bytes ? report::read_gradebook(*bytes, part) : std::nullopt;
}

std::optional<model::Gradebook> read_class_so_far(const std::filesystem::path& folder) {
  const auto bytes = read_file(folder / store::k_book_so_far, k_largest_run);
  auto book = bytes ? report::read_gradebook(*bytes, report::GradebookPart::all) : std::nullopt;
  return book ? std::move(book) : read_graded_run(folder, report::GradebookPart::all);
}

Result<model::Judgement> read_judged_run(const std::filesystem::path& folder) {
  ARBITER_TRY(journal, read_file(folder / "journal.jsonl", k_largest_run));
  auto judgement = store::from_archive(journal);
  if (judgement) return std::move(*judgement);
  return judge_error(fmt::format("{} has no readable run", folder.string()),
                     "'arbiter runs' lists the others");
}

Result<std::size_t> find_submission(const model::Judgement& judgement, const std::string& word) {
  return choose("submission", judgement.submissions, &model::SubmissionJudgement::path, word);
}

Result<std::size_t> find_test(const model::SubmissionJudgement& submission,
                              const std::string& word) {
  return choose("test", submission.tests, &model::TestJudgement::name, word);
}

Result<void> check_problem(const StoredTest& stored, const JudgeCall& call) {
  const auto hash = judge::hash_problem(call.problem);
  if (hash && *hash == stored.judgement.problem_hash) return {};
  return changed(stored, "problem " + printable(stored.judgement.problem));
}

Result<void> prepare_stored(const Session& session, const StoredTest& stored, bool wanted,
                            JudgeCall& call) {
  ARBITER_SET(call.options, options_of(stored, wanted));
  call.needs_submissions = wanted;
  ARBITER_CHECK(prepare(session, call));
  std::erase_if(call.plan.tests, [&](std::size_t test) {
    return call.problem.tests[test].name != stored.test.name;
  });
  if (call.plan.tests.empty()) return changed(stored, "test case " + printable(stored.test.name));
  return {};
}

Result<model::TestJudgement> run_again(const Session& session, const StoredTest& stored,
                                       JudgeCall& call) {
  ARBITER_CHECK(check_problem(stored, call));
  const auto hash = judge::hash_submission(*call.plan.submissions.front().submission);
  if (!hash || *hash != stored.submission.sha256)
    return changed(stored, "submission " + printable(stored.submission.path));
  call.plan.keep_outputs = true;
  call.plan.most_output = SIZE_MAX;
  ARBITER_TRY(judged, execute(session, call));
  if (judged.empty()) return interrupted_error();
  model::SubmissionJudgement& now = judged.front();
  if (now.tests.empty()) {
    const std::string& why = now.compile.fault;
    return judge_error("the submission was not compiled again" + (why.empty() ? "" : ": " + why));
  }
  model::TestJudgement& test = now.tests.front();
  if (test.run.ending == model::Ending::fault) return judge_error(test.run.fault);
  if (test.verdict != stored.test.verdict) {
    session.warn(fmt::format("the verdict of this new run is {}; it was {}",
                             model::code(test.verdict), model::code(stored.test.verdict)));
  }
  return std::move(test);
}

Result<std::string> whole_file(const Session& session, const StoredTest& stored, TestFile wanted,
                               JudgeCall& call) {
  const auto& input = stored.test.input;
  if (wanted == TestFile::input && input &&
      static_cast<std::int64_t>(input->head.size()) == input->size.count) {
    return input->head;
  }
  const bool is_output = wanted == TestFile::output;
  ARBITER_CHECK(prepare_stored(session, stored, is_output, call));
  if (call.hand || is_output) ARBITER_CHECK(open(session, call));
  return is_output ? whole_output(session, stored, call) : package_file(stored, wanted, call);
}

}  // namespace arbiter::cli
