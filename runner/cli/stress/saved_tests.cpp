#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "cli/common/recorder.hpp"
#include "cli/stress/call.hpp"
#include "judge/generate/written_tests.hpp"
#include "package/generators/parts.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_usual_group = "stress";

// Problem package format 2025-09, "Test Data Groups": names of tests and groups.
bool is_name(std::string_view part) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (part.empty() || !is_letter(part.front())) return false;
  return std::ranges::all_of(part, [&](char c) { return is_letter(c) || c == '_' || c == '-'; });
}

bool is_taken(const fs::path& data, const std::string& name) {
  std::error_code ignored;
  return fs::exists(data / (name + ".in"), ignored) || fs::exists(data / (name + ".ans"), ignored);
}

std::string description_of(const model::StressFailure& failure,
                           const std::vector<std::string>& submissions) {
  return fmt::format("{}: {}, found by {}",
                     fs::path(submissions[failure.submission]).filename().string(),
                     model::code(failure.verdict), failure.found_by);
}

using Files = std::map<std::string, std::string>;  // content by extension

/// Error: cannot be written.
Result<void> write_files(const fs::path& base, const Files& files) {
  std::error_code failed;
  fs::create_directories(base.parent_path(), failed);
  if (failed) {
    return usage_error(
        fmt::format("--save: cannot make {}: {}", base.parent_path().string(), failed.message()),
        "make the package writable, or copy it");
  }
  for (const auto& [extension, content] : files)
    ARBITER_CHECK(write_file(base.string() + extension, content));
  return {};
}

/// What generators.yaml copies a saved test from, below generators/: "manual/stress-1".
std::string copy_of(const std::string& name) {
  std::string copy = name.substr(name.find('/') + 1);
  std::ranges::replace(copy, '/', '-');
  return "manual/" + copy;
}

/// The test that is a copy of `input`; none if there is none, or anything else changed as well.
std::optional<std::string> only_addition(const model::Generation& before, model::Generation after,
                                         const fs::path& input) {
  const auto added = std::ranges::find_if(after.tests, [&](const model::TestRecipe& recipe) {
    const auto copied = recipe.copies.find(".in");
    return copied != recipe.copies.end() && copied->second == input;
  });
  if (added == after.tests.end()) return std::nullopt;
  std::string name = added->name;
  after.tests.erase(added);
  const auto parts = [](const model::TestRecipe& recipe) {
    return std::tie(recipe.name, recipe.command, recipe.seed_text, recipe.copies, recipe.literals,
                    recipe.solution);
  };
  const bool is_same = std::ranges::equal(
      before.tests, after.tests,
      [&](const auto& one, const auto& other) { return parts(one) == parts(other); });
  if (!is_same || before.group_files != after.group_files) return std::nullopt;
  return name;
}

/// Lists the test in generators.yaml and gives the name that it has there; none, and nothing is
/// changed, if that cannot be done without a change to anything else. Error: cannot be written.
Result<std::optional<std::string>> list_test(const model::Problem& problem, const std::string& name,
                                             Files files) {
  const fs::path& yaml = problem.generation.file;
  const fs::path base = yaml.parent_path() / copy_of(name);
  const auto load = [&] { return package::load_problem(problem.root, {}, problem.links_within); };
  const package::Loaded before = load();
  const auto text = package::with_listed_copy(yaml, name, copy_of(name));
  std::error_code ignored;
  if (!text || fs::is_symlink(yaml, ignored)) return std::optional<std::string>();
  ARBITER_TRY(old, read_file(yaml));
  files.erase(".ans");
  ARBITER_CHECK(write_files(base, files));
  ARBITER_CHECK(write_file(yaml, *text));
  package::Loaded after = load();
  auto listed = only_addition(before.problem.generation, std::move(after.problem.generation),
                              base.string() + ".in");
  if (listed && !has_errors(after.generation_diagnostics)) return listed;
  ARBITER_CHECK(write_file(yaml, old));
  for (const auto& [extension, content] : files)
    fs::remove(base.string() + extension, ignored);
  return std::optional<std::string>();
}

