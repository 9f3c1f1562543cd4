#include "intake/files/node.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

constexpr std::array<std::string_view, 23> k_noise_folders = {
    "__MACOSX",      ".git",        ".svn",
    ".hg",           ".idea",       ".vscode",
    ".vs",           ".settings",   "__pycache__",
    "CMakeFiles",    ".gradle",     "node_modules",
    ".pytest_cache", ".mypy_cache", ".venv",
    "venv",          ".metadata",   ".ipynb_checkpoints",
    ".Trashes",      ".fseventsd",  ".Spotlight-V100",
    "$RECYCLE.BIN",  ".github"};

constexpr std::array<std::string_view, 10> k_noise_files = {
    ".DS_Store",  "Thumbs.db",      "thumbs.db",  "desktop.ini", "Desktop.ini",
    ".gitignore", ".gitattributes", ".classpath", ".project",    "CMakeCache.txt"};

constexpr std::array<std::string_view, 9> k_noise_endings = {
    ".class", ".o", ".obj", ".pyc", ".pyo", ".swp", ".iml", "~", ".lnk"};

}  // namespace

std::string stem_of(const Node& node) {
  return node.is_folder ? node.name : std::filesystem::path(node.name).stem().string();
}

std::string ending_of(const Node& node) {
  return node.is_folder ? std::string() : std::filesystem::path(node.name).extension().string();
}

Node* find_below(Node& folder, std::string_view path, Node** parent) {
  Node* node = &folder;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    const auto is_it = [&](const Node& child) {
      return child.name == part || child.origin.substr(child.origin.rfind('/') + 1) == part;
    };
    const auto found = std::ranges::find_if(node->children, is_it);
    if (found == node->children.end()) return nullptr;
    if (parent != nullptr) *parent = node;
    node = &*found;
  }
  return node;
}

bool is_noise(std::string_view name, bool is_folder) {
  if (is_folder) {
    return name.starts_with("cmake-build-") ||
           std::ranges::find(k_noise_folders, name) != k_noise_folders.end();
  }
  // macOS keeps what its file system knows besides in files of such names.
  if (name.starts_with("._")) return true;
  return std::ranges::find(k_noise_files, name) != k_noise_files.end() ||
         std::ranges::any_of(k_noise_endings,
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

bool holds_mostly(const Node& folder, const std::function<bool(const Node&)>& is_so) {
  const auto count = std::ranges::count_if(folder.children, is_so);
  return count > 0 && 2 * static_cast<std::size_t>(count) >= folder.children.size();
}

const Node& unwrapped(const Node& node) {
  const Node* inner = &node;
  while (inner->children.size() == 1 && inner->children[0].is_folder && inner->git.empty())
    inner = &inner->children[0];
  return *inner;
}

}  // namespace arbiter::intake
