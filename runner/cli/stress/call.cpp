#include "cli/stress/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "cli/common/recorder.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_usual_checker = "tokens";
/// From so many servers on it pays to compile what they include once.
constexpr std::size_t k_many = 4;

/// Whether the words name programs alone, that belong to no problem.
bool is_bare(const StressRequest& request) {
  const auto& words = request.judge.words;
  if (enclosing_problem() || words.empty()) return false;
  return std::ranges::all_of(words, [](const std::string& word) {
    std::error_code ignored;
    return fs::is_regular_file(word, ignored) && !package::is_archive_name(word);
  });
}

Result<void> check_bare(const StressRequest& request) {
  return check_rules({{request.generators.empty(), "without a problem a generator must be named",
                       "give one: --generator 'gen.py n=1..20', or name the problem first"},
                      {request.judge.words.size() < 2 && !request.against,
                       "a single program has nothing to be compared with",
                       "name another one, or give --against PROGRAM, or name the problem first"},
                      {request.saves || request.break_all,
                       "--save and --break-all write test cases into a problem, and none is named",
                       "name the problem first"}});
}

/// Of the problem's own programs, those that are to fail.
void keep_wrong(std::vector<judge::Submission>& submissions) {
  std::erase_if(submissions, [](const judge::Submission& submission) {
    return submission.label == "accepted" || !submission.rule;
  });
}

/// A plan of one input that is not known yet.
Result<judge::Plan> plan_of_one(model::Problem& problem, const StressCall& call) {
  model::TestCase test;
  test.name = "input";
  test.answer = fs::path();
  problem.tests = {std::move(test)};
  problem.group_rules = model::GroupRules::none;
  problem.is_scoring = false;
  judge::PlanOptions options = call.judge.options.plan;
  options.tests.clear();
  return judge::make_plan(problem, call.judge.loaded.submissions, call.judge.surroundings.languages,
                          options);
}

Result<void> choose_solution(StressCall& call) {
  const model::Problem& problem = call.judge.problem;
  const model::Languages& languages = call.judge.surroundings.languages;
  const std::vector<fs::path> bounds = {problem.root, problem.links_within};
  if (call.request.against) {
    if (!model::answers_are_outputs(problem)) {
      return usage_error("--against: this problem has no answers that a program could write",
                         "leave it out; its referee judges");
    }
    ARBITER_SET(call.against, judge::load_submission(*call.request.against, languages,
                                                     call.request.judge.language));
    call.solution = call.against;
    return {};
  }
  if (!model::answers_are_outputs(problem)) return {};
  if (problem.reference) {
    ARBITER_SET(call.solution, judge::load_submission(*problem.reference, languages, {}, bounds));
    return {};
  }
  call.has_answers = false;
  if (call.judge.loaded.submissions.size() > 1) return {};
  return package_error("the package has no reference solution to compare with",
                       "put one into submissions/accepted, or give --against PROGRAM");
}

Result<void> choose_commands(StressCall& call) {
  for (const std::string& text : call.request.generators) {
    ARBITER_TRY(command, stress::parse_draw(text));
    auto& known = call.judge.problem.generation.programs;
    auto own = known.contains(command.program) || call.judge.bare_checker
                   ? std::nullopt
                   : package::find_generator(call.judge.problem, command.program);
    if (own) known.emplace(command.program, *std::move(own));
    call.commands.push_back(std::move(command));
  }
  if (call.request.generators.empty())
    call.commands = stress::commands_of(call.judge.problem.generation);
  for (const stress::DrawCommand& command : call.commands) {
    if (!call.request.search.exhaustive) break;
    if (stress::variants_of(command, 0, stress::k_most_variants).are_all) continue;
    return usage_error(fmt::format("--exhaustive: the ranges of '{}' make more than {} commands",
                                   command.shown, stress::k_most_variants),
                       "take smaller ranges");
  }
  if (!call.commands.empty()) return {};
  return usage_error("the package has no generators, so there is nothing to search",
                     "give one: --generator 'gen.py n=1..20'");
}