/// Writes a test of generators.yaml into data/ as `generate` will.
Result<void> write_listed(const model::Problem& problem, const std::string& name,
                          const Files& files) {
  ARBITER_TRY(folder, TempDir::make("arbiter-saved"));
  ARBITER_CHECK(write_files(folder.path() / "test", files));
  std::map<std::string, fs::path> wanted;
  for (const auto& [extension, content] : files)
    wanted[name + extension] = (folder.path() / "test").string() + extension;
  ARBITER_TRY(written, judge::WrittenTests::open(problem.root));
  if (!written.find_conflicts(wanted).empty()) return {};  // `generate` will say so
  return written.add(wanted);
}

/// Adds a test to the problem: NAME.in, NAME.ans and NAME.desc below data/ and, if there is one,
/// an entry in generators.yaml. A name that is taken gets a number. Gives the name below data/, or
/// that of the test that has this input already, and notes that it has. Error: cannot be written.
Result<std::string> save_test(const Session& session, const model::Problem& problem,
                              const std::string& name, model::StressFailure& failure,
                              const std::vector<std::string>& submissions) {
  for (const model::TestCase& one : problem.tests) {
    const auto known = read_file(one.input);
    failure.was_there = known && *known == failure.input;
    if (failure.was_there) return one.name;
  }
  const auto is_free = [&](const std::string& one) {
    return !is_taken(problem.root / "data", one) &&
           !is_taken(problem.root / "generators", copy_of(one)) &&
           std::ranges::find(problem.generation.tests, one, &model::TestRecipe::name) ==
               problem.generation.tests.end();
  };
  std::string free = name;
  const std::string stem = name.ends_with("/1") ? name.substr(0, name.size() - 1) : name + "-";
  for (int number = 2; !is_free(free); ++number)
    free = stem + std::to_string(number);
  const Files files = {{".in", failure.input},
                       {".ans", failure.expected},
                       {".desc", description_of(failure, submissions) + "\n"}};
  if (!problem.generation.file.empty()) {
    ARBITER_TRY(listed, list_test(problem, free, files));
    if (listed) {
      ARBITER_CHECK(write_listed(problem, *listed, files));
      return *listed;
    }
    session.warn(
        fmt::format("{} is saved in data/ only: --save cannot extend this generators.yaml", free),
        "move its files below generators/ and list them with 'copy'");
  }
  ARBITER_CHECK(write_files(problem.root / "data" / free, files));
  return free;
}

/// The labelled programs that were to fail and fail no other test than this one.
std::vector<std::string> caught_by(const std::string& test,
                                   const std::vector<model::SubmissionJudgement>& submissions) {
  std::vector<std::string> caught;
  for (const model::SubmissionJudgement& submission : submissions) {
    if (submission.label == "accepted" || !submission.label) continue;
    std::set<std::string> failed;
    for (const model::TestJudgement& one : submission.tests) {
      if (one.verdict != model::Verdict::ac) failed.insert(one.name);
    }
    if (failed == std::set<std::string>{test}) caught.push_back(submission.path);
  }
  return caught;
}

/// What `arbiter judge` says of the problem's labelled programs, or of `submissions`.
Result<std::vector<model::SubmissionJudgement>> judge_all(
    const Session& session, StressCall& stress, const std::vector<std::string>& submissions) {
  JudgeCall call;
  call.options = stress.judge.options;
  call.options.words = {stress.judge.located.problem_as_given};
  call.options.words.insert(call.options.words.end(), submissions.begin(), submissions.end());
  const LentWorkshop lent(stress.judge, call);
  ARBITER_CHECK(prepare(session, call));
  Recorder recorder(session, nullptr, call.plan.tests.size() * call.plan.submissions.size());
  ARBITER_TRY(cache, judge_on_nodes(session, stress.request.engine, call));
  if (!cache) cache = open_cache(session, call);
  auto all = execute(call, recorder, cache.get());
  recorder.end({});
  return all;
}

}  // namespace

