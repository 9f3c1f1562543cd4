#include "judge/generate/made_view.hpp"

#include <utility>

#include "base/temp_dir.hpp"
#include "package/package.hpp"

namespace arbiter::judge {
namespace {

std::map<std::string, model::TestCase> tests_of(model::Problem problem) {
  std::map<std::string, model::TestCase> all;
  for (auto* tests : {&problem.tests, &problem.invalid_inputs, &problem.invalid_answers}) {
    for (model::TestCase& test : *tests)
      all[test.name] = std::move(test);
  }
  for (auto* cases : {&problem.valid_outputs, &problem.invalid_outputs}) {
    for (model::OutputCase& one : *cases)
      all[one.test.name] = std::move(one.test);
  }
  return all;
}

}  // namespace

Result<MadeView> view_made(const model::Problem& problem,
                           const std::map<std::string, std::filesystem::path>& files,
                           const std::filesystem::path& folder) {
  ARBITER_TRY(view, TempDir::make("arbiter-tests"));
  ARBITER_CHECK(package::fill_data_view(problem, view.path(), files));
  package::Loaded loaded =
      package::load_made_problem(problem.root, view.path(), folder, {}, problem.links_within);
  MadeView seen;
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    std::error_code ignored;
    // Faults of files that are there were reported when the package was read.
    const bool is_made =
        diagnostic.place && !std::filesystem::exists(diagnostic.place->path, ignored);
    if (is_made) seen.diagnostics.push_back(std::move(diagnostic));
  }
  seen.tests = tests_of(std::move(loaded.problem));
  return seen;
}

}  // namespace arbiter::judge