/// Each as it is and, but for a proof, as a server of calls.
Result<void> compile_submissions(const judge::SideBySide& how, StressCall& call) {
  const auto& submissions = call.judge.loaded.submissions;
  const std::size_t count = submissions.size();
  call.executables.resize(count);
  call.servers.resize(count);
  const bool wants_servers =
      !call.request.search.exhaustive && !call.request.is_measured && call.has_answers;
  const auto work = [&](std::size_t i) -> Result<void> {
    judge::CompileRequest request = judge::compile_request(call.plan, i % count);
    request.additions.assign(call.request.judge.additions.begin(),
                             call.request.judge.additions.end());
    request.as_server = i >= count;
    request.is_one_of_many = request.is_one_of_many || (request.as_server && count >= k_many);
    ARBITER_TRY(compiled, call.judge.workshop.compiler->compile(request));
    if (request.as_server) {
      if (compiled.judgement.ok) call.servers[i % count] = std::move(compiled.executable);
      return {};
    }
    ARBITER_SET(call.executables[i],
                judge::executable_or_error(std::move(compiled), submissions[i].given));
    return {};
  };
  return judge::side_by_side(
      wants_servers ? 2 * count : count, how,
      [&](std::size_t i) { return "compiling " + submissions[i % count].given; }, work);
}

}  // namespace

Result<void> prepare(const Session& session, StressCall& call) {
  ARBITER_CHECK(complete(session.typed, call.request));
  call.judge.needs_tests = false;
  if (is_bare(call.request)) {
    ARBITER_CHECK(check_bare(call.request));
    call.judge.bare_checker = call.request.checker.value_or(k_usual_checker);
  } else if (call.request.checker) {
    return usage_error(
        "--checker is for programs without a problem; a problem has a checker of its own",
        "leave it out");
  }
  // Its formats are others than those of `judge`.
  call.judge.options = call.request.judge;
  call.judge.options.format = "human";
  call.judge.options.outputs.clear();
  call.judge.needs_submissions = call.request.given.empty();
  ARBITER_CHECK(cli::prepare(session, call.judge));
  const bool writes = call.request.saves || call.request.break_all;
  ARBITER_CHECK(check_rules(
      {{writes && call.judge.unpacked,
        "--save and --break-all write into the problem, which is an archive here",
        "unpack it first"},
       {writes && call.judge.problem.generation.is_of_task,
        "--save and --break-all write test cases of the problem package format, and this is a task "
        "of TPS, CMS or task-maker",
        "leave it out, and add the input that is found as the task wants it"}}));
  if (call.judge.located.submissions.empty()) keep_wrong(call.judge.loaded.submissions);
  if (!call.request.given.empty()) call.judge.loaded.submissions = call.request.given;
  if (call.judge.loaded.submissions.empty()) {
    return no_match_error("no program is named, and the problem has none that should fail",
                          "name one: arbiter stress PROBLEM SUBMISSION…");
  }
  call.request.search.jobs = call.judge.jobs;
  call.request.search.cores = call.judge.cores;
  ARBITER_CHECK(choose_solution(call));
  ARBITER_CHECK(choose_commands(call));
  model::Problem problem = call.judge.problem;
  ARBITER_SET(call.plan, plan_of_one(problem, call));
  call.plan.problem = &call.judge.problem;
  // Its one input is no test case of that problem.
  call.plan.tests.clear();
  return {};
}

Result<void> compile(const Session& session, StressCall& call) {
  ARBITER_CHECK(cli::open(session, call.judge));
  Progress progress(session);
  const judge::SideBySide how =
      side_by_side_of(call.judge, progress, "interrupted before anything was tried");
  ARBITER_CHECK(compile_submissions(how, call));
  const judge::PackagePrograms package = call.package();
  ARBITER_SET(call.judges, judge::compile_judges(call.plan, package));
  stress::WantedPrograms wanted;
  std::set<std::string> words;
  for (const stress::DrawCommand& command : call.commands) {
    if (words.insert(command.program).second) wanted.generators.push_back(command.program);
  }
  if (call.solution) wanted.solution = &*call.solution;
  wanted.solution_is_of_package = !call.against;
  ARBITER_SET(call.programs, stress::compile_making(package, wanted, how));
  return {};
}

stress::Contestants contestants_of(const StressCall& call,
                                   const std::vector<std::optional<judge::Executable>>& servers) {
  return {call.judge.problem,
          call.judge.surroundings.languages,
          call.judge.loaded.submissions,
          call.executables,
          servers,
          call.judge.options.plan,
          call.has_answers};
}

Result<model::StressResult> search(const StressCall& call, const stress::StressOptions& options) {
  const stress::Contestants contestants = contestants_of(call, call.servers);
  const judge::PackagePrograms package = call.package();
  return stress::stress({package, contestants, call.judges, call.programs, call.commands}, options);
}

}  // namespace arbiter::cli
