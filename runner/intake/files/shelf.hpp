#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "intake/files/node.hpp"
#include "model/gradebook.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::intake {

/// What is read: a file or folder, and of a folder what `only` names, or all.
struct Source {
  std::filesystem::path path;
  std::set<std::string> only;
};

/// Reads folders and archives, and archives in them, into trees. What cannot be read is listed and
/// passed over; links and names never lead out of a source.
class Shelf {
 public:
  /// `folder` exists, is empty and outlives the trees: archives are unpacked there.
  explicit Shelf(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The tree of a folder, an archive or a file, which is then alone in a folder. Error{usage}:
  /// there is none. Error{judge}: the disk is full and the like.
  Result<Node> read(const Source& source);

  /// What could not be read.
  [[nodiscard]] std::vector<model::Unattributed>& lost() { return lost_; }

 private:
  Result<void> read_folder(const std::filesystem::path& folder, Node& into, int level,
                           const std::set<std::string>& only = {});
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

/// When the commit that a clone has checked out was made, as whoever made it says: seconds since
/// 1970. `git` is the clone's folder .git. None: there is no such commit, or no git to ask.
///
/// A repository can have git start programs that its configuration names, and this one may be a
/// student's. So git never sees its configuration: it works in a repository of ours in `scratch`
/// that borrows the objects.
std::optional<std::int64_t> commit_time(const std::filesystem::path& git,
                                        const std::filesystem::path& scratch);

/// Whether an entry of an archive is one of those of a .git folder that tell when the last commit
/// was made: references and objects, never settings or programs.
bool is_git_entry(std::string_view name);

/// Takes such entries out of `entries` and puts them where Node::git of their clones says then:
/// folders below `into`, which is made if it has to be. `root` is the tree of the other entries.
void take_git_entries(std::vector<package::ArchiveEntry>& entries,
                      const std::filesystem::path& into, Node& root);

}  // namespace arbiter::intake
