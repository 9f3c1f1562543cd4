#include "judge/open_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/generate/written_tests.hpp"
#include "judge/run/plan.hpp"
#include "package/package.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

Error cannot_be_judged(const ProblemRequest& request) {
  return package_error(fmt::format("problem {} cannot be judged", request.given));
}

/// The test cases that generators.yaml asks for, that are judged, and that data/ lacks.
GenerationPlan missing_tests(const model::Problem& problem) {
  std::set<std::string> there;
  for (const model::TestCase& test : problem.tests)
    there.insert(test.name);
  return plan_generation(problem, [&](const model::TestRecipe& recipe) {
    const bool is_judged = recipe.name.starts_with("sample/") || recipe.name.starts_with("secret/");
    const bool has_input = !recipe.command.empty() || recipe.copies.count(".in") > 0 ||
                           recipe.literals.count(".in") > 0;
    return is_judged && has_input && there.count(recipe.name) == 0;
  });
}

GenerationPlan asked_of(GenerationPlan missing, const std::vector<std::string>& asked) {
  std::erase_if(missing.tests,
                [&](const PlannedTest& test) { return !is_selected(asked, test.recipe->name); });
  return missing;
}

void keep_first(std::vector<PlannedTest>& tests) {
  const auto first = std::ranges::min_element(
      tests, model::judged_before, [](const PlannedTest& test) { return test.recipe->name; });
  if (first != tests.end()) tests = {*first};
}

bool has_asked_test(const model::Problem& problem, const std::vector<std::string>& asked) {
  return std::ranges::any_of(
      problem.tests, [&](const model::TestCase& test) { return is_selected(asked, test.name); });
}

class Opening {
 public:
  Opening(const ProblemRequest& request, const ProblemServices& services)
      : request_(request), services_(services) {}

  Result<OpenProblem> run() {
    opened_.given = request_.given;
    const fs::path& root = request_.path;
    ARBITER_CHECK(check_links_within(request_.links_within, root));
    if (package::is_archive(root)) {
      ARBITER_SET(opened_.unpacked, package::unpack(root));
      shown_ = request_.given;
      loaded_ = package::load_problem(opened_.unpacked->root, shown_);
    } else {
      loaded_ = package::load_problem_of_repository(root, shown_, request_.links_within);
    }
    std::vector<Diagnostic> diagnostics = loaded_.diagnostics;
    if (request_.finds_time_limit) package::drop_time_limit_warning(diagnostics);
    services_.show(diagnostics);
    if (has_errors(loaded_.diagnostics)) return cannot_be_judged(request_);
    if (loaded_.problem.generation.lister) ARBITER_CHECK(list_tests());
    ARBITER_CHECK(add_missing_tests());
    ARBITER_CHECK(choose_scoring());
    const bool needs_tests =
        request_.missing != MissingTests::ignored && request_.missing != MissingTests::left_out;
    if (loaded_.problem.tests.empty() && needs_tests) {
      return package_error(fmt::format("problem {} has no tests", request_.given),
                           "add some to data/ or to generators/generators.yaml");
    }
    opened_.problem = std::move(loaded_.problem);
    return std::move(opened_);
  }

 private:
  /// Loads a task again with the list of its tests, which a program of its own prints.
  Result<void> list_tests() {
    ARBITER_TRY(listing, services_.list(loaded_.problem));
    loaded_ = package::load_listed_problem(loaded_.problem, std::move(listing),
                                           shown_.empty() ? request_.path : shown_);
    if (!has_errors(loaded_.diagnostics)) return {};
    services_.show(loaded_.diagnostics);
    return cannot_be_judged(request_);
  }

  /// Shows what is wrong with generators.yaml, as warnings if the call can go on without it.
  void show_faults_of_generation(bool are_errors) const {
    std::vector<Diagnostic> all = loaded_.generation_diagnostics;
    for (Diagnostic& diagnostic : all) {
      if (!are_errors) diagnostic.severity = Severity::warning;
    }
    services_.show(all);
  }

  /// Test cases that an earlier `generate` wrote and that generators.yaml no longer has.
  Result<void> warn_of_stale_tests() const {
    const model::Problem& problem = loaded_.problem;
    std::set<std::string> recipes;
    for (const model::TestRecipe& recipe : problem.generation.tests)
      recipes.insert(recipe.name);
    ARBITER_TRY(written, WrittenTests::open(problem.root));
    std::vector<std::string> stale;
    for (const model::TestCase& test : problem.tests) {
      if (!recipes.contains(test.name) && written.is_own(test.name + ".in"))
        stale.push_back(test.name);
    }
    if (stale.empty()) return {};
    services_.warn(
        fmt::format("generate wrote these test cases, and generators.yaml no longer lists them: {}",
                    listed(stale)),
        "'arbiter generate' removes their files");
    return {};
  }

