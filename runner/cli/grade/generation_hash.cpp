#include <filesystem>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "judge/run/test_keys.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// Adds the bytes of files to a hash.
Result<void> add_files_to(store::Sha256& hash, const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    hash.add_field(file.filename().string());
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) continue;
    ARBITER_TRY(bytes, read_file(file, mib(256)));
    hash.add_field(bytes);
  }
  return {};
}

}  // namespace

Result<std::string> hash_of_generation(const model::Problem& problem) {
  store::Sha256 hash;
  ARBITER_TRY(judged, judge::hash_problem(problem));
  hash.add_field(judged);
  ARBITER_CHECK(add_files_to(hash, {problem.generation.file}));
  for (const auto& [word, program] : problem.generation.programs)
    ARBITER_CHECK(add_files_to(hash, program.files));
  for (const model::ProgramSource& validator : problem.input_validators)
    ARBITER_CHECK(add_files_to(hash, validator.files));
  if (problem.replay) ARBITER_CHECK(add_files_to(hash, problem.replay->program.files));
  if (problem.reference) ARBITER_CHECK(add_files_to(hash, {*problem.reference}));
  return hash.hex();
}

}  // namespace arbiter::cli
