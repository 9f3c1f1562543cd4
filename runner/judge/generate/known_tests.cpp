#include "judge/generate/known_tests.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/run/by_hand.hpp"
#include "package/package.hpp"
#include "store/entry_store.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

constexpr std::string_view k_format = "made-test-1";

// What is said of a test besides its input.
Result<void> add_test(store::Sha256& hash, const model::TestCase& test) {
  for (const auto* all : {&test.input_validator_args, &test.answer_validator_args}) {
    hash.add_field(std::to_string(all->size()));
    for (const auto& [program, words] : *all) {
      hash.add_field("validator " + program);
      hash.add_words(words);
    }
  }
  hash.add_field("arguments");
  hash.add_words(test.args);
  for (const model::NamedFile& file : test.files) {
    ARBITER_TRY(bytes, MappedFile::open(file.path));
    hash.add_field("file " + file.name);
    hash.add_field(bytes.bytes());
  }
  return {};
}

constexpr const char* k_format_of_valid = "valid input 1";

Result<std::string> valid_key(const model::TestCase& test, const std::string& validators) {
  ARBITER_TRY(input, MappedFile::open(test.input));
  store::Sha256 hash;
  hash.add_field(k_format_of_valid);
  hash.add_field(validators);
  for (const auto& [validator, arguments] : test.input_validator_args) {
    hash.add_field(validator);
    hash.add_words(arguments);
  }
  hash.add_words(test.args);
  hash.add_field(input.bytes());
  return hash.hex();
}

}  // namespace

std::map<std::string, model::TestCase> tests_of(model::Problem problem) {
  std::map<std::string, model::TestCase> all;
  for (auto* tests : {&problem.tests, &problem.invalid_inputs, &problem.invalid_answers}) {
    for (model::TestCase& test : *tests)
      all[test.name] = std::move(test);
  }
  for (auto* cases : {&problem.valid_outputs, &problem.invalid_outputs}) {
    for (model::OutputCase& one : *cases)
      all[one.test.name] = std::move(one.test);
  }
  return all;
}

/// Its files and the package's for it, constants, its language's commands, and the kits for those
/// that can include them.
Result<std::string> KnownPrograms::hash_of(const Submission& program,
                                           const std::vector<ProgramFile>& includes) const {
  store::Sha256 hash;
  hash.add_field(program.main);
  for (const auto* files : {&program.files, &includes}) {
    hash.add_field(std::to_string(files->size()));
    for (const ProgramFile& file : *files) {
      ARBITER_TRY(bytes, MappedFile::open(file.path, file.links));
      hash.add_field(file.name);
      hash.add_field(bytes.bytes());
    }
  }
  for (const auto& [name, value] : problem_.constants) {
    hash.add_field(name);
    hash.add_field(value);
  }
  const model::Language& language = *program.language;
  hash.add_field(language.id);
  hash.add_words(language.compile);
  hash.add_words(language.run);
  hash.add_field(uses_kits(language) ? kits_hash_ : std::string());
  return hash.hex();
}

Result<const KnownProgram*> KnownPrograms::once(const std::string& what, bool is_solution,
                                                const std::function<Result<Submission>()>& load) {
  const auto [found, is_new] = known_.try_emplace(what);
  KnownProgram& known = found->second;
  const KnownProgram* const given = &known;
  if (!is_new) return given;
  auto loaded = load();
  if (!loaded) {
    known.fault = loaded.error().text();
    if (!loaded.error().help.empty()) known.fault += "; " + loaded.error().help;
    return given;
  }
  const auto includes =
      is_solution ? included_files(problem_, *loaded->language) : std::vector<ProgramFile>();
  ARBITER_SET(known.hash, hash_of(*loaded, includes));
  known.program = std::move(loaded).value();
  return given;
}

Result<const KnownProgram*> KnownPrograms::generator(const std::string& name) {
  return once("generator " + name, false,
              [&] { return load_generator(name, problem_, languages_); });
}

Result<const KnownProgram*> KnownPrograms::solution(const std::filesystem::path& path) {
  return once("solution " + path.string(), true, [&] {
    return load_submission(path, languages_, {}, {problem_.root, problem_.links_within});
  });
}

