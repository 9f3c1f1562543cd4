#include "cli/cluster/engine_choice.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <system_error>

#include "cluster/slurm.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_engine_file = "arbiter-engine.yaml";

std::optional<EngineKind> parse_engine(const std::string& word) {
  if (word == "local") return EngineKind::local;
  if (word == "slurm") return EngineKind::slurm;
  if (word == "auto") return EngineKind::automatic;
  if (word == "by-hand") return EngineKind::by_hand;
  return std::nullopt;
}

/// The site's file: in the current folder, the user's or the machine's.
std::optional<fs::path> find_engine_file() {
  std::vector<fs::path> places = {k_engine_file};
  const std::string config(variable("XDG_CONFIG_HOME"));
  const std::string home(variable("HOME"));
  if (!config.empty()) places.push_back(fs::path(config) / "arbiter" / k_engine_file);
  if (!home.empty()) places.push_back(fs::path(home) / ".config" / "arbiter" / k_engine_file);
  places.push_back(fs::path("/etc/arbiter") / k_engine_file);
  std::error_code ignored;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return std::nullopt;
}

}  // namespace

void declare_engine(CLI::App& app, EngineOptions& options) {
  add_flag_of(app, {"--engine", "NAME", "Where programs run: local, slurm, auto, by-hand"},
              options.kind,
              word_of("--engine", "engine", "local, slurm, auto, by-hand", parse_engine));
  repeatable(add_flag_of(
      app, {"--slurm-option", "KEY=VALUE", "An option for sbatch, such as partition=short"},
      [&options](const std::string& text) -> Result<void> {
        ARBITER_TRY(option, cluster::parse_slurm_option(text));
        options.slurm_options.push_back(std::move(option));
        return {};
      }));
  app.add_option("--shared", options.shared,
                 "A folder that all nodes see (default: below --out), or 'none'")
      ->type_name("DIR");
}

void declare(CLI::App& app, EngineOptions& options) {
  declare_engine(app, options);
  constexpr int k_most_jobs = 100000;
  add_flag_of(app, {"--engine-jobs", "N", "At most so many shards at the same time"}, options.jobs,
              number_of("--engine-jobs", 1, k_most_jobs));
}

Result<EngineChoice> choose_engine(const Session& session, const EngineOptions& options) {
  EngineChoice chosen;
  if (const auto path = find_engine_file()) {
    std::vector<Diagnostic> diagnostics;
    chosen.site = cluster::load_engine_file(*path, diagnostics);
    session.show(diagnostics);
    if (has_errors(diagnostics))
      return usage_error(fmt::format("{} cannot be used", path->string()));
    chosen.kind = parse_engine(chosen.site.engine).value_or(EngineKind::local);
  }
  if (options.kind) chosen.kind = *options.kind;
  auto& all = chosen.site.slurm_options;
  all.insert(all.end(), options.slurm_options.begin(), options.slurm_options.end());
  if (options.shared) chosen.site.shared = *options.shared;
  if (options.jobs) chosen.site.jobs = *options.jobs;
  return chosen;
}

fs::path program_of(const EngineChoice& choice) {
  if (!choice.site.arbiter.empty()) return choice.site.arbiter;
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed);
}

std::string host_name() {
  if (const auto node = variable("SLURMD_NODENAME"); !node.empty()) return std::string(node);
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace arbiter::cli
