// How tests are made: a test is known by the hash of all that it is made of. Whatever the cache
// lacks is made in three passes, each over all such tests with several threads: the first run of
// the generators; the second one, once the clock shows another second, whose files must be the
// same; then validators, patterns and answers. What the first two make and what the third adds have
// keys of their own, so that another validator or solution costs no run of a generator.

#include "judge/generate/make_tests.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/testlib_header.hpp"
#include "judge/generate/input_maker.hpp"
#include "judge/generate/made_keys.hpp"
#include "judge/generate/made_view.hpp"
#include "judge/generate/test_check.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/side_by_side.hpp"
#include "store/hash.hpp"
#include "store/program_cache.hpp"

namespace arbiter::judge {
namespace {

// Not a file of the test: what to warn of.
constexpr const char* k_notes = ".notes";

/// A program that tests need, and what tells it from others.
struct KnownProgram {
  std::optional<Submission> program;
  std::string hash;
  std::string fault;  ///< why there is none
};

const std::string& hash_of(const KnownProgram* program) {
  static const std::string none;
  return program == nullptr ? none : program->hash;
}

struct State {
  std::string input_key;
  std::string whole_key;
  const KnownProgram* generator = nullptr;
  const KnownProgram* solution = nullptr;
  model::TestCase test;  ///< what the package says of it as a test, but for its files
  store::TestFiles input;
  std::time_t first_run = 0;
  std::string fault;
};

class Making {
 public:
  Making(const GenerationPlan& plan, const MakeOptions& options)
      : plan_(plan),
        options_(options),
        store_(options.cache),
        states_(plan.tests.size()),
        world_{plan.problem->constants, options.kits_hash} {
    made_.tests.resize(plan.tests.size());
  }

  Result<MadeTests> run() {
    ARBITER_CHECK(load_validators());
    for (std::size_t i = 0; i < states_.size(); ++i)
      ARBITER_CHECK(prepare(i));
    ARBITER_CHECK(keep_group_files());
    ARBITER_CHECK(make_inputs());
    ARBITER_CHECK(look_at_tests());
    ARBITER_CHECK(make_rest());
    report();
    if (has_stored_) store::prune_cache(options_.cache, store::cache_limit());
    return std::move(made_);
  }

 private:
  const PlannedTest& planned(std::size_t i) const { return plan_.tests[i]; }

  Result<KnownProgram> known(Result<Submission> loaded, bool is_solution) const {
    KnownProgram program;
    if (!loaded) {
      program.fault = loaded.error().text();
      if (!loaded.error().help.empty()) program.fault += "; " + loaded.error().help;
      return program;
    }
    const auto includes = is_solution ? included_files(*plan_.problem, *loaded->language)
                                      : std::vector<ProgramFile>();
    ARBITER_TRY(hash, hash_program(*loaded, includes, world_));
    program.program = std::move(loaded).value();
    program.hash = std::move(hash);
    return program;
  }

  Result<void> load_validators() {
    ARBITER_CHECK(load_validators(plan_.problem->input_validators));
    validators_hash_ += "answers";
    return load_validators(plan_.problem->answer_validators);
  }

  Result<void> load_validators(const std::vector<model::ProgramSource>& sources) {
    for (const model::ProgramSource& source : sources) {
      if (source.protocol == model::CallProtocol::checktestdata) {
        ARBITER_TRY(grammar, MappedFile::open(source.files.front()));
        validators_hash_ += store::sha256(model::with_constants(grammar.bytes(), world_.constants));
        continue;
      }
      ARBITER_TRY(program, load_with_testlib(source, *plan_.problem, options_.languages));
      ARBITER_TRY(hash, hash_program(program, {}, world_));
      validators_hash_ += hash;
    }
    return {};
  }

  /// The program of that name, which `load` gives the first time.
  Result<const KnownProgram*> once(std::map<std::string, KnownProgram>& all,
                                   const std::string& name, bool is_solution,
                                   const std::function<Result<Submission>()>& load) {
    auto found = all.find(name);
    if (found == all.end()) {
      ARBITER_TRY(loaded, known(load(), is_solution));
      found = all.emplace(name, std::move(loaded)).first;
    }
    return const_cast<const KnownProgram*>(&found->second);
  }

