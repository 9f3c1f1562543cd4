#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "hostile_suite/attack.hpp"
#include "judge/compile/compile.hpp"

namespace arbiter::hostile {

/// The folder in which an attack is judged, as a judge's machine would look: a test with its
/// answer, an answer of another test, another submission, a file of secrets. All of it may be
/// read by everybody, so that only the box can hide it.
class Stage {
 public:
  /// Also sets $TMPDIR to an empty folder of the stage, and plants secrets in the environment
  /// and in a descriptor that programs started from here inherit.
  static Result<Stage> make();

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  /// arbiter-box, where every user may start it.
  [[nodiscard]] std::filesystem::path box_program() const { return folder() / "arbiter-box"; }
  /// Replaces {secret}, {answer}, {submission} and {judge}: paths of what must not be seen, and
  /// the judge's process.
  [[nodiscard]] std::string expand(std::string text) const;
  /// What no program may ever print.
  [[nodiscard]] std::string secret() const { return secret_; }
  /// A test for each trial.
  [[nodiscard]] Result<std::vector<model::TestCase>> tests(const Attack& attack) const;
  /// The attack as a problem with these tests.
  [[nodiscard]] model::Problem problem(const Attack& attack,
                                       std::vector<model::TestCase> tests) const;
  /// A source with its placeholders replaced.
  [[nodiscard]] Result<std::filesystem::path> expanded_source(
      const std::filesystem::path& source) const;

 private:
  Stage(TempDir folder, std::string secret)
      : folder_(std::move(folder)), secret_(std::move(secret)) {}
  Result<void> furnish();

  TempDir folder_;
  std::string secret_;
  UniqueFd inherited_;
};

/// A compiler as the judge has it, which keeps its files in `cache`. What it compiled is there as
/// long as it is.
std::unique_ptr<judge::Compiler> make_compiler(box::BoxFactory& boxes,
                                               const std::filesystem::path& cache);

/// Compiles `source` as the judge does.
Result<judge::Compiled> compile(judge::Compiler& compiler, const std::filesystem::path& source,
                                const model::PackageLimits& limits);

/// Compiles in `mode`, once for all tests; the program's files are copied to `to`. An Executable
/// for each source; the first that does not compile ends it with an error. Error{nothing_matched}:
/// its toolchain is not installed.
Result<std::vector<judge::Executable>> prepare(box::Mode mode,
                                               const std::vector<std::filesystem::path>& sources,
                                               const model::PackageLimits& limits,
                                               const std::filesystem::path& to);

}  // namespace arbiter::hostile
