
#include <CLI/App.hpp>
#include <algorithm>

#include "base/text.hpp"
#include "cli/cluster/doctor_engine.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/compile/toolchain.hpp"
#include "report/json/documents.hpp"
#include "store/entry_store.hpp"

namespace arbiter::cli {
namespace {

using report::DoctorDocument;

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

class DoctorVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.add_option("--format", format_, "human or json")->type_name("KIND");
    declare_engine(app, engine_);
    app.add_option("--node", node_)->group("");
  }

  int run(const Session& session) override {
    const auto checked = check_human_or_json(format_);
    if (!checked) return session.fail(checked.error());
    const auto surroundings = look_around(session);
    if (!surroundings) return session.fail(surroundings.error());
    DoctorDocument seen = examine(*surroundings);
    const bool asks_a_node = engine_.kind && *engine_.kind != EngineKind::local;
    if (node_ || asks_a_node) {
      const cluster::NodeReport here = report_of(seen);
      if (node_) {
        const auto told = write_results(answer_as_node(here, *node_));
        return told ? 0 : session.fail(told.error());
      }
      auto engine = examine_engine(session, engine_, here);
      if (!engine) return session.fail(engine.error());
      seen.engine = std::move(engine).value();
    }
    const auto written =
        write_results(format_ == "json" ? report::doctor_document(seen)
                                        : report::doctor_text(seen, session.out()));
    if (!written) return session.fail(written.error());
    return seen.can_isolate && is_as_here(seen) ? 0 : exit_status(ErrorKind::judge);
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

std::unique_ptr<Verb> make_doctor_verb() {
  return std::make_unique<DoctorVerb>();
}

}  // namespace arbiter::cli
