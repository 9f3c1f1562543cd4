#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/verdict.hpp"
#include "package/faults.hpp"
#include "package/folder_walk.hpp"

namespace arbiter::package {

/// Finds the tag `@EXPECTED_RESULTS@: NAME, NAME…` in the sources of submissions (formats of the
/// field: DOMjudge). Reads at most 1 MiB of a file and 64 MiB in all.
class TagReader {
 public:
  /// Both outlive this object.
  TagReader(FolderWalk& walk, Faults& faults) : walk_(walk), faults_(faults) {}

  /// The verdicts that the tag of a program allows; none without a tag, and where a person has to
  /// look. In the folders whose name is a verdict the folder decides, and a tag is only compared.
  std::vector<model::Verdict> read(const FolderEntry& program, const std::string& folder);

 private:
  struct Found;
  void read_file(const std::filesystem::path& file, std::vector<Found>& found);

  FolderWalk& walk_;
  Faults& faults_;
  Bytes left_ = mib(64);
};

}  // namespace arbiter::package
