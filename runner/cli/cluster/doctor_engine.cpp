#include "cli/cluster/doctor_engine.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cluster/slurm.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;
using Engine = report::DoctorDocument::Engine;

/// A folder where nodes would look for shards: below the shared one, or here.
Result<TempDir> make_shared(const cluster::EngineFile& site) {
  std::error_code failed;
  const fs::path parent =
      fs::absolute(site.shared.empty() ? fs::path(".") : fs::path(site.shared), failed);
  auto made = TempDir::make("arbiter-doctor", parent.lexically_normal());
  if (made) return made;
  Error error = std::move(made).error();
  error.help = "--shared DIR names a folder that all nodes see and this machine can write";
  return error;
}

}  // namespace

Result<std::optional<Engine>> examine_engine(const Session& session, const EngineOptions& options,
                                             const cluster::NodeReport& here) {
  ARBITER_TRY(choice, choose_engine(session, options));
  if (choice.kind != EngineKind::slurm && choice.kind != EngineKind::automatic)
    return std::optional<Engine>();
  const auto run = [](const std::vector<std::string>& words) {
    return run_command(words, std::chrono::minutes(3));
  };
  ARBITER_CHECK(cluster::find_slurm(run));
  const bool is_carried = choice.site.shared == cluster::k_not_shared;
  std::optional<TempDir> folder;
  std::string question;
  if (!is_carried) {
    ARBITER_SET(folder, make_shared(choice.site));
    question = folder->path().filename().string();
    ARBITER_CHECK(cluster::ask_in(folder->path(), question));
  }
  ARBITER_TRY(said, cluster::run_on_node(choice.site.slurm_options,
                                         {program_of(choice).string(), "doctor", "--node",
                                          folder ? folder->path().string() : "-"},
                                         run));
  ARBITER_TRY(node, cluster::read_node_document(said));
  if (folder && node.folder.empty()) {
    const auto found = cluster::find_answer_in(folder->path(), question);
    if (!found) node.folder = found.error().text();
  }
  Engine engine{"slurm", node.host, {}};
  for (const cluster::Finding& one : cluster::compare(here, node, is_carried))
    engine.findings.push_back({one.is_good, one.text, one.remedy});
  for (const cluster::Finding& one : cluster::settings_of_slurm(run))
    engine.findings.push_back({one.is_good, one.text, one.remedy});
  return std::optional(std::move(engine));
}

std::string answer_as_node(cluster::NodeReport here, const std::string& folder) {
  const auto answered = folder == "-" ? Result<void>() : cluster::answer_in(folder);
  if (!answered) here.folder = answered.error().text();
  return cluster::node_document(here);
}

}  // namespace arbiter::cli
