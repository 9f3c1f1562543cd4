#include "judge/generate/valid_inputs.hpp"

#include <utility>

#include "base/file.hpp"
#include "judge/generate/known_tests.hpp"
#include "judge/run/by_hand.hpp"
#include "store/entry_store.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

constexpr const char* k_format = "valid input 1";

Result<std::string> key_of(const model::TestCase& test, const std::string& validators) {
  ARBITER_TRY(input, MappedFile::open(test.input));
  store::Sha256 hash;
  hash.add_field(k_format);
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
    ARBITER_TRY(key, key_of(test, validators));
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
