#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "model/problem.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Whether a name can be that of a file or folder of a package (formats.md 1).
bool is_package_name(std::string_view name);
/// Whether names of packages may hold that character.
bool is_name_char(char c);

/// Without "." and "..", and without a slash at the end.
std::filesystem::path plain_path(const std::filesystem::path& path);

/// A regular file or a folder, links resolved; `path` goes through the link.
struct FolderEntry {
  std::string name;
  std::filesystem::path path;
  bool is_folder = false;
};

/// Looks into one folder without ever leaving it. Links that stay inside work, and whoever opens
/// them later does not leave it either (keep_links_within); what leaves, loops,
/// dangles, cannot be read, or is neither file nor folder is a fault and is passed over. At most
/// 200000 entries, 1000 links to folders and 32 levels; beyond that one fault, and every later
/// listing is empty.
class FolderWalk {
 public:
  /// `root` is absolute and a folder; `faults` outlives this object.
  FolderWalk(std::filesystem::path root, Faults& faults);

  /// From now on list() passes over entries of other names without a fault when they cannot be
  /// used, and a folder that cannot be listed is only a warning: for folders that are not ours.
  void set_wanted(std::function<bool(const std::string& name)> is_wanted) {
    is_wanted_ = std::move(is_wanted);
  }

  /// Links may lead into `folder` as well, if it is not empty.
  void allow(const std::filesystem::path& folder);

  /// From now on the file `path` below root is there too, in front of what the folder itself has of
  /// that name; it is read at `target`, which the walk does not check.
  void lay(const std::filesystem::path& path, std::filesystem::path target);
  /// From now on `folder` holds nothing but what was laid into it.
  void hide_rest(std::filesystem::path folder) { hidden_ = std::move(folder); }
  /// Where the file of that path is read.
  [[nodiscard]] const std::filesystem::path& real(const std::filesystem::path& path) const;

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// The entries of a folder below root, sorted by name as bytes; those whose name begins with a
  /// dot are left out.
  std::vector<FolderEntry> list(const std::filesystem::path& folder);
  /// The entry of that name in `folder`, if there is one.
  std::optional<FolderEntry> find(const std::filesystem::path& folder, const std::string& name);
  /// A folder below `parent`, if there is one; a file of that name is a fault.
  std::optional<std::filesystem::path> find_folder(const std::filesystem::path& parent,
                                                   const std::string& name) {
    return find_kind(parent, name, true);
  }
  /// A file in `parent`, if there is one; a folder of that name is a fault.
  std::optional<std::filesystem::path> find_file(const std::filesystem::path& parent,
                                                 const std::string& name) {
    return find_kind(parent, name, false);
  }
  /// All files below a folder, sorted; each of them readable.
  std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);
  /// Whether the file can be read; if not, that is a fault.
  bool check_readable(const std::filesystem::path& file);
  /// Whether there were too many entries to see them all.
  [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }

 private:
  std::optional<std::filesystem::path> find_kind(const std::filesystem::path& parent,
                                                 const std::string& name, bool is_folder);
  std::optional<FolderEntry> classify(const std::filesystem::directory_entry& found,
                                      Faults& faults);
  std::optional<std::filesystem::file_type> resolve(const std::filesystem::path& link,
                                                    Faults& faults);
  void report_unlisted(const std::filesystem::path& folder, const std::error_code& failed);
  bool is_loop(const std::filesystem::path& link, const std::filesystem::path& target) const;
  bool may_enter(const std::filesystem::path& folder);
  [[nodiscard]] bool is_hidden(const std::filesystem::path& folder) const;
  void list_own(const std::filesystem::path& folder, std::vector<FolderEntry>& all);

  std::function<bool(const std::string&)> is_wanted_;
  std::filesystem::path root_;
  std::filesystem::path real_root_;
  std::vector<std::filesystem::path> allowed_;
  std::map<std::filesystem::path, std::map<std::string, FolderEntry>> laid_;  ///< by folder
  std::map<std::filesystem::path, std::filesystem::path> targets_;
  std::filesystem::path hidden_;  ///< what is below was laid; empty: nothing is hidden
  Faults& faults_;
  std::size_t entries_ = 0;
  std::size_t folder_links_ = 0;
  bool is_exhausted_ = false;
};

/// Told by the extension: what programs include.
bool is_header(const std::filesystem::path& file);
/// Told by the extension: texts and data that may lie beside programs.
bool is_document(const std::filesystem::path& file);
/// A source file, or something that can be run as it is.
bool is_program_file(const std::filesystem::path& file);

void warn_no_program(Faults& faults, const std::filesystem::path& path);

/// A source file as a program, with the headers that lie beside it.
model::ProgramSource program_of_file(const std::filesystem::path& file,
                                     const std::vector<std::filesystem::path>& headers);
/// The headers in a folder of which `entries` is the list.
std::vector<std::filesystem::path> headers_among(const std::vector<FolderEntry>& entries);

}  // namespace arbiter::package
