// How tests are made: a test is known by the hash of all that it is made of. Whatever the cache,
// and what came with the program, lack is made in three passes, each over all such tests with
// several threads: the first run of the generators; the second one, once the clock shows another
// second, whose files must be the same; then validators, patterns and answers. What the first two
// make and what the third adds have keys of their own, so that another validator or solution costs
// no run of a generator.

#include "judge/generate/make_tests.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <map>
#include <thread>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/generate/input_maker.hpp"
#include "judge/generate/known_tests.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

// Not a file of the test: what to warn of.
constexpr const char* k_notes = ".notes";

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
        store_(options.cache, options.shipped),
        states_(plan.tests.size()),
        programs_(*plan.problem, options.languages, options.kits_hash) {
    made_.tests.resize(plan.tests.size());
  }

  Result<MadeTests> run() {
    ARBITER_SET(validators_hash_, programs_.hash_validators());
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

  Result<void> prepare(std::size_t i) {
    const PlannedTest& test = planned(i);
    State& state = states_[i];
    made_.tests[i].planned = &test;
    if (!test.recipe->command.empty()) {
      ARBITER_SET(state.generator, programs_.generator(test.recipe->program));
      state.fault = state.generator->fault;
    }
    if (!test.solution.empty()) {
      ARBITER_SET(state.solution, programs_.solution(test.solution));
      if (state.fault.empty()) state.fault = state.solution->fault;
    }
    ARBITER_SET(state.input_key, input_key(test, hash_of(state.generator)));
    return {};
  }

  Result<void> open() {
    if (tools_) return {};
    ARBITER_TRY(opened, options_.open());
    tools_ = std::make_unique<PackageTools>(opened);
    return {};
  }

  Result<void> for_tests(const std::vector<std::size_t>& tests, std::string_view doing,
                         const std::function<Result<void>(std::size_t)>& work) {
    return side_by_side(
        tests.size(), options_.side_by_side,
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
      if (auto files = store_.find_or_copy(state.input_key)) {
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

  /// Compiles the generators of some tests, and what completes others, side by side: tests that
  /// follow each other want the same programs, so that all workers would wait for one compiler
  /// after the other. A program that does not compile is reported where a test needs it, in the
  /// order of the plan, whoever was compiled first.
  Result<void> compile_ahead(const std::vector<std::size_t>& generated,
                             const std::vector<std::size_t>& completed) {
    std::map<std::string, std::function<void()>> wanted;
    for (const std::size_t i : generated) {
      const std::string name = "generator " + planned(i).recipe->program;
      wanted[name] = [this, i, name] {
        (void)tools_->executable(*states_[i].generator->program, name);
      };
    }
    for (const std::size_t i : completed) {
      const KnownProgram* solution = states_[i].solution;
      if (solution == nullptr || !solution->program) continue;
      wanted["solution " + planned(i).solution.filename().string()] = [this, i, solution] {
        (void)solution_executable(*tools_, planned(i), *solution->program);
      };
    }
    const model::Problem& problem = *plan_.problem;
    for (const char* kind : {k_input_validator, k_answer_validator}) {
      const bool is_of_input = kind == k_input_validator;
      for (const auto& one : is_of_input ? problem.input_validators : problem.answer_validators) {
        const std::string name = fmt::format("{} {}", kind, one.name);
        wanted[name] = [this, &one, name] { (void)tools_->validator(one, name); };
      }
    }
    const std::vector<std::pair<std::string, std::function<void()>>> all(wanted.begin(),
                                                                         wanted.end());
    return side_by_side(
        all.size(), options_.side_by_side,
        [&](std::size_t i) { return "compiling " + all[i].first; },
        [&](std::size_t i) -> Result<void> {
          all[i].second();
          return {};
        });
  }

  /// What was made; where nothing was it is noted why.
  Result<Contents> contents_of(std::size_t i) {
    const KnownProgram* generator = states_[i].generator;
    ARBITER_TRY(made, make_contents(tools_.get(), planned(i),
                                    generator == nullptr ? nullptr : &*generator->program));
    states_[i].fault = std::move(made.fault);
    return std::move(made.contents);
  }

  static std::string first_key(const State& state) { return state.input_key + ".first"; }

  Result<void> make_input(std::size_t i) {
    State& state = states_[i];
    ARBITER_TRY(contents, contents_of(i));
    if (!state.fault.empty()) return {};
    state.first_run = std::time(nullptr);
    const std::string key = state.generator != nullptr ? first_key(state) : state.input_key;
    ARBITER_SET(state.input, keep_contents(store_, key, contents));
    return {};
  }

  Result<void> prove(std::size_t i) {
    State& state = states_[i];
    if (!state.fault.empty()) return {};
    // Many a generator takes its seed from the clock, in seconds.
    while (std::time(nullptr) == state.first_run)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ARBITER_TRY(again, contents_of(i));
    if (!state.fault.empty()) return {};
    const std::string difference = difference_of(state.input, again);
    if (!difference.empty()) {
      state.fault = fmt::format("generator {} makes something else each time: {}",
                                planned(i).recipe->program, difference);
      return {};
    }
    ARBITER_SET(state.input, store_.rename(first_key(state), state.input_key));
    return {};
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
    model::DataFiles files = made_.group_files;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].input.count(".in") == 0) continue;
      store::TestFiles own = states_[i].input;
      own.insert(empty.begin(), empty.end());
      for (const auto& [extension, path] : own)
        files[planned(i).recipe->name + extension] = path;
    }
    const MadeView view = view_made(*plan_.problem, files);
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
                  whole_key(planned(i), *plan_.problem, state.test, state.input_key,
                            validators_hash_, hash_of(state.solution)));
      if (auto files = store_.find_or_copy(state.whole_key)) {
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
    ARBITER_TRY(completed, complete_test(*tools_, planned(i), state.test, solution, state.input));
    state.fault = std::move(completed.fault);
    if (!state.fault.empty()) return {};
    std::string notes;
    for (const std::string& note : completed.notes)
      notes += note + "\n";
    ARBITER_SET(completed.contents[k_notes], sealed_memory_file("notes", notes));
    ARBITER_TRY(files, keep_contents(store_, state.whole_key, completed.contents));
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
    report_failures();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const model::TestRecipe& recipe = *planned(i).recipe;
      MadeTest& made = made_.tests[i];
      if (!made.is_made) continue;
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

  /// The same fault is told once, of the first test case that has it.
  void report_failures() {
    std::map<std::string_view, std::vector<std::size_t>> by_fault;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!made_.tests[i].is_made) by_fault[states_[i].fault].push_back(i);
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (made_.tests[i].is_made) continue;
      const std::vector<std::size_t>& alike = by_fault[states_[i].fault];
      if (alike.front() != i) continue;
      const model::TestRecipe& recipe = *planned(i).recipe;
      const std::string others =
          alike.size() == 1 ? "" : fmt::format(" and {} more", alike.size() - 1);
      Diagnostic failed = about(
          recipe, Severity::error, "G002",
          fmt::format("test '{}'{} cannot be made: {}", recipe.name, others, states_[i].fault));
      if (states_[i].generator != nullptr) {
        failed.notes.push_back("it is made by: " + describe(planned(i)));
      }
      failed.helps.emplace_back("correct the program that fails, or the recipe");
      made_.diagnostics.push_back(std::move(failed));
    }
  }

  const GenerationPlan& plan_;
  const MakeOptions& options_;
  store::TestStore store_;
  std::vector<State> states_;
  KnownPrograms programs_;
  MadeTests made_;
  std::string validators_hash_;
  std::unique_ptr<PackageTools> tools_;
  bool has_stored_ = false;
};

}  // namespace

Result<MadeTests> make_tests(const GenerationPlan& plan, const MakeOptions& options) {
  return Making(plan, options).run();
}

}  // namespace arbiter::judge