  Result<void> add_missing_tests() {
    const MissingTests how = request_.missing;
    const bool is_faulty = has_errors(loaded_.generation_diagnostics);
    const bool needs_all = how == MissingTests::all || how == MissingTests::demanded;
    if (needs_all && !is_faulty) ARBITER_CHECK(warn_of_stale_tests());
    const GenerationPlan missing = missing_tests(loaded_.problem);
    if (how == MissingTests::demanded && !is_faulty) services_.show(loaded_.generation_diagnostics);
    if (how == MissingTests::ignored || (missing.tests.empty() && !is_faulty)) return {};
    const bool has_some = !loaded_.problem.tests.empty();
    GenerationPlan wanted = asked_of(missing, request_.asked);
    if (how == MissingTests::one) {
      if (has_asked_test(loaded_.problem, request_.asked)) return {};
      keep_first(wanted.tests);
    }
    if (how == MissingTests::left_out || is_faulty) {
      const bool is_fatal = how == MissingTests::demanded || !has_some;
      show_faults_of_generation(is_fatal);
      if (is_fatal && how != MissingTests::left_out) return cannot_be_judged(request_);
      return {};
    }
    if (request_.makes_none && !request_.is_dry_run) {
      if (wanted.tests.empty()) return {};
      services_.warn(
          fmt::format(
              "{}: {} test cases in generators.yaml have not been made, so they are not judged",
              loaded_.problem.id, wanted.tests.size()),
          "leave out --no-generate to make them");
      return {};
    }
    if (request_.is_dry_run) opened_.tests_to_make = wanted.tests.size();
    return make(wanted, missing);
  }

  /// Makes the test cases that are wanted, but for a dry run, and loads the problem again with
  /// them. The other missing ones are in it without their files, so that groups and labels know of
  /// them.
  Result<void> make(const GenerationPlan& wanted, const GenerationPlan& missing) {
    const model::Problem& problem = loaded_.problem;
    model::DataFiles& files = opened_.made;
    if (!request_.is_dry_run) {
      ARBITER_SET(files, services_.make(wanted));
    }
    for (const auto& group : problem.generation.group_files) {
      std::error_code ignored;
      // If the package has the file itself, that one counts.
      if (fs::exists(problem.root / "data" / group.first, ignored)) files.erase(group.first);
    }
    for (const PlannedTest& test : missing.tests) {
      if (files.contains(test.recipe->name + ".in")) continue;
      for (const char* extension : {".in", ".ans"})
        files[test.recipe->name + extension] = model::k_unmade;
    }
    package::Loaded again =
        package::load_made_problem(problem, files, shown_.empty() ? request_.path : shown_);
    for (model::TestCase& test : again.problem.tests) {
      if (test.input != model::k_unmade) continue;
      test.input.clear();
      test.answer.reset();
    }
    std::set<std::string> known;
    for (const Diagnostic& diagnostic : loaded_.diagnostics)
      known.insert(render(diagnostic, false));
    std::vector<Diagnostic> fresh = again.diagnostics;
    std::erase_if(fresh, [&](const Diagnostic& one) { return known.contains(render(one, false)); });
    services_.show(fresh);
    if (has_errors(fresh)) return package_error("the test cases that were made cannot be judged");
    loaded_ = std::move(again);
    return {};
  }

  Result<void> choose_scoring() {
    using model::GroupRules;
    model::Problem& problem = loaded_.problem;
    if (!problem.is_scoring || problem.group_rules != GroupRules::kattis) {
      if (!request_.scoring) return {};
      return usage_error(fmt::format("--scoring-policy is only for scoring problems in the legacy "
                                     "format, and problem {} is not one",
                                     problem.id),
                         "leave it out");
    }
    const bool expects_scores = std::ranges::any_of(
        problem.submissions, [](const auto& one) { return one.expected_score.has_value(); });
    problem.group_rules =
        request_.scoring.value_or(expects_scores ? GroupRules::domjudge : GroupRules::kattis);
    if (request_.scoring) {
      opened_.scoring_note =
          fmt::format("points by the rules of {}, as --scoring-policy says",
                      problem.group_rules == GroupRules::domjudge ? "DOMjudge" : "Kattis");
    } else if (expects_scores) {
      opened_.scoring_note =
          "points by the rules of DOMjudge, since submissions have @EXPECTED_SCORE@; "
          "--scoring-policy kattis chooses the others";
    }
    return {};
  }

  const ProblemRequest& request_;
  const ProblemServices& services_;
  OpenProblem opened_;
  package::Loaded loaded_;
  fs::path shown_;  ///< how messages name its folder; empty: as it is
};

}  // namespace

Result<void> check_links_within(const std::string& folder, const fs::path& problem) {
  if (folder.empty()) return {};
  if (package::is_archive(problem)) {
    return usage_error("--links-within is for folders: links of an archive may not leave it",
                       "unpack it first");
  }
  std::error_code failed;
  if (fs::is_directory(folder, failed)) return {};
  return usage_error(fmt::format("--links-within: the folder {} does not exist", folder),
                     "name a folder around the problem");
}

Result<OpenProblem> open_problem(const ProblemRequest& request, const ProblemServices& services) {
  return Opening(request, services).run();
}

}  // namespace arbiter::judge
