#include "cli/common/made_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "cli/common/progress.hpp"
#include "judge/compile/toolchain.hpp"

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
  judge::MakeOptions options{needs.call.surroundings.languages, paths.cache, {}, {}, {}};
  options.kits_hash = judge::Kits::find(paths.share, paths.cache, box::Mode::user_namespace).hash;
  options.open = [&]() -> Result<judge::PackagePrograms> {
    ARBITER_CHECK(open_boxes(needs.sandbox, needs.call));
    const Workshop& workshop = needs.call.workshop;
    return judge::PackagePrograms{*plan.problem, needs.call.surroundings.languages,
                                  *workshop.compiler, *workshop.boxes};
  };
  options.side_by_side = {needs.call.jobs, [&needs] { return needs.call.is_interrupted(); },
                          [&](std::size_t done, std::size_t total, const std::string& what) {
                            const std::lock_guard lock(mutex);
                            progress.update(done, total, what);
                          },
                          "interrupted while making tests"};
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

judge::ProblemServices services_of(const TestNeeds& needs) {
  judge::ProblemServices services;
  services.show = [&](const auto& diagnostics) { needs.session.show(diagnostics); };
  services.warn = [&](const auto& message, const auto& help) { needs.session.warn(message, help); };
  services.make = [&](const judge::GenerationPlan& plan) -> Result<store::TestFiles> {
    ARBITER_TRY(provided, provide(needs, plan));
    return std::move(provided.files);
  };
  services.made_tests = store::TestStore(needs.call.surroundings.paths.cache).folder();
  return services;
}

judge::ProblemRequest request_of(const JudgeOptions& options, std::filesystem::path path,
                                 std::string given) {
  judge::ProblemRequest request;
  request.path = std::move(path);
  request.given = std::move(given);
  request.links_within = options.links_within.value_or("");
  request.finds_time_limit = options.finds_time_limit;
  request.asked = options.plan.tests;
  request.is_dry_run = options.dry_run;
  request.makes_none = options.no_generate;
  request.scoring = options.scoring;
  return request;
}

}  // namespace arbiter::cli