  Result<void> prepare(std::size_t i) {
    const PlannedTest& test = planned(i);
    State& state = states_[i];
    made_.tests[i].planned = &test;
    if (!test.recipe->command.empty()) {
      const std::string& name = test.recipe->program;
      ARBITER_SET(state.generator, once(generators_, name, false, [&] {
                    return load_generator(name, *plan_.problem, options_.languages);
                  }));
      state.fault = state.generator->fault;
    }
    if (!test.solution.empty()) {
      ARBITER_SET(state.solution, once(solutions_, test.solution.string(), true, [&] {
                    return load_submission(test.solution, options_.languages, {},
                                           {plan_.problem->root, plan_.problem->links_within});
                  }));
      if (state.fault.empty()) state.fault = state.solution->fault;
    }
    ARBITER_SET(state.input_key, input_key(test, hash_of(state.generator)));
    return {};
  }

  Result<void> open() {
    if (tools_) return {};
    ARBITER_TRY(programs, options_.open());
    tools_ = std::make_unique<PackageTools>(programs);
    return {};
  }

  Result<void> for_each(std::size_t count, const std::function<std::string(std::size_t)>& doing,
                        const std::function<Result<void>(std::size_t)>& work) {
    const SideBySide how{options_.jobs, options_.is_stopped, options_.progress,
                         "interrupted while making tests"};
    return side_by_side(count, how, doing, work);
  }

  Result<void> for_tests(const std::vector<std::size_t>& tests, std::string_view doing,
                         const std::function<Result<void>(std::size_t)>& work) {
    return for_each(
        tests.size(),
        [&](std::size_t i) { return fmt::format("{} {}", doing, planned(tests[i]).recipe->name); },
        [&](std::size_t i) { return work(tests[i]); });
  }

  Result<void> make_inputs() {
    std::vector<std::size_t> missing;
    std::vector<std::size_t> twice;
    std::map<std::string, std::size_t> first_of;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      State& state = states_[i];
      if (!state.fault.empty()) continue;
      if (auto files = store_.find(state.input_key)) {
        state.input = *std::move(files);
        continue;
      }
      made_.tests[i].is_known = false;
      if (!first_of.emplace(state.input_key, i).second) continue;
      missing.push_back(i);
      if (state.generator != nullptr) twice.push_back(i);
    }
    if (missing.empty()) return {};
    if (!twice.empty()) ARBITER_CHECK(open());
    has_stored_ = true;
    if (!twice.empty()) ARBITER_CHECK(compile_ahead(twice, missing));
    ARBITER_CHECK(for_tests(missing, "making", [this](std::size_t i) { return make_input(i); }));
    ARBITER_CHECK(for_tests(twice, "making again", [this](std::size_t i) { return prove(i); }));
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto found = first_of.find(states_[i].input_key);
      if (found == first_of.end() || found->second == i) continue;
      states_[i].input = states_[found->second].input;
      states_[i].fault = states_[found->second].fault;
    }
    return {};
  }

  /// A program that is wanted soon, and how it is compiled.
  struct Ahead {
    std::string what;
    std::function<void()> compile;
  };

  /// Compiles the generators of some tests, and what completes others, side by side: tests that
  /// follow each other want the same programs, so that all workers would wait for one compiler
  /// after the other. A program that does not compile is reported where a test needs it, in the
  /// order of the plan, whoever was compiled first.
  Result<void> compile_ahead(const std::vector<std::size_t>& generated,
                             const std::vector<std::size_t>& completed) {
    std::vector<Ahead> all;
    std::set<const KnownProgram*> seen;
    for (const std::size_t i : generated) {
      const KnownProgram* generator = states_[i].generator;
      if (!seen.insert(generator).second) continue;
      all.push_back({"generator " + planned(i).recipe->program, [this, i, generator] {
                       (void)generator_executable(*tools_, planned(i), *generator->program);
                     }});
    }
    for (const std::size_t i : completed) {
      const KnownProgram* solution = states_[i].solution;
      if (solution == nullptr || !solution->program || !seen.insert(solution).second) continue;
      all.push_back({"solution " + planned(i).solution.filename().string(), [this, i, solution] {
                       (void)solution_executable(*tools_, planned(i), *solution->program);
                     }});
    }
    add_validators(plan_.problem->input_validators, k_input_validator, all);
    add_validators(plan_.problem->answer_validators, k_answer_validator, all);
    return for_each(
        all.size(), [&](std::size_t i) { return "compiling " + all[i].what; },
        [&](std::size_t i) -> Result<void> {
          all[i].compile();
          return {};
        });
  }

