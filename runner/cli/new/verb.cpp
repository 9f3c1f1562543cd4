#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/program_call.hpp"
#include "cli/new/gather.hpp"
#include "package/archive/folder_walk.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string>& known_types() {
  static const std::vector<std::string> known = {"pass-fail", "scoring", "interactive",
                                                 "multi-pass", "submit-answer"};
  return known;
}

/// Whether the example of a type is the sum of two numbers, whose programs are shared.
bool adds_numbers(const std::string& type) {
  return type == "pass-fail" || type == "scoring" || type == "submit-answer";
}

/// "my-sum" as a title: "My sum".
std::string title_of(std::string name) {
  std::ranges::replace(name, '-', ' ');
  std::ranges::replace(name, '_', ' ');
  if (name.front() >= 'a' && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

class NewVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "NAME is the folder to make. It holds a whole problem, clean for 'arbiter verify': change\n"
        "it step by step. Types: pass-fail, scoring, interactive, multi-pass, submit-answer.\n"
        "With --from, test cases (1.in and 1.ans, input1.txt and output1.txt …) and programs are\n"
        "copied from FOLDER; each program is judged and put where its verdict belongs.");
    SharedFlags shared(app, options_);
    shared.words();
    app.add_option("--type", type_, "What kind of problem (default: pass-fail)")->type_name("TYPE");
    app.add_option("--from", from_, "Take test cases and programs that lie there")
        ->type_name("FOLDER");
    shared.jobs("Test cases at the same time (default: one per core)");
    shared.sandbox();
  }

  int run(const Session& session) override {
    const auto made = make(session);
    return made ? 0 : session.fail(made.error());
  }

 private:
  Result<void> make(const Session& session) const {
    ARBITER_CHECK(check());
    const fs::path to = options_.words.front();
    ARBITER_TRY(paths, find_paths(session));
    // Nothing half made is left behind.
    ARBITER_TRY(room, TempDir::make("arbiter-new"));
    const fs::path making = room.path() / to.filename();
    const fs::path scaffolds = paths.share / "config/new";
    if (from_.empty() && adds_numbers(type_of()))
      ARBITER_CHECK(copy_scaffold(scaffolds / "sum", making));
    ARBITER_CHECK(copy_scaffold(scaffolds / type_of(), making));
    std::string found;
    if (!from_.empty()) {
      ARBITER_TRY(gathered, gather(session, options_, from_, making));
      found =
          fmt::format("{} and {} from {}: {}\n", counted(gathered.tests, "test case"),
                      counted(gathered.submissions.size(), "program"), printable(from_),
                      gathered.submissions.empty() ? "none" : joined(gathered.submissions, ", "));
    }
    ARBITER_CHECK(put_in_place(making, to));
    return write_results(fmt::format("made {}\n{}next: arbiter verify {}\n", printable(to.string()),
                                     found, shell_quoted(to.string())));
  }

  [[nodiscard]] std::string type_of() const { return type_.empty() ? "pass-fail" : type_; }

  Result<void> check() const {
    if (options_.words.size() != 1)
      return usage_error("the name of the new problem is needed", "as in 'arbiter new sum'");
    const fs::path to = options_.words.front();
    const std::string name = to.filename().string();
    if (!package::is_package_name(name)) {
      return usage_error(fmt::format("'{}' cannot be the name of a problem", printable(name)),
                         "names consist of a-z, A-Z, 0-9 and _ . -, and do not begin with . or -");
    }
    std::error_code failed;
    if (fs::exists(fs::symlink_status(to, failed)))
      return usage_error(fmt::format("{} is there already", printable(to.string())),
                         "choose another name, or delete it");
    const auto& known = known_types();
    if (std::ranges::find(known, type_of()) == known.end()) {
      const auto near = nearest(type_, known);
      return usage_error(
          fmt::format("--type: there is no type '{}'", printable(type_)),
          near ? fmt::format("did you mean '{}'?", *near) : "known: " + joined(known, ", "));
    }
    if (!from_.empty() && !fs::is_directory(from_, failed))
      return usage_error(fmt::format("--from: {} is no folder", printable(from_)),
                         "name the folder with inputs, answers and programs");
    if (!from_.empty() && type_of() != "pass-fail")
      return usage_error("--from makes problems of type pass-fail", "leave --type out");
    return {};
  }

  /// The scaffold of a type; with --from only what does not belong to its example.
  Result<void> copy_scaffold(const fs::path& from, const fs::path& to) const {
    package::Faults faults;
    package::FolderWalk walk(fs::absolute(from), faults);
    const std::vector<fs::path> files = walk.files_below(walk.root());
    if (files.empty())
      return judge_error(fmt::format("{} is missing", from.string()), "install Arbiter again");
    for (const fs::path& file : files) {
      const fs::path name = file.lexically_relative(walk.root());
      const bool is_example = name != "problem.yaml" && name.begin()->string() != "statement";
      if (!from_.empty() && is_example) continue;
      ARBITER_TRY(text, read_file(file));
      replace_all(text, "@NAME@", title_of(to.filename().string()));
      replace_all(text, "@UUID@", new_uuid());
      if (!from_.empty()) {
        replace_all(text, "time_limit: 1,", "time_limit: 10,");
        if (name != "problem.yaml") text = "Write here what is to be solved.\n";
      }
      ARBITER_CHECK(make_folders((to / name).parent_path()));
      ARBITER_CHECK(write_file(to / name, text));
    }
    return {};
  }

  static Result<void> put_in_place(const fs::path& making, const fs::path& to) {
    std::error_code failed;
    const fs::path parent = fs::absolute(to).parent_path();
    ARBITER_CHECK(make_folders(parent));
    fs::copy(making, to, fs::copy_options::recursive, failed);
    if (failed) return system_error("cannot write " + to.string(), failed.value());
    return {};
  }

  JudgeOptions options_;
  std::string type_;
  std::string from_;
};

}  // namespace

std::unique_ptr<Verb> make_new_verb() {
  return std::make_unique<NewVerb>();
}

}  // namespace arbiter::cli
