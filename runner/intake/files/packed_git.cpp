#include "intake/files/packed_git.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <system_error>

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

/// A name in a clone, divided at its .git: "lab1-ada" and "refs/heads/main".
struct GitName {
  std::string_view clone;
  std::string_view file;
};

bool is_plain(std::string_view name, std::string_view letters) {
  return !name.empty() && name.find_first_not_of(letters) == std::string_view::npos;
}

bool is_hex(std::string_view name) {
  return is_plain(name, "0123456789abcdef");
}

bool is_reference(std::string_view name) {
  return is_plain(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+@#/") &&
         name.find("..") == std::string_view::npos && name.find("//") == std::string_view::npos &&
         !name.ends_with('/') && !name.ends_with(".lock");
}

bool is_object(std::string_view name) {
  constexpr std::string_view k_pack = "pack/pack-";
  if (name.starts_with(k_pack)) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view ending = name.substr(dot);
    return is_hex(name.substr(k_pack.size(), dot - k_pack.size())) &&
           (ending == ".pack" || ending == ".idx");
  }
  constexpr std::size_t k_folder = 2;
  return name.size() > k_folder && name[k_folder] == '/' && is_hex(name.substr(0, k_folder)) &&
         is_hex(name.substr(k_folder + 1));
}

bool tells_time(std::string_view file) {
  constexpr std::string_view k_references = "refs/";
  constexpr std::string_view k_objects = "objects/";
  if (file == "HEAD" || file == "packed-refs") return true;
  if (file.starts_with(k_references)) return is_reference(file);
  return file.starts_with(k_objects) && is_object(file.substr(k_objects.size()));
}

std::optional<GitName> parse(std::string_view name) {
  constexpr std::string_view k_git = ".git/";
  std::size_t at = name.find(k_git);
  while (at != std::string_view::npos && at > 0 && name[at - 1] != '/')
    at = name.find(k_git, at + 1);
  if (at == std::string_view::npos) return std::nullopt;
  const GitName parsed{name.substr(0, at), name.substr(at + k_git.size())};
  return tells_time(parsed.file) ? std::optional<GitName>(parsed) : std::nullopt;
}

Node* find_folder(Node& root, std::string_view path) {
  Node* node = &root;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    const auto found =
        std::find_if(node->children.begin(), node->children.end(),
                     [&](const Node& child) { return child.is_folder && child.name == part; });
    if (found == node->children.end()) return nullptr;
    node = &*found;
  }
  return node;
}

}  // namespace

bool is_git_entry(std::string_view name) {
  return parse(name).has_value();
}

void take_git_entries(std::vector<package::ArchiveEntry>& entries, const fs::path& into,
                      Node& root) {
  std::map<std::string, fs::path, std::less<>> clones;
  for (const package::ArchiveEntry& entry : entries) {
    const auto name = parse(entry.name);
    if (!name || entry.path.empty()) continue;
    const auto [clone, is_new] = clones.emplace(name->clone, fs::path());
    if (is_new) clone->second = into / std::to_string(clones.size());
    const fs::path file = clone->second / name->file;
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    // Without it the time is not known, which is no more than if there were no clone.
    fs::rename(entry.path, file, failed);
  }
  for (const auto& [name, folder] : clones) {
    if (Node* clone = find_folder(root, name)) clone->git = folder;
  }
}

}  // namespace arbiter::intake