  void add_validators(const std::vector<model::ProgramSource>& validators, const char* kind,
                      std::vector<Ahead>& to) {
    for (const model::ProgramSource& validator : validators) {
      to.push_back({fmt::format("{} {}", kind, validator.name), [this, &validator, kind] {
                      (void)validator_executable(*tools_, validator, kind);
                    }});
    }
  }

  Result<std::optional<Contents>> contents_of(std::size_t i) {
    State& state = states_[i];
    Contents contents;
    if (state.generator != nullptr) {
      ARBITER_TRY(outcome, run_generator(*tools_, planned(i), *state.generator->program));
      if (auto* failed = std::get_if<NotMade>(&outcome)) {
        state.fault = std::move(failed->why);
        return std::optional<Contents>();
      }
      contents = std::get<Contents>(std::move(outcome));
    }
    ARBITER_CHECK(add_given(*planned(i).recipe, contents));
    return std::optional<Contents>(std::move(contents));
  }

  static std::string first_key(const State& state) { return state.input_key + ".first"; }

  Result<void> make_input(std::size_t i) {
    State& state = states_[i];
    ARBITER_TRY(contents, contents_of(i));
    if (!contents) return {};
    state.first_run = std::time(nullptr);
    ARBITER_TRY(files,
                keep(state.generator != nullptr ? first_key(state) : state.input_key, *contents));
    state.input = std::move(files);
    return {};
  }

  Result<void> prove(std::size_t i) {
    State& state = states_[i];
    if (!state.fault.empty()) return {};
    // Many a generator takes its seed from the clock, in seconds.
    while (std::time(nullptr) == state.first_run)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ARBITER_TRY(again, contents_of(i));
    if (!again) return {};
    const std::string difference = difference_of(state.input, *again);
    if (!difference.empty()) {
      state.fault = fmt::format("generator {} makes something else each time: {}",
                                planned(i).recipe->program, difference);
      return {};
    }
    ARBITER_TRY(files, store_.rename(first_key(state), state.input_key));
    state.input = std::move(files);
    return {};
  }

  Result<store::TestFiles> keep(const std::string& key, const Contents& contents) {
    std::vector<MappedFile> mapped;
    std::map<std::string, std::string_view> views;
    for (const auto& [extension, descriptor] : contents) {
      ARBITER_TRY(file, MappedFile::of_descriptor(descriptor.get()));
      mapped.push_back(std::move(file));
      views[extension] = mapped.back().bytes();
    }
    return store_.store(key, views);
  }

  Result<void> keep_group_files() {
    for (const auto& [path, text] : plan_.problem->generation.group_files) {
      const std::string key = store::sha256("group file\n" + text);
      auto kept = store_.find(key);
      if (!kept) {
        ARBITER_SET(kept, store_.store(key, {{".yaml", text}}));
      }
      made_.group_files[path] = kept->at(".yaml");
    }
    return {};
  }

