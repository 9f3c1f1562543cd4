#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/problem.hpp"
#include "package/export/export.hpp"

namespace arbiter::package {

/// By whom a program of the package is called; the numbers are those of adapter.cpp.
enum class Caller : int {
  kattis_points = 1,
  testlib_checker = 2,
  testlib_interactor = 3,
  testlib_log = 4,
  testlib_validator = 5,
  cms_checker = 6,
  cms_manager = 7,
};

/// What a folder of submissions is called elsewhere.
struct LabelWords {
  std::string_view label;
  std::string_view expected_results;  ///< DOMjudge's tag; empty: the folder says it
  std::string_view polygon_tag;
};

/// Tests that are scored together: a group of secret tests, or all of them.
struct ScoredTests {
  std::string name;  ///< below data/secret/; empty: all of them
  model::GroupScoring scoring;
  std::vector<std::size_t> tests;

  /// The points of one accepted test of those that are added up.
  [[nodiscard]] double each() const {
    return scoring.max_score.value_or(0) / static_cast<double>(tests.size());
  }
};

/// A submission as one file.
struct OneSource {
  std::string name;  ///< unlike those of others
  std::string text;
};

/// The package that is being written.
class Target {
 public:
  Target(const ExportFormat& format, const ExportSource& source, std::filesystem::path to)
      : format_(format), source_(source), to_(std::move(to)) {}

  [[nodiscard]] const ExportFormat& format() const { return format_; }
  [[nodiscard]] const model::Problem& problem() const { return source_.problem; }
  [[nodiscard]] const ExportSource& source() const { return source_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return to_; }

  Result<void> write(const std::string& name, std::string_view bytes) const;
  /// Copies a file or a folder of the package, with its constants replaced; one that is not there
  /// is no error.
  Result<void> copy(const std::filesystem::path& from, const std::string& name) const;
  /// Writes an arbiter.yaml, which Arbiter alone reads, with the names that programs may open.
  [[nodiscard]] Result<void> write_file_names() const;

  /// Notes that something cannot be said.
  void lose(std::string sentence) { losses_.push_back(std::move(sentence)); }
  /// The same of the tests that a group requires.
  void lose_requirements(const ScoredTests& group);
  /// The same of files and folders of the package that are not among `taken`, nor of those that
  /// every format takes.
  void lose_other_files(std::vector<std::string_view> taken);
  std::vector<std::string> take_losses() { return std::move(losses_); }
  /// The error that the format cannot say something that judging needs.
  [[nodiscard]] Error refuse(std::string_view why) const;

  /// A C++ program of the package, or one that accepts everything, as one source that `caller` can
  /// call.
  [[nodiscard]] Result<std::string> adapted(const model::ProgramSource& program, Caller caller,
                                            const std::vector<std::string>& arguments = {}) const;
  /// The arguments that the output validator gets with every test. Error: they differ.
  [[nodiscard]] Result<std::vector<std::string>> common_arguments() const;
  /// A submission as one file, for formats that have no others. None: it is several that cannot
  /// be one, which is noted.
  Result<std::optional<OneSource>> one_source(const model::LabelledSubmission& submission);

  /// The name that contestants see: the English one, else the first.
  [[nodiscard]] std::string title() const;

 private:
  const ExportFormat& format_;
  const ExportSource& source_;
  std::filesystem::path to_;
  std::vector<std::string> losses_;
  std::vector<std::string> source_names_;
};

/// Those of the output validator for a test.
const std::vector<std::string>& validator_arguments(const model::Problem& problem,
                                                    const model::TestCase& test);

/// What a label is called elsewhere; a folder that means nothing there is `mixed`.
const LabelWords& label_words(std::string_view label);

/// The groups of a scoring problem of format 2025-09; of others all secret tests, with 100 points.
std::vector<ScoredTests> scored_tests(const model::Problem& problem);

/// A text as YAML and C++ quote it.
std::string in_quotes(std::string_view text);

/// The C or C++ sources of a program as one source, one after the other, with its own headers and
/// those of the kits in them. Empty: it has no such source. Error: a file cannot be read.
Result<std::string> one_file(const model::ProgramSource& program,
                             const std::vector<std::filesystem::path>& kits);

Result<void> write_legacy(Target& target);
Result<void> write_polygon(Target& target);
Result<void> write_cms(Target& target);

}  // namespace arbiter::package
