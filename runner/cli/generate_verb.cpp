#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "judge/generate/known_tests.hpp"
#include "judge/generate/written_tests.hpp"
#include "package/archive/archive.hpp"
#include "package/package.hpp"
#include "report/json/documents.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

constexpr std::size_t k_most_named = 5;

struct GenerateCall : ProgramCall {
  Located located;
  package::Loaded loaded;
};

/// Groups of judged tests whose inputs are the same though nothing says that they should be.
std::vector<std::vector<std::string>> equal_inputs(
    const Provided& provided, const std::map<std::string, model::TestCase>& unlisted) {
  std::map<std::string, std::vector<std::string>> by_hash;
  const auto add = [&](const std::string& name, const std::filesystem::path& path) {
    if (!name.starts_with("sample/") && !name.starts_with("secret/")) return;
    const auto file = MappedFile::open(path);
    if (file) by_hash[store::sha256(file->bytes())].push_back(name);
  };
  for (const judge::MadeTest& test : provided.made.tests) {
    const auto input = test.files.find(".in");
    if (input == test.files.end() || test.planned->recipe->may_repeat) continue;
    add(test.planned->recipe->name, input->second);
  }
  for (const auto& [name, test] : unlisted)
    add(name, test.input);
  std::vector<std::vector<std::string>> groups;
  for (auto& row : by_hash) {
    if (row.second.size() > 1) groups.push_back(std::move(row.second));
  }
  std::ranges::sort(groups);
  return groups;
}

report::GenerateDocument::Test test_of(const judge::PlannedTest& planned,
                                       const model::Problem& problem) {
  report::GenerateDocument::Test test;
  test.name = planned.recipe->name;
  test.how = judge::describe(planned);
  if (planned.recipe->uses_seed) test.seed = planned.seed;
  if (!planned.solution.empty()) {
    test.solution = planned.solution.lexically_relative(problem.root).string();
  }
  return test;
}

std::string summary(const report::GenerateDocument& document) {
  const auto known =
      std::ranges::count(document.tests, true, &report::GenerateDocument::Test::cached);
  std::string text =
      fmt::format("{}: {}", document.problem, counted(document.tests.size(), "test case"));
  if (known > 0) text += fmt::format(", {} made earlier", known);
  text += fmt::format("\ndata/: {} written, {} unchanged", counted(document.written.size(), "file"),
                      document.unchanged);
  if (!document.removed.empty()) text += fmt::format(", {} removed", document.removed.size());
  text += "\n";
  if (document.unsandboxed) text += "sandbox: none, programs ran without isolation\n";
  return text;
}

class GenerateVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "Arbiter writes the test cases into PROBLEM/data. It replaces and removes only files that "
        "it\n"
        "wrote itself; if another file is in the way, it writes nothing. It runs each generator\n"
        "twice, and both runs must make the same. The input validators must accept each input, "
        "and\n"
        "the solution answers it. What was made once is not made again.");
    SharedFlags shared(app, options_);
    shared.words();
    app.add_flag("--clean", clean_, "Remove only what generate wrote");
    shared.jobs("Test cases at the same time (default: one per core)");
    shared.links_within("The problem's links may lead into DIR");
    shared.dry_run("Only tell what would be made");
    shared.sandbox();
    shared.format("human or json");
  }

  Result<int> run(const Session& session) override {
    GenerateCall call;
    auto status = generate(session, call);
    if (status) return *status;
    if (call.is_interrupted()) status.error().kind = ErrorKind::interrupted;
    return session.fail(status.error());
  }

 private:
  Result<void> prepare(const Session& session, GenerateCall& call) const {
    ARBITER_CHECK(check_human_or_json(options_.format));
    ARBITER_CHECK(set_up(session, options_, call));
    ARBITER_SET(call.located,
                locate(session, options_.words, call.surroundings.paths.share / "problems"));
    if (package::is_archive(call.located.problem)) {
      return usage_error("generate writes into a problem's folder, and this is an archive",
                         "unpack it first; judge makes an archive's missing test cases by itself");
    }
    return check_only_problem(call.located, "generate");
  }

  Result<void> load(const Session& session, GenerateCall& call) const {
    const std::string links_within = options_.links_within.value_or("");
    ARBITER_CHECK(judge::check_links_within(links_within, call.located.problem));
    call.loaded = package::load_problem_of_repository(call.located.problem, {}, links_within);
    session.show(call.loaded.diagnostics);
    session.show(call.loaded.generation_diagnostics);
    if (has_errors(call.loaded.diagnostics) || has_errors(call.loaded.generation_diagnostics)) {
      return package_error(
          fmt::format("the test cases of {} cannot be made", call.located.problem_as_given));
    }
    if (call.loaded.problem.generation.is_of_task) {
      return package_error(
          "generate writes the test cases of generators.yaml only, and this is a task of TPS or "
          "CMS",
          "judge, stress and verify make its test cases by themselves, in the cache");
    }
    if (!call.loaded.problem.generation.file.empty()) return {};
    return package_error(
        fmt::format("problem {} has no generators/generators.yaml", call.located.problem_as_given),
        "this file lists the test cases and how to make them");
  }

  Result<int> generate(const Session& session, GenerateCall& call) const {
    ARBITER_CHECK(prepare(session, call));
    report::GenerateDocument document;
    document.arbiter_version = version();
    document.problem = call.located.problem.filename().string();
    document.dry_run = options_.dry_run;
    if (clean_ && options_.dry_run) {
      return usage_error("--clean and --dry-run exclude each other", "leave one of them out");
    }
    if (clean_) return write(session, call, {}, document);
    ARBITER_CHECK(load(session, call));
    const model::Problem& problem = call.loaded.problem;
    document.problem = problem.id;
    const judge::GenerationPlan plan =
        judge::plan_generation(problem, [](const model::TestRecipe&) { return true; });
    const auto repeated = judge::find_repeated_recipes(plan);
    session.show(repeated);
    if (!repeated.empty()) {
      return package_error("some test cases are made in the same way as others");
    }
    for (const judge::PlannedTest& test : plan.tests)
      document.tests.push_back(test_of(test, problem));
    if (!options_.dry_run) return make(session, call, plan, document);
    return end_with(options_.format == "json" ? report::generate_document(document)
                                              : judge::describe(plan));
  }

  Result<int> make(const Session& session, GenerateCall& call, const judge::GenerationPlan& plan,
                   report::GenerateDocument& document) const {
    ARBITER_TRY(provided, provide(session, call, plan));
    if (const box::BoxFactory* boxes = call.boxes) {
      document.sandbox_mode = box::mode_name(boxes->mode());
      document.unsandboxed = boxes->mode() == box::Mode::unsandboxed;
    }
    for (std::size_t i = 0; i < provided.made.tests.size(); ++i) {
      document.tests[i].cached = provided.made.tests[i].is_known;
      for (const auto& file : provided.made.tests[i].files)
        document.tests[i].files.push_back(file.first.substr(1));
    }
    ARBITER_CHECK(look_at_data(session, call.loaded.problem, provided, document));
    return write(session, call, provided.files, document);
  }

  static Result<void> look_at_data(const Session& session, const model::Problem& problem,
                                   const Provided& provided, report::GenerateDocument& document) {
    auto unlisted = judge::tests_of(problem);
    for (const judge::MadeTest& test : provided.made.tests)
      unlisted.erase(test.planned->recipe->name);
    // Those are about to be removed.
    ARBITER_TRY(written, judge::WrittenTests::open(problem.root));
    std::erase_if(unlisted, [&](const auto& row) { return written.is_own(row.first + ".in"); });
    // A list without samples leaves them to whoever writes the statement.
    const bool lists_samples = std::ranges::any_of(provided.made.tests, [](const auto& test) {
      return model::is_sample(test.planned->recipe->name);
    });
    for (const auto& row : unlisted) {
      if (lists_samples || !model::is_sample(row.first)) document.unlisted.push_back(row.first);
    }
    document.equal_inputs = equal_inputs(provided, unlisted);
    for (const auto& names : document.equal_inputs) {
      session.warn(fmt::format("these test cases have the same input: {}", listed(names)));
    }
    if (document.unlisted.empty()) return {};
    session.warn(
        fmt::format(
            "{} not listed in generators.yaml: {}",
            document.unlisted.size() == 1 ? "a test case in data/ is" : "test cases in data/ are",
            listed(document.unlisted)),
        "'copy' in generators.yaml lists test cases that you wrote by hand; remove others");
    return {};
  }

  Result<int> write(const Session& session, const GenerateCall& call,
                    const std::map<std::string, std::filesystem::path>& wanted,
                    report::GenerateDocument& document) const {
    ARBITER_TRY(data, judge::WrittenTests::open(call.located.problem));
    auto conflicts = data.find_conflicts(wanted);
    if (!conflicts.empty()) {
      const std::size_t count = conflicts.size();
      conflicts.resize(std::min(count, k_most_named));
      session.show(conflicts);
      return package_error(
          count == 1
              ? "a file in data/ is in the way, so nothing was written"
              : fmt::format("{} files in data/ are in the way, so nothing was written", count));
    }
    ARBITER_TRY(changes, data.write(wanted));
    document.written = changes.written;
    document.removed = changes.removed;
    document.kept = changes.kept;
    document.unchanged = changes.unchanged;
    if (!changes.kept.empty()) {
      session.warn(fmt::format("changed by hand after it was generated, so it was kept: {}",
                               listed(changes.kept)));
    }
    const std::string human =
        clean_ ? fmt::format("{} removed\n", counted(document.removed.size(), "file"))
               : cli::summary(document);
    return end_with(options_.format == "json" ? report::generate_document(document) : human);
  }

  JudgeOptions options_;
  bool clean_ = false;
};

}  // namespace

const VerbRow k_generate_verb = {"generate", "[PROBLEM] ",
                                 "Make the test cases that generators.yaml asks for",
                                 make_verb<GenerateVerb>};

}  // namespace arbiter::cli
