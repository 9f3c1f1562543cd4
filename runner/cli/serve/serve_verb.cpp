#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/verb.hpp"
#include "cli/judge/stored_run.hpp"
#include "package/package.hpp"
#include "serve/serve.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// The problem of a package, as far as pages need it; none, after a warning, if it is invalid.
std::optional<serve::ServedProblem> look_at(const Session& session, const fs::path& package) {
  std::error_code ignored;
  serve::ServedProblem served{package.filename().string(), "", fs::absolute(package, ignored)};
  // An archive is unpacked by whoever judges with it.
  if (fs::is_regular_file(package, ignored)) {
    served.id = package.stem().string();
    return served;
  }
  const package::Loaded loaded = package::load_problem(package);
  const model::Problem& problem = loaded.problem;
  if (has_errors(loaded.diagnostics) || problem.id.empty()) {
    session.warn(fmt::format("{} is left out: it is not a valid problem", package.string()),
                 fmt::format("arbiter judge {} tells why", shell_quoted(package.string())));
    return std::nullopt;
  }
  served.id = problem.id;
  served.is_game = problem.is_interactive;
  const auto english = problem.name.find("en");
  const auto title = english == problem.name.end() ? problem.name.begin() : english;
  if (title != problem.name.end()) served.title = title->second;
  return served;
}

/// What 'arbiter report' writes. It goes to the folder that the run was made in, which only a
/// process of its own can do.
Result<std::string> page_of_run(const fs::path& run) {
  if (!read_class_so_far(run) && !read_judged_run(run)) {
    return judge_error(
        "The run cannot be read yet. The page of a class is made when a program is judged.");
  }
  ARBITER_TRY(folder, TempDir::make("arbiter-page"));
  const std::string file = (folder.path() / "page.html").string();
  ARBITER_CHECK(serve::run_arbiter({"report", run.string(), "-o", file, "--color", "never"}));
  return read_file(file);
}

std::string verdict_of(const fs::path& run) {
  const auto judgement = read_judged_run(run);
  if (!judgement || judgement->submissions.empty()) return {};
  const model::SubmissionJudgement& only = judgement->submissions.front();
  return only.unfinished ? std::string() : std::string(model::code(only.verdict));
}

class ServeVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "Prints an address for the browser. Whoever knows it may do what its pages offer; only\n"
        "this machine can reach it. RUN is as of 'show' (default: last, whichever that is when\n"
        "the page is shown). With problems, the page judges submissions that are dropped on it,\n"
        "and games can be played there. FOLDER is one problem or holds several. Ctrl-C ends it.");
    app.add_option("what", what_)->group("");
    repeatable(app.add_option("--problems", problems_,
                              "Problems to judge and play: a problem or a folder of them")
                   ->type_name("FOLDER"));
    add_flag_of(app, {"--port", "N", "The port to listen on (default: any that is free)"}, port_,
                number_of<std::uint16_t>("--port", 1, 65535));
  }

  Result<int> run(const Session& session) override {
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(store, store::RunStore::open(paths.state));
    std::string run = "last";
    std::vector<std::string> folders = problems_;
    const auto found = what_.empty() ? Result<fs::path>(fs::path()) : store.find(what_);
    const bool is_relative = what_ == "last" || what_.starts_with("last~");
    std::error_code ignored;
    if (found && !what_.empty()) run = is_relative ? what_ : fs::absolute(*found, ignored).string();
    if (!found) folders.push_back(what_);
    const auto here = enclosing_problem();
    if (folders.empty() && what_.empty() && here) folders.push_back(here->string());
    serve::Service service;
    for (const std::string& folder : folders) {
      auto packages = packages_of(session, folder, paths.share / "problems");
      if (!packages && !found && folder == what_) return neither(found.error());
      if (!packages) return std::move(packages).error().within("--problems");
      for (const fs::path& package : *packages)
        add(session, package, service.problems);
    }
    if (!folders.empty() && service.problems.empty()) {
      return usage_error("there is no valid problem in " + joined(folders, ", "),
                         "name a problem, or a folder that holds problems");
    }
    service.port = port_;
    service.run = [&store, &run]() -> std::optional<fs::path> {
      auto shown = store.find(run);
      return shown ? std::optional(*std::move(shown)) : std::nullopt;
    };
    service.page = page_of_run;
    service.verdict = verdict_of;
    service.on_ready = [](const std::string& address) {
      write_text(STDOUT_FILENO, address + "\n");
    };
    ARBITER_CHECK(serve::serve(service));
    return 0;
  }

 private:
  [[nodiscard]] Error neither(const Error& no_run) const {
    return usage_error(fmt::format("'{}' is neither a run nor a problem", printable(what_)),
                       no_run.help);
  }

  static void add(const Session& session, const fs::path& package,
                  std::vector<serve::ServedProblem>& problems) {
    auto served = look_at(session, package);
    if (!served) return;
    const bool is_new =
        std::ranges::find(problems, served->id, &serve::ServedProblem::id) == problems.end();
    if (is_new) problems.push_back(*std::move(served));
  }

  std::string what_;
  std::vector<std::string> problems_;
  std::uint16_t port_ = 0;
};

}  // namespace

const VerbRow k_serve_verb = {"serve", "[RUN|FOLDER] ",
                              "Show a run in the browser, judge programs and play there",
                              make_verb<ServeVerb>};

}  // namespace arbiter::cli
