#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>

#include "cli/common/toolchain_list.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "cli/common/workshop.hpp"
#include "cli/doctor_text.hpp"
#include "judge/compile/package_program.hpp"
#include "report/json/documents.hpp"

namespace arbiter::cli {
namespace {

std::string document_of(const Examination& seen) {
  report::DoctorDocument document;
  document.arbiter_version = version();
  document.can_isolate = seen.probe.can_isolate;
  document.mode = box::mode_name(seen.probe.mode);
  document.mode_flag = box::mode_word(seen.probe.mode);
  document.guarantees = seen.probe.guarantees;
  document.missing = seen.probe.missing;
  document.remedy = seen.probe.remedy;
  document.alternative = seen.probe.alternative;
  document.noise = seen.probe.noise;
  for (const ToolchainSeen& toolchain : seen.toolchains) {
    for (const model::Language* language : toolchain.languages) {
      document.languages.push_back({language->id, language->name, toolchain.is_there,
                                    toolchain.tool, toolchain.version, language->package});
    }
  }
  document.checktestdata = seen.checktestdata;
  document.cache = seen.cache;
  document.state = seen.state;
  return report::doctor_document(document);
}

class DoctorVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.add_option("--format", format_, "human or json")->type_name("KIND");
  }

  int run(const Session& session) override {
    if (format_ != "human" && format_ != "json") {
      return session.fail({ErrorKind::usage,
                           fmt::format("--format: unknown format '{}'", format_),
                           {},
                           "the formats are human and json"});
    }
    auto surroundings = look_around(session);
    if (!surroundings) return session.fail(surroundings.error());
    Examination seen;
    seen.probe = box::probe(surroundings->paths.arbiter_box);
    std::unique_ptr<box::BoxFactory> boxes;
    if (seen.probe.can_isolate) {
      auto made = box::make_factory(seen.probe.mode, surroundings->paths.arbiter_box, 0);
      if (made) boxes = std::move(made).value();
    }
    seen.toolchains = look_at_toolchains(surroundings->languages, boxes.get());
    seen.checktestdata = judge::find_checktestdata().value_or("").string();
    seen.cache = surroundings->paths.cache.string();
    seen.state = surroundings->paths.state.string();
    const auto written =
        write_results(format_ == "json" ? document_of(seen) : doctor_text(seen, session.out()));
    if (!written) return session.fail(written.error());
    constexpr int k_cannot_isolate = 5;
    return seen.probe.can_isolate ? 0 : k_cannot_isolate;
  }

 private:
  std::string format_ = "human";
};

}  // namespace

std::unique_ptr<Verb> make_doctor_verb() {
  return std::make_unique<DoctorVerb>();
}

}  // namespace arbiter::cli
