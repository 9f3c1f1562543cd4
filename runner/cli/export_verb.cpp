#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "judge/open_problem.hpp"
#include "package/archive/archive.hpp"
#include "package/export/export.hpp"
#include "package/package.hpp"
#include "report/statement/page.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

const Bytes k_largest_file = mib(1024);

/// Adds the files below `folder`, as `name` and what follows; an empty name is the top.
Result<void> add_folder(const fs::path& folder, const fs::path& name,
                        std::vector<package::ZipEntry>& entries) {
  std::error_code failed;
  fs::recursive_directory_iterator it(folder, failed);
  for (; !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
    if (!it->is_regular_file()) continue;
    ARBITER_TRY(bytes, read_file(it->path(), k_largest_file));
    const auto executable = fs::perms::owner_exec;
    entries.push_back({(name / it->path().lexically_relative(folder)).string(), std::move(bytes),
                       (it->status().permissions() & executable) != fs::perms::none});
  }
  if (failed) return system_error("cannot read " + folder.string(), failed.value());
  return {};
}

/// What grading does not need of a package in the problem package format, and what a program of a
/// student should not find: all test cases are there already.
void remove_solutions(const fs::path& package) {
  std::error_code failed;
  if (!fs::exists(package / "problem.yaml", failed)) return;
  for (const char* name : {"submissions", "solution", "generators"})
    fs::remove_all(package / name, failed);
}

/// The statement as a page; empty: the package has none that can be one.
std::string page_of(const model::Problem& problem) {
  const package::LoadedStatement read = package::load_statement(problem);
  if (has_errors(read.diagnostics)) return {};
  auto page = report::statement_page(problem, read.statement, report::PageUse::paper);
  return page ? std::move(page->html) : std::string();
}

std::string known_kinds() {
  return fmt::format("2025-09, {} or gradescope-autograder",
                     joined(package::k_export_formats, ", ", &package::ExportFormat::word));
}

const package::ExportFormat* format_of(std::string_view word) {
  const auto* found =
      std::ranges::find(package::k_export_formats, word, &package::ExportFormat::word);
  return found == package::k_export_formats.end() ? nullptr : found;
}

Result<std::string> read_given(const char* flag, const fs::path& path) {
  auto bytes = read_file(path, k_largest_file);
  if (bytes) return bytes;
  return at_flag(std::move(bytes).error(), flag);
}

class ExportVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "2025-09: the package as one archive in the problem package format, with all its test\n"
        "cases; the kits' headers are written into the programs that include them.\n"
        "legacy, domjudge, polygon, cms: the same for judges that read the older Kattis format,\n"
        "for DOMjudge, in Polygon's format, and for CMS in its Italian format. What the format\n"
        "cannot say is told; without what verdicts need nothing is written.\n"
        "gradescope-autograder: the archive to upload as a Gradescope autograder. It holds the\n"
        "problem with its test cases, Arbiter and two scripts. FILE.tar.xz is Arbiter for other\n"
        "systems, as 'runner/cmake/package.sh tarball' builds it; the default is what that has\n"
        "built in this checkout.");
    SharedFlags shared(app, options_);
    shared.words();
    app.add_option("--to", kind_, "What to write: " + known_kinds())->type_name("KIND");
    app.add_option("-o", out_, "The archive (default: PROBLEM.zip, PROBLEM-autograder.zip)")
        ->type_name("FILE.zip");
    app.add_option("--arbiter", arbiter_, "Arbiter for other systems")->type_name("FILE.tar.xz");
    app.add_option("--policy", policy_, "Points and late rules (default: none)")->type_name("YAML");
    shared.jobs("Test cases to make at the same time (default: one per core)");
    shared.links_within("The problem's links may lead into DIR");
    shared.sandbox();
  }

  Result<int> run(const Session& session) override {
    ProgramCall call;
    return end(session, call, write(session, call), "interrupted; nothing was written");
  }

 private:
  Result<int> write(const Session& session, ProgramCall& call) const {
    const package::ExportFormat* other = format_of(kind_);
    const bool is_package = kind_ == package::k_current_format || other != nullptr;
    if (!is_package && kind_ != "gradescope-autograder") {
      return usage_error(kind_.empty() ? "what is the problem to be exported to?"
                                       : fmt::format("--to: there is no '{}'", printable(kind_)),
                         "write --to " + known_kinds());
    }
    if (is_package && !(arbiter_.empty() && policy_.empty()))
      return usage_error("--arbiter and --policy are for --to gradescope-autograder",
                         "leave them out");
    ARBITER_CHECK(set_up(session, options_, call));
    const store::HostPaths& paths = call.surroundings.paths;
    ARBITER_TRY(located, locate(session, options_.words, paths.share / "problems"));
    ARBITER_CHECK(check_only_problem(located, "export"));
    // What is quickly found to be wrong is found before test cases are made.
    std::vector<package::ZipEntry> entries;
    if (!is_package) {
      ARBITER_SET(entries, fixed_entries(paths.share));
    }
    judge::ProblemRequest request = request_of(options_, located.problem, located.problem_as_given);
    request.missing = judge::MissingTests::demanded;
    ARBITER_TRY(opened, judge::open_problem(request, services_of(session, call)));
    ARBITER_TRY(folder, TempDir::make("arbiter-export"));
    const std::string& id = opened.problem.id;
    const fs::path copy = folder.path() / id;
    ARBITER_CHECK(package::copy_problem(opened.problem, opened.made, copy));
    if (other != nullptr) return write_other(session, *other, copy, paths.share);
    if (is_package) return write_package(session, opened.problem, copy, paths.share);
    remove_solutions(copy);
    ARBITER_CHECK(add_folder(copy, "problems/" + id, entries));
    const std::size_t count = entries.size();
    ARBITER_TRY(bytes, package::write_zip(std::move(entries)));
    const fs::path out = out_.empty() ? fs::path(id + "-autograder.zip") : fs::path(out_);
    ARBITER_CHECK(write_document(out, bytes));
    return end_with(fmt::format(
        "{}: {}, {}\n"
        "Upload it as the autograder of the assignment; its container is Ubuntu 22.04 or newer.\n",
        printable(out.string()), counted(opened.problem.tests.size(), "test case"),
        counted(count, "file")));
  }

  /// The copy of the problem as an archive that needs nothing else.
  Result<int> write_package(const Session& session, const model::Problem& problem,
                            const fs::path& copy, const fs::path& share) const {
    const auto yaml = read_file(copy / "problem.yaml");
    if (!yaml || !package::is_of_current_format(*yaml)) {
      return package_error(
          fmt::format("problem {} is not in format {}", problem.id, package::k_current_format),
          "convert it first: 'problem_format_version: 2025-09' and the names of that format");
    }
    ARBITER_TRY(changed, package::write_kits_into(copy, kits_in(share)));
    std::vector<package::ZipEntry> entries;
    ARBITER_CHECK(add_folder(copy, problem.id, entries));
    ARBITER_TRY(bytes, package::write_zip(std::move(entries)));
    const fs::path out = out_.empty() ? fs::path(problem.id + ".zip") : fs::path(out_);
    ARBITER_CHECK(write_document(out, bytes));
    tell_what_is_lost(session, problem);
    return end_with(fmt::format("{}: {}, {} with headers of the kits\n", printable(out.string()),
                                counted(problem.tests.size(), "test case"),
                                counted(changed, "file")));
  }

  static std::vector<fs::path> kits_in(const fs::path& share) {
    std::vector<fs::path> kits;
    for (const char* kit : {"checker", "generators", "reference"})
      kits.push_back(share / kit / "include");
    return kits;
  }

  /// The copy of the problem as an archive of another format.
  Result<int> write_other(const Session& session, const package::ExportFormat& format,
                          const fs::path& copy, const fs::path& share) const {
    const model::Problem problem = package::load_problem(copy).problem;
    ARBITER_TRY(made, TempDir::make("arbiter-export"));
    const package::ExportSource source{problem, kits_in(share), share / "config/export/adapter.cpp",
                                       page_of(problem)};
    ARBITER_TRY(losses, package::write_package_for(format, source, made.path()));
    std::vector<package::ZipEntry> entries;
    ARBITER_CHECK(add_folder(made.path(), format.is_in_folder ? problem.id : "", entries));
    ARBITER_TRY(bytes, package::write_zip(std::move(entries)));
    const fs::path out = out_.empty() ? fs::path(problem.id + ".zip") : fs::path(out_);
    ARBITER_CHECK(write_document(out, bytes));
    tell_what_is_lost(session, problem);
    for (const std::string& loss : losses)
      session.warn(loss);
    return end_with(fmt::format("{}: {}, for {}\n", printable(out.string()),
                                counted(problem.tests.size(), "test case"), format.name));
  }

  /// What only arbiter.yaml says, other judges do not know.
  static void tell_what_is_lost(const Session& session, const model::Problem& problem) {
    if (problem.standard_checker && !problem.output_validator) {
      session.warn(fmt::format("other judges do not know the checker '{}' of arbiter.yaml",
                               *problem.standard_checker),
                   "write an output_validator/ for them");
    }
    if (!problem.input_files.empty() || !problem.output_files.empty()) {
      session.warn(
          "other judges give programs only standard input and output, not the files that "
          "arbiter.yaml names",
          "let the statement allow standard input and output");
    }
    if (!problem.limits.time)
      session.warn("the package has no time limit", "'arbiter limits --write' finds one");
  }

  /// All but the problem.
  Result<std::vector<package::ZipEntry>> fixed_entries(const fs::path& share) const {
    std::vector<package::ZipEntry> entries;
    for (const char* name : {"setup.sh", "run_autograder"}) {
      ARBITER_TRY(script, read_file(share / "config/gradescope" / name));
      entries.push_back({name, std::move(script), true});
    }
    ARBITER_TRY(program, read_program(share));
    entries.push_back({"arbiter.tar.xz", std::move(program)});
    if (policy_.empty()) return entries;
    ARBITER_TRY(policy, read_given("--policy", policy_));
    entries.push_back({"grading.yaml", std::move(policy)});
    return entries;
  }

  /// The archive of Arbiter that runs on other systems.
  Result<std::string> read_program(const fs::path& share) const {
    constexpr std::string_view k_begin_of_xz(
        "\xfd"
        "7zXZ\0",
        6);
    fs::path path = arbiter_;
    if (path.empty()) {
      std::error_code failed;
      // Problems are a link into the checkout, from a build in it.
      const fs::path checkout = fs::canonical(share / "problems", failed).parent_path();
      const std::string_view number = version().substr(0, version().find_first_of(" -+"));
      path = checkout / "build/package" / fmt::format("arbiter-{}-linux-x86_64.tar.xz", number);
      if (failed || !fs::exists(path, failed)) {
        return usage_error(
            "Gradescope's container needs Arbiter for other systems than this one",
            "in a checkout, 'runner/cmake/package.sh tarball' builds it; else name it with "
            "--arbiter FILE.tar.xz");
      }
    }
    ARBITER_TRY(bytes, read_given("--arbiter", path));
    if (!bytes.starts_with(k_begin_of_xz)) {
      return usage_error(fmt::format("{} is no .tar.xz archive", printable(path.string())),
                         "'runner/cmake/package.sh tarball' builds one");
    }
    return bytes;
  }

  JudgeOptions options_;
  std::string kind_;
  std::string out_;
  std::string arbiter_;
  std::string policy_;
};

}  // namespace

const VerbRow k_export_verb = {"export", "[PROBLEM] ",
                               "Write what another platform needs to judge a problem",
                               make_verb<ExportVerb>};

}  // namespace arbiter::cli
