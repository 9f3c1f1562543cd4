#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/command.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/cluster/engine_choice.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "cluster/node_report.hpp"
#include "cluster/slurm.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/compile/toolchain.hpp"
#include "report/json/documents.hpp"
#include "store/entry_store.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;
using report::DoctorDocument;
using Engine = DoctorDocument::Engine;

/// The first line of what the language's tool tells of itself; without boxes (null) not known.
std::string version_of(const model::Language& language, box::BoxFactory* boxes) {
  if (language.version.empty() || boxes == nullptr) return {};
  const auto outcome = judge::run_tool(*boxes, judge::version_run(language));
  if (!outcome || !outcome->succeeded()) return {};
  const auto lines = split_lines(outcome->log);
  return lines.empty() ? std::string() : printable(lines.front());
}

/// In the order of the table; each tool is asked for its version once.
std::vector<DoctorDocument::Language> look_at_languages(const model::Languages& languages,
                                                        box::BoxFactory* boxes) {
  std::vector<DoctorDocument::Language> all;
  for (const model::Language& language : languages.rows) {
    DoctorDocument::Language seen{
        language.id, language.name, false, judge::missing_tool(language), {}, language.package};
    seen.is_installed = seen.tool.empty();
    if (seen.is_installed) seen.tool = judge::tool_of(language);
    const auto known = std::ranges::find_if(all, [&](const DoctorDocument::Language& other) {
      return other.tool == seen.tool && other.package == seen.package;
    });
    if (known != all.end()) {
      seen.version = known->version;
    } else if (seen.is_installed) {
      seen.version = version_of(language, boxes);
    }
    all.push_back(std::move(seen));
  }
  return all;
}

/// A folder where nodes would look for shards: below the shared one, or here.
Result<TempDir> make_shared(const cluster::EngineFile& site) {
  std::error_code failed;
  const fs::path parent =
      fs::absolute(site.shared.empty() ? fs::path(".") : fs::path(site.shared), failed);
  auto made = TempDir::make("arbiter-doctor", parent.lexically_normal());
  if (!made)
    made.error().help = "--shared DIR names a folder that all nodes see and this machine can write";
  return made;
}

/// What a node of the engine that `options` choose tells, compared with `here`; none: programs run
/// on this machine alone. Error: those of choose_engine; {judge}: no node answers, and why.
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

/// Answers for this machine, which is a node: `here`, and whether `folder` can be used.
std::string answer_as_node(cluster::NodeReport here, const std::string& folder) {
  const auto answered = folder == "-" ? Result<void>() : cluster::answer_in(folder);
  if (!answered) here.folder = answered.error().text();
  return cluster::node_document(here);
}

class DoctorVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.add_option("--format", format_, "human or json")->type_name("KIND");
    declare_engine(app, engine_);
    app.add_option("--node", node_)->group("");
  }

  Result<int> run(const Session& session) override {
    ARBITER_CHECK(check_human_or_json(format_));
    ARBITER_TRY(surroundings, look_around(session));
    DoctorDocument seen = examine(surroundings);
    const bool asks_a_node = engine_.kind && *engine_.kind != EngineKind::local;
    if (node_ || asks_a_node) {
      const cluster::NodeReport here = report_of(seen);
      if (node_) return end_with(answer_as_node(here, *node_));
      ARBITER_SET(seen.engine, examine_engine(session, engine_, here));
    }
    return end_with(format_ == "json" ? report::doctor_document(seen)
                                      : report::doctor_text(seen, session.out()),
                    seen.can_isolate && is_as_here(seen) ? 0 : exit_status(ErrorKind::judge));
  }

 private:
  static bool is_as_here(const DoctorDocument& seen) {
    return !seen.engine ||
           std::ranges::all_of(seen.engine->findings, &DoctorDocument::Finding::is_good);
  }

  static cluster::NodeReport report_of(const DoctorDocument& seen) {
    cluster::NodeReport report;
    report.host = host_name();
    report.version = seen.arbiter_version;
    report.cpu = cpu_model();
    report.can_isolate = seen.can_isolate;
    report.mode = seen.mode;
    report.remedy = seen.remedy;
    for (const DoctorDocument::Language& one : seen.languages) {
      if (one.is_installed) report.languages.push_back(one.id);
    }
    report.loop = seconds(cluster::loop_time()) * 1e3;
    return report;
  }

  static DoctorDocument examine(const Surroundings& surroundings) {
    const box::Probe probe = box::probe(surroundings.paths.arbiter_box);
    std::unique_ptr<box::BoxFactory> boxes;
    if (probe.can_isolate) {
      auto made = box::make_factory(probe.mode, surroundings.paths.arbiter_box, 0);
      if (made) boxes = std::move(made).value();
    }
    DoctorDocument seen;
    seen.arbiter_version = version();
    seen.can_isolate = probe.can_isolate;
    seen.mode = box::mode_name(probe.mode);
    seen.mode_flag = box::mode_word(probe.mode);
    seen.guarantees = probe.guarantees;
    seen.missing = probe.missing;
    seen.remedy = probe.remedy;
    seen.alternative = probe.alternative;
    seen.noise = probe.noise;
    seen.languages = look_at_languages(surroundings.languages, boxes.get());
    seen.checktestdata = judge::find_checktestdata().value_or("").string();
    seen.cache = surroundings.paths.cache.string();
    seen.cache_size = store::size_of(surroundings.paths.cache);
    seen.cache_limit = store::cache_limit();
    seen.state = surroundings.paths.state.string();
    return seen;
  }

  std::string format_ = "human";
  EngineOptions engine_;
  std::optional<std::string> node_;  ///< the folder where a caller asks this machine
};

}  // namespace

const VerbRow k_doctor_verb = {"doctor", "",
                               "Tell how programs are isolated here, and what is missing",
                               make_verb<DoctorVerb>};

}  // namespace arbiter::cli
