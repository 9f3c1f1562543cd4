#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/judge/call.hpp"
#include "judge/program/language_detection.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_most_time = "time_limit: 10";

Result<void> copy_text(const fs::path& from, const fs::path& to) {
  ARBITER_TRY(bytes, read_file(from));
  ARBITER_CHECK(make_folders(to.parent_path()));
  return write_file(to, bytes);
}

/// A name that packages may have.
std::string package_name(const std::string& name) {
  std::string made;
  for (const char c : name)
    made += package::is_name_char(c) ? c : '-';
  while (!made.empty() && (made.front() == '-' || made.front() == '.'))
    made.erase(0, 1);
  return made.empty() ? "test" : made;
}

bool is_called_sample(const model::TestCase& test) {
  return lower_ascii(test.name).find("sample") != std::string::npos;
}

/// Copies the test cases; returns how many there are.
Result<std::size_t> copy_tests(const fs::path& from, const fs::path& to) {
  std::vector<model::TestCase> tests = package::load_problem(from).problem.tests;
  std::erase_if(tests, [](const model::TestCase& test) { return !test.answer; });
  if (tests.empty()) {
    return usage_error(fmt::format("--from: {} has no inputs with answers", from.string()),
                       "such as 1.in and 1.ans, or input1.txt and output1.txt");
  }
  const auto size = [](const model::TestCase& test) {
    std::error_code failed;
    return fs::file_size(test.input, failed);
  };
  const bool has_samples = std::ranges::any_of(tests, is_called_sample);
  const std::string smallest = std::ranges::min_element(tests, {}, size)->name;
  for (const model::TestCase& test : tests) {
    const bool is_sample = has_samples ? is_called_sample(test) : test.name == smallest;
    const fs::path base = to / "data" / (is_sample ? "sample" : "secret") / package_name(test.name);
    ARBITER_CHECK(copy_text(test.input, base.string() + ".in"));
    ARBITER_CHECK(copy_text(*test.answer, base.string() + ".ans"));
  }
  return tests.size();
}

/// The files below a folder that are programs in a known language.
std::vector<fs::path> programs_below(const fs::path& from, const model::Languages& languages) {
  package::Faults ignored;
  package::FolderWalk walk(fs::absolute(from), ignored);
  std::vector<fs::path> programs;
  for (const fs::path& file : walk.files_below(walk.root())) {
    const auto is_source = [&](const model::Language& language) {
      return judge::is_source_of(language, file.filename().string());
    };
    if (std::ranges::any_of(languages.rows, is_source)) programs.push_back(file);
  }
  return programs;
}

/// The limit that the accepted programs give, in whole seconds.
Nanoseconds limit_for(const std::vector<model::SubmissionJudgement>& judged) {
  double slowest = 0;
  for (const model::SubmissionJudgement& one : judged) {
    if (one.verdict != model::Verdict::ac) continue;
    for (const model::TestJudgement& test : one.tests)
      slowest = std::max(slowest, seconds(test.run.cpu));
  }
  constexpr double k_room = 2;  // the format's own ac_to_time_limit
  return from_seconds(std::max(1.0, std::ceil(k_room * slowest)));
}

/// The folder of submissions/ for what came of a program; empty: for none.
std::string label_of(const model::SubmissionJudgement& one, Nanoseconds limit) {
  using model::Verdict;
  if (!one.compile.ok) return {};
  std::set<Verdict> seen;
  for (const model::TestJudgement& test : one.tests)
    seen.insert(test.run.cpu > limit ? Verdict::tle : test.verdict);
  seen.erase(Verdict::ac);
  if (seen.contains(Verdict::je)) return {};
  if (seen.empty()) return "accepted";
  if (seen == std::set{Verdict::wa}) return "wrong_answer";
  if (seen == std::set{Verdict::tle}) return "time_limit_exceeded";
  if (!seen.contains(Verdict::wa) && !seen.contains(Verdict::tle)) return "run_time_error";
  return "rejected";
}

Result<void> write_time_limit(const fs::path& yaml, Nanoseconds limit) {
  ARBITER_TRY(text, read_file(yaml));
  replace_all(text, k_most_time, fmt::format("time_limit: {:g}", seconds(limit)));
  return write_file(yaml, text);
}

/// A name in the folder that is not taken yet.
fs::path free_name(const fs::path& folder, const fs::path& name) {
  std::error_code failed;
  fs::path path = folder / package_name(name.string());
  for (int i = 2; fs::exists(path, failed); ++i) {
    path = folder /
           fmt::format("{}-{}{}", package_name(name.stem().string()), i, name.extension().string());
  }
  return path;
}

/// What `new --from` made of a folder.
struct Gathered {
  std::size_t tests = 0;
  std::vector<std::string> submissions;  ///< "accepted/a.cpp"
};

/// Fills the new folder `to`, which has a problem.yaml with a time limit of ten seconds, with the
/// test cases and programs that lie about below `from`: one test case becomes a sample unless some
/// are called so, each program goes where its verdicts belong, and the time limit follows from the
/// accepted ones. `from` stays as it is. Error{usage}: it has no inputs with answers; those of
/// judging.
Result<Gathered> gather(const Session& session, const JudgeOptions& options, const fs::path& from,
                        const fs::path& to) {
  Gathered made;
  ARBITER_SET(made.tests, copy_tests(from, to));
  JudgeCall call;
  call.options = options;
  ARBITER_CHECK(set_up(session, options, call));
  const std::vector<fs::path> programs = programs_below(from, call.surroundings.languages);
  if (programs.empty()) {
    session.warn(fmt::format("{} has no program in a known language", from.string()),
                 "put programs into submissions/accepted and its neighbours by hand");
    return made;
  }
  call.options.words = {to.string()};
  for (const fs::path& program : programs)
    call.options.words.push_back(program.string());
  ARBITER_CHECK(prepare(session, call));
  ARBITER_CHECK(open(session, call));
  Recorder recorder(session, nullptr, call.plan.tests.size() * call.plan.submissions.size());
  ARBITER_TRY(judged, execute(call, recorder, open_cache(session, call).get()));
  recorder.rest();
  if (call.is_interrupted()) return interrupted_error();
  const Nanoseconds limit = limit_for(judged);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const std::string label = label_of(judged[i], limit);
    const fs::path program = call.loaded.submissions[i].given;
    if (label.empty()) {
      session.warn(fmt::format("{} is left out: it does not compile, or could not be judged",
                               program.string()),
                   fmt::format("'arbiter judge {} {}' tells why", to.string(), program.string()));
      continue;
    }
    const fs::path path = free_name(to / "submissions" / label, program.filename());
    ARBITER_CHECK(copy_text(program, path));
    made.submissions.push_back(path.lexically_relative(to / "submissions").string());
  }
  ARBITER_CHECK(write_time_limit(to / "problem.yaml", limit));
  return made;
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

  Result<int> run(const Session& session) override {
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
    return end_with(fmt::format("made {}\n{}next: arbiter verify {}\n", printable(to.string()),
                                found, shell_quoted(to.string())));
  }

 private:
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
    const std::vector<std::string> known = {"pass-fail", "scoring", "interactive", "multi-pass",
                                            "submit-answer"};
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

const VerbRow k_new_verb = {"new", "NAME ", "Make a new problem to begin with", make_verb<NewVerb>};

}  // namespace arbiter::cli