  /// What the tests' own files and those of their folders say of them, read as they will be when
  /// all are there; answers that are not there yet are empty.
  Result<void> look_at_tests() {
    const std::string empty_key = store::sha256("nothing");
    ARBITER_TRY(empty, store_.store(empty_key, {{".ans", ""}, {".out", ""}}));
    std::map<std::string, std::filesystem::path> files = made_.group_files;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].input.count(".in") == 0) continue;
      store::TestFiles own = states_[i].input;
      own.insert(empty.begin(), empty.end());
      for (const auto& [extension, path] : own)
        files[planned(i).recipe->name + extension] = path;
    }
    ARBITER_TRY(view, view_made(*plan_.problem, files, store_.folder()));
    made_.diagnostics.insert(made_.diagnostics.end(), view.diagnostics.begin(),
                             view.diagnostics.end());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto found = view.tests.find(planned(i).recipe->name);
      State& state = states_[i];
      if (found != view.tests.end()) {
        state.test = found->second;
      } else {
        state.test.input_validator_args = plan_.problem->input_validator_args;
        state.test.args = plan_.problem->args;
      }
    }
    return {};
  }

  Result<void> make_rest() {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      State& state = states_[i];
      if (!state.fault.empty()) continue;
      ARBITER_SET(state.whole_key,
                  whole_key(planned(i), {*plan_.problem, state.test, state.input_key,
                                         validators_hash_, hash_of(state.solution)}));
      if (auto files = store_.find(state.whole_key)) {
        take(i, *std::move(files));
      } else {
        made_.tests[i].is_known = false;
        missing.push_back(i);
      }
    }
    if (missing.empty()) return {};
    ARBITER_CHECK(open());
    has_stored_ = true;
    ARBITER_CHECK(compile_ahead({}, missing));
    return for_tests(missing, "checking", [this](std::size_t i) { return complete(i); });
  }

  Result<void> complete(std::size_t i) {
    State& state = states_[i];
    const Submission* solution = state.solution == nullptr ? nullptr : &*state.solution->program;
    ARBITER_TRY(outcome, complete_test(*tools_, planned(i), state.test, solution, state.input));
    if (auto* failed = std::get_if<NotMade>(&outcome)) {
      state.fault = std::move(failed->why);
      return {};
    }
    auto& completed = std::get<Completed>(outcome);
    std::string notes;
    for (const std::string& note : completed.notes)
      notes += note + "\n";
    ARBITER_SET(completed.contents[k_notes], sealed_memory_file("notes", notes));
    ARBITER_TRY(files, keep(state.whole_key, completed.contents));
    take(i, std::move(files));
    return {};
  }

  void take(std::size_t i, store::TestFiles files) {
    MadeTest& made = made_.tests[i];
    made.files = std::move(files);
    made.files.insert(states_[i].input.begin(), states_[i].input.end());
    made.is_made = true;
  }

  /// Warnings and errors, in the order of the plan.
  void report() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const model::TestRecipe& recipe = *planned(i).recipe;
      MadeTest& made = made_.tests[i];
      if (!made.is_made) {
        Diagnostic failed =
            about(recipe, Severity::error, "G002",
                  fmt::format("test '{}' cannot be made: {}", recipe.name, states_[i].fault));
        if (states_[i].generator != nullptr) {
          failed.notes.push_back("it is made by: " + describe(planned(i)));
        }
        made_.diagnostics.push_back(std::move(failed));
        continue;
      }
      const auto notes = made.files.find(k_notes);
      if (notes == made.files.end()) continue;
      const auto text = read_file(notes->second, mib(1));
      made.files.erase(notes);
      if (!text) continue;
      for (const std::string_view line : split_lines(*text)) {
        made_.diagnostics.push_back(about(recipe, Severity::warning, "G003",
                                          fmt::format("test '{}': {}", recipe.name, line)));
      }
    }
  }

  const GenerationPlan& plan_;
  const MakeOptions& options_;
  store::TestStore store_;
  std::vector<State> states_;
  ProgramWorld world_;
  MadeTests made_;
  std::map<std::string, KnownProgram> generators_;
  std::map<std::string, KnownProgram> solutions_;  ///< by path
  std::string validators_hash_;
  std::unique_ptr<PackageTools> tools_;
  bool has_stored_ = false;
};

}  // namespace

Result<MadeTests> make_tests(const GenerationPlan& plan, const MakeOptions& options) {
  return Making(plan, options).run();
}

}  // namespace arbiter::judge
