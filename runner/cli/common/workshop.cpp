#include "cli/common/workshop.hpp"

#include <algorithm>
#include <utility>

#include "base/temp_dir.hpp"
#include "package/package.hpp"
#include "store/host_paths.hpp"

namespace arbiter::cli {
namespace {

Error cannot_isolate(const box::Probe& probe) {
  std::string help = probe.remedy.empty() ? std::string() : probe.remedy + "; ";
  help += "'arbiter doctor' tells more; --sandbox none runs programs without isolation";
  std::string message = "programs cannot be isolated on this machine";
  if (!probe.missing.empty()) message += ": " + probe.missing.front();
  return judge_error(std::move(message), std::move(help));
}

}  // namespace

Result<Surroundings> look_around(const Session& session) {
  remove_abandoned_temp_dirs();
  ARBITER_TRY(environment, store::host_environment());
  ARBITER_TRY(paths, store::find_host_paths(environment));
  for (const Error& refused : paths.refused)
    session.warn(refused.message, refused.help);
  auto loaded = package::load_languages(paths.share / "config" / "languages.yaml");
  session.show(loaded.diagnostics);
  if (has_errors(loaded.diagnostics)) {
    return judge_error("the list of languages is damaged",
                       "install Arbiter again, or correct the file named above");
  }
  return Surroundings{std::move(paths), std::move(loaded.languages)};
}

Result<Workshop> open_workshop(const Surroundings& surroundings,
                               const std::optional<box::Mode>& mode, int jobs) {
  const std::filesystem::path& helper = surroundings.paths.arbiter_box;
  box::Mode chosen = mode.value_or(box::Mode::unsandboxed);
  if (!mode) {
    const box::Probe probe = box::probe(helper);
    if (!probe.can_isolate) return cannot_isolate(probe);
    chosen = probe.mode;
  }
  auto made = box::make_factory(chosen, helper, std::min(jobs, 2));
  if (!made) {
    Error error = std::move(made).error();
    if (error.help.empty()) error.help = "'arbiter doctor' tells what works here";
    return error;
  }
  auto boxes = std::move(made).value();
  Workshop workshop;
  workshop.compiler =
      std::make_unique<judge::Compiler>(*boxes, surroundings.paths, surroundings.languages);
  workshop.boxes = std::move(boxes);
  return workshop;
}

}  // namespace arbiter::cli