Result<std::string> name_to_save(const StressRequest& request) {
  const bool is_group = request.break_all.has_value();
  std::string given = is_group ? *request.break_all + "/1" : request.save;
  if (given.starts_with("secret/")) given.erase(0, std::string_view("secret/").size());
  const std::size_t slash = given.find('/');
  const std::string group =
      slash == std::string::npos ? std::string(k_usual_group) : given.substr(0, slash);
  const std::string name = slash == std::string::npos ? given : given.substr(slash + 1);
  if (is_name(group) && (name.empty() || is_name(name))) {
    return fmt::format("secret/{}/{}", group, name.empty() ? "1" : name);
  }
  return usage_error(
      is_group ? fmt::format("--break-all: '{}' cannot be the name of a group", *request.break_all)
               : fmt::format("--save: '{}' cannot be the name of a test case", request.save),
      is_group ? "write one word of letters, digits, - and _"
               : "write GROUP/NAME, each of letters, digits, - and _");
}

Result<void> save_failures(const Session& session, StressCall& call, model::StressResult& result) {
  if (!call.request.saves || result.failures.empty()) return {};
  ARBITER_TRY(name, name_to_save(call.request));
  for (model::StressFailure& failure : result.failures) {
    const auto same = std::ranges::find_if(result.failures, [&](const auto& one) {
      return one.input == failure.input && !one.saved.empty();
    });
    if (same != result.failures.end()) {
      failure.saved = same->saved;
      failure.was_there = same->was_there;
      continue;
    }
    ARBITER_SET(failure.saved,
                save_test(session, call.judge.problem, name, failure, result.submissions));
  }
  ARBITER_TRY(judged, judge_all(session, call, {}));
  for (model::StressFailure& failure : result.failures)
    failure.catches = caught_by(failure.saved, judged);
  return {};
}

Result<std::vector<model::StressKnown>> leave_out_known(const Session& session, StressCall& call) {
  ARBITER_TRY(judged, judge_all(session, call, call.judge.located.submissions));
  std::vector<model::StressKnown> known;
  auto& submissions = call.judge.loaded.submissions;
  for (std::size_t i = submissions.size(); i-- > 0;) {
    const auto one =
        std::ranges::find(judged, submissions[i].given, &model::SubmissionJudgement::path);
    if (one == judged.end()) continue;
    const auto failed = std::ranges::find_if(one->tests, [](const model::TestJudgement& test) {
      return test.verdict != model::Verdict::ac && test.verdict != model::Verdict::je;
    });
    if (failed == one->tests.end()) continue;
    known.push_back({submissions[i].given, failed->name});
    const auto place = static_cast<std::ptrdiff_t>(i);
    submissions.erase(submissions.begin() + place);
    call.executables.erase(call.executables.begin() + place);
    call.servers.erase(call.servers.begin() + place);
  }
  std::ranges::reverse(known);
  return known;
}

Result<std::vector<std::string>> save_cover(const Session& session, const StressCall& call,
                                            model::StressResult& result) {
  std::vector<std::set<std::size_t>> failed;
  for (const model::StressFailure& failure : result.failures) {
    std::set<std::size_t> fails = {failure.submission};
    for (const model::StressOutcome& outcome : failure.outcomes) {
      if (outcome.verdict != model::Verdict::ac) fails.insert(outcome.submission);
    }
    failed.push_back(std::move(fails));
  }
  ARBITER_TRY(name, name_to_save(call.request));
  std::vector<std::string> names;
  for (const std::size_t i : stress::smallest_cover(failed)) {
    model::StressFailure& failure = result.failures[i];
    ARBITER_SET(failure.saved,
                save_test(session, call.judge.problem, name, failure, result.submissions));
    names.push_back(failure.saved);
  }
  return names;
}

}  // namespace arbiter::cli
