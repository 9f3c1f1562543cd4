#include "judge/generate/made_keys.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/file.hpp"
#include "judge/generate/input_maker.hpp"
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

void add_problem(store::Sha256& hash, const model::Problem& problem) {
  hash.add_field(fmt::format("{}", problem.limits.output.count));
  hash.add_words(problem.input_files);
  hash.add_words(problem.output_files);
}

}  // namespace

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
  return hash.hex();
}

Result<std::string> whole_key(const PlannedTest& planned, const WholeTest& whole) {
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(whole.input);
  hash.add_field(whole.validators);
  hash.add_field(
      fmt::format("{} {}", static_cast<int>(planned.input), static_cast<int>(planned.answer)));
  hash.add_field(whole.solution);
  hash.add_field(planned.recipe->root());
  ARBITER_CHECK(add_test(hash, whole.test));
  add_problem(hash, whole.problem);
  for (const auto& [extension, target] : planned.recipe->links)
    hash.add_field(fmt::format("{} {}", extension, target));
  for (const auto& [extension, patterns] : planned.recipe->patterns) {
    for (const std::string& pattern : patterns)
      hash.add_field(fmt::format("{} {}", extension, pattern));
  }
  return hash.hex();
}

}  // namespace arbiter::judge
