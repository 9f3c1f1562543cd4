#include "cli/common/made_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "cli/common/progress.hpp"
#include "judge/compile/kits.hpp"

namespace arbiter::cli {
namespace {

Error not_made(const judge::MadeTests& made) {
  const auto failed = std::count_if(made.tests.begin(), made.tests.end(),
                                    [](const judge::MadeTest& test) { return !test.is_made; });
  return package_error(fmt::format("{} of {} tests cannot be made", failed, made.tests.size()));
}

}  // namespace

Result<Provided> provide(const TestNeeds& needs, const judge::GenerationPlan& plan) {
  const store::HostPaths& paths = needs.call.surroundings.paths;
  const Terminal terminal = needs.session.err();
  Progress progress(wants_progress(terminal, needs.session.progress), terminal.width);
  std::mutex mutex;
  judge::MakeOptions options{
      needs.call.surroundings.languages, paths.cache, {}, needs.call.jobs, {}, {}, {}};
  options.kits_hash = judge::Kits::find(paths.share, paths.cache, box::Mode::user_namespace).hash;
  options.open = [&]() -> Result<judge::PackagePrograms> {
    ARBITER_CHECK(open_boxes(needs.sandbox, needs.call));
    const Workshop& workshop = needs.call.workshop;
    return judge::PackagePrograms{*plan.problem, needs.call.surroundings.languages,
                                  *workshop.compiler, *workshop.boxes};
  };
  options.is_stopped = [&needs] { return needs.call.is_interrupted(); };
  options.progress = [&](std::size_t done, std::size_t total, const std::string& what) {
    const std::lock_guard lock(mutex);
    progress.update(done, total, what);
  };
  auto made = judge::make_tests(plan, options);
  progress.clear();
  if (!made) return std::move(made).error();
  needs.session.show(made->diagnostics);
  if (has_errors(made->diagnostics)) return not_made(*made);
  Provided provided{std::move(made).value(), {}};
  for (const judge::MadeTest& test : provided.made.tests) {
    for (const auto& [extension, path] : test.files)
      provided.files[test.planned->recipe->name + extension] = path;
  }
  const auto& groups = provided.made.group_files;
  provided.files.insert(groups.begin(), groups.end());
  return provided;
}

judge::GenerationPlan missing_tests(const model::Problem& problem) {
  std::set<std::string> there;
  for (const model::TestCase& test : problem.tests)
    there.insert(test.name);
  return judge::plan_generation(problem, [&](const model::TestRecipe& recipe) {
    const bool is_judged = recipe.name.starts_with("sample/") || recipe.name.starts_with("secret/");
    const bool has_input = !recipe.command.empty() || recipe.copies.count(".in") > 0 ||
                           recipe.literals.count(".in") > 0;
    return is_judged && has_input && there.count(recipe.name) == 0;
  });
}

Result<Completed> complete(const TestNeeds& needs, const package::Loaded& loaded,
                           const std::filesystem::path& shown) {
  const judge::GenerationPlan plan = missing_tests(loaded.problem);
  ARBITER_TRY(provided, provide(needs, plan));
  for (const auto& group : loaded.problem.generation.group_files) {
    std::error_code ignored;
    // Where the package has the file itself, that one counts.
    const std::filesystem::path own = loaded.problem.root / "data" / group.first;
    if (std::filesystem::exists(own, ignored)) provided.files.erase(group.first);
  }
  ARBITER_TRY(view, TempDir::make("arbiter-tests"));
  ARBITER_CHECK(package::fill_data_view(loaded.problem, view.path(), provided.files));
  const store::TestStore store(needs.call.surroundings.paths.cache);
  Completed completed{package::load_made_problem(loaded.problem.root, view.path(), store.folder(),
                                                 shown, loaded.problem.links_within),
                      std::move(view)};
  std::vector<std::string> known;
  for (const Diagnostic& diagnostic : loaded.diagnostics)
    known.push_back(render(diagnostic, false));
  std::vector<Diagnostic> fresh;
  for (const Diagnostic& diagnostic : completed.loaded.diagnostics) {
    const std::string text = render(diagnostic, false);
    if (std::find(known.begin(), known.end(), text) == known.end()) fresh.push_back(diagnostic);
  }
  needs.session.show(fresh);
  if (!has_errors(fresh)) return completed;
  return package_error("the tests that were made cannot be judged");
}

}  // namespace arbiter::cli
