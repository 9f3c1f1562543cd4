#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "base/units.hpp"
#include "intake/files/node.hpp"
#include "model/gradebook.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::intake {

/// Reads folders and archives, and archives in them, into trees. What cannot be read is listed and
/// passed over; links and names never lead out of a source.
class Shelf {
 public:
  /// `folder` exists, is empty and outlives the trees: archives are unpacked there.
  explicit Shelf(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The tree of a folder, an archive or a file, which is then alone in a folder. Error{usage}:
  /// there is none. Error{judge}: the disk is full and the like.
  Result<Node> read(const std::filesystem::path& source);

  /// What could not be read.
  [[nodiscard]] std::vector<model::Unattributed>& lost() { return lost_; }

 private:
  Result<void> read_folder(const std::filesystem::path& folder, Node& into, int level);
  Result<void> read_entry(const std::filesystem::path& path, Node& into, int level);
  void read_link(const std::filesystem::path& path, Node node, Node& into);
  Result<package::ArchiveContent> unpack(const std::filesystem::path& archive,
                                         const package::UnpackLimits& limits);
  Result<void> open_archive(Node& node, int depth);
  Result<void> open_archives(Node& node, int depth);
  void insert(const package::ArchiveEntry& entry, Node& into);
  void list_refused(const std::vector<package::RefusedEntry>& refused, const std::string& origin);
  void lose(std::string path, std::string why, std::string help = {});

  std::filesystem::path folder_;
  std::filesystem::path root_;  ///< of the source that is being read, links resolved
  std::vector<model::Unattributed> lost_;
  std::size_t unpacked_ = 0;
  std::size_t entries_ = 0;
  Bytes left_ = mib(4096);
};

}  // namespace arbiter::intake
