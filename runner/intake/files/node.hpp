#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::intake {

/// A file or folder of what was handed in, wherever it lies: archives are folders too.
struct Node {
  std::string name;            ///< as its maker called it; of an archive without its ending
  std::string origin;          ///< where people find it, beginning with the source as given
  std::filesystem::path path;  ///< the content of a file, links resolved: opened without any
  std::optional<std::int64_t> modified;
  bool is_by_clock = false;  ///< that is what a clock showed in a zone that nobody says
  bool is_folder = false;
  bool is_archive = false;     ///< a folder that is an archive
  std::filesystem::path git;   ///< of a folder: its .git, if it is a clone
  std::vector<Node> children;  ///< sorted by name
};

/// A folder of that name that nobody made.
inline Node made_folder(std::string name, std::string origin) {
  Node node;
  node.name = std::move(name);
  node.origin = std::move(origin);
  node.is_folder = true;
  return node;
}

/// Adds a file to a folder under another name.
inline void add_as(Node& folder, Node file, std::string name) {
  file.name = std::move(name);
  folder.children.push_back(std::move(file));
}

/// Whether at least half of what lies in the folder, and something, is so.
bool holds_mostly(const Node& folder, const std::function<bool(const Node&)>& is_so);

/// The name without its last ending: "lab1" of "lab1.cpp", "Makefile" of itself.
std::string stem_of(const Node& node);

/// ".cpp" of "a.cpp", empty for a folder.
std::string ending_of(const Node& node);

/// What lies below a folder at a path: names are those of nodes, or what archives are called where
/// they lie. An empty path is the folder itself. Null: there is nothing. `parent` becomes the
/// folder that it lies in.
Node* find_below(Node& folder, std::string_view path, Node** parent = nullptr);

/// Whether systems and tools make files or folders of that name by themselves.
bool is_noise(std::string_view name, bool is_folder);

/// The folder that `node` is when folders and archives that hold nothing but one folder are
/// looked through.
const Node& unwrapped(const Node& node);

}  // namespace arbiter::intake