Result<std::string> KnownPrograms::hash_validators() const {
  std::string all;
  for (const auto* sources : {&problem_.input_validators, &problem_.answer_validators}) {
    if (sources == &problem_.answer_validators) all += "answers";
    for (const model::ProgramSource& source : *sources) {
      if (source.protocol == model::CallProtocol::checktestdata) {
        ARBITER_TRY(grammar, MappedFile::open(source.files.front()));
        all += store::sha256(model::with_constants(grammar.bytes(), problem_.constants));
        continue;
      }
      ARBITER_TRY(program, load_with_testlib(source, problem_, languages_));
      ARBITER_TRY(hash, hash_of(program, {}));
      all += hash;
    }
  }
  return all;
}

Result<std::string> input_key(const PlannedTest& test, const std::string& generator) {
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(generator);
  hash.add_words(arguments_of(test, 0));
  hash.add_field(fmt::format("retries {}", test.recipe->retries));
  for (const auto& [extension, path] : test.recipe->copies) {
    ARBITER_TRY(file, MappedFile::open(path));
    hash.add_field("copy " + extension);
    hash.add_field(file.bytes());
  }
  for (const auto& [extension, text] : test.recipe->literals) {
    hash.add_field("text " + extension);
    hash.add_field(text);
  }
  if (!test.recipe->before.empty()) hash.add_field("before " + test.recipe->before);
  if (!test.recipe->after.empty()) hash.add_field("after " + test.recipe->after);
  return hash.hex();
}

Result<std::string> whole_key(const PlannedTest& planned, const model::Problem& problem,
                              const model::TestCase& test, const std::string& input,
                              const std::string& validators, const std::string& solution) {
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(input);
  hash.add_field(validators);
  hash.add_field(
      fmt::format("{} {}", static_cast<int>(planned.input), static_cast<int>(planned.answer)));
  hash.add_field(solution);
  hash.add_field(planned.recipe->root());
  ARBITER_CHECK(add_test(hash, test));
  hash.add_field(std::to_string(problem.limits.output.count));
  hash.add_words(problem.input_files);
  hash.add_words(problem.output_files);
  for (const auto& [extension, target] : planned.recipe->links)
    hash.add_field(fmt::format("{} {}", extension, target));
  for (const auto& [extension, patterns] : planned.recipe->patterns) {
    for (const std::string& pattern : patterns)
      hash.add_field(fmt::format("{} {}", extension, pattern));
  }
  return hash.hex();
}

MadeView view_made(const model::Problem& problem, const model::DataFiles& files) {
  package::Loaded loaded = package::load_made_problem(problem, files);
  MadeView seen;
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    std::error_code ignored;
    // Faults of files that are there were reported when the package was read.
    const bool is_made = diagnostic.place &&
                         std::filesystem::symlink_status(diagnostic.place->path, ignored).type() ==
                             std::filesystem::file_type::not_found;
    if (is_made) seen.diagnostics.push_back(std::move(diagnostic));
  }
  seen.tests = tests_of(std::move(loaded.problem));
  return seen;
}

Result<std::vector<InvalidInput>> find_invalid_inputs(const PackagePrograms& programs,
                                                      const std::string& kits_hash,
                                                      const std::filesystem::path& cache,
                                                      const std::vector<std::size_t>& tests,
                                                      const SideBySide& how) {
  const model::Problem& problem = programs.problem;
  ARBITER_TRY(validators, KnownPrograms(problem, programs.languages, kits_hash).hash_validators());
  const store::EntryStore known(cache / "valid");
  std::vector<std::vector<InvalidInput>> found(tests.size());
  const auto look = [&](std::size_t i) -> Result<void> {
    const model::TestCase& test = problem.tests[tests[i]];
    if (test.is_static) return {};
    ARBITER_TRY(key, valid_key(test, validators));
    if (known.find(key)) return {};
    ARBITER_TRY(validations, validate_input(programs, test));
    for (Validation& one : validations) {
      if (!one.valid)
        found[i].push_back({test.name, std::move(one.validator), std::move(one.message)});
    }
    // A cache that cannot be written only means that the validators are asked again.
    if (found[i].empty()) static_cast<void>(known.store(key, {{"valid", ""}}));
    return {};
  };
  ARBITER_CHECK(side_by_side(
      tests.size(), how,
      [&](std::size_t i) { return "validating " + problem.tests[tests[i]].name; }, look));
  std::vector<InvalidInput> all;
  for (std::vector<InvalidInput>& some : found)
    std::move(some.begin(), some.end(), std::back_inserter(all));
  return all;
}

}  // namespace arbiter::judge
