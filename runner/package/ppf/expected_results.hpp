#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "model/verdict.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// What the tags in a program's source expect.
struct ExpectedTags {
  /// That are allowed; none without a tag, and where a person has to look.
  std::vector<model::Verdict> verdicts;
  bool is_tagged = false;  ///< there is a tag of verdicts
  std::optional<double> score;
};

/// Finds the tags `@EXPECTED_RESULTS@: NAME, NAME…` and `@EXPECTED_SCORE@: NUMBER` in the sources
/// of submissions (formats of the field: DOMjudge, to which the second with names is the first).
/// Reads at most 1 MiB of a file and 64 MiB in all.
class TagReader {
 public:
  /// Both outlive this object.
  TagReader(FolderWalk& walk, Faults& faults) : walk_(walk), faults_(faults) {}

  /// The tags of a program. In the folders whose name is a verdict the folder decides, and the tag
  /// of results is only compared.
  ExpectedTags read(const FolderEntry& program, const std::string& folder);

 private:
  struct Found;
  void read_file(const std::filesystem::path& file, std::vector<Found>& found);
  void read_score(const std::string& text, const std::filesystem::path& file,
                  std::vector<Found>& found);
  Found read_results(const std::string& text, std::string_view tag,
                     const std::filesystem::path& file);
  std::vector<model::Verdict> compared(std::vector<Found>& found, const std::string& folder);

  FolderWalk& walk_;
  Faults& faults_;
  Bytes left_ = mib(64);
  std::optional<double> score_;  ///< of the program that is being read
};

}  // namespace arbiter::package
