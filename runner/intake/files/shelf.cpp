#include "intake/files/shelf.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr int k_most_levels = 32;
constexpr int k_most_archives_deep = 3;
constexpr std::size_t k_most_entries = 500'000;

/// What one archive may hold: of a source more, since it may be that of a whole cohort.
package::UnpackLimits limits_of(int depth, Bytes left) {
  package::UnpackLimits limits;
  limits.bytes = depth == 0 ? left : std::min(left, mib(1024));
  limits.of_file = mib(256);
  if (depth > 0) limits.entries = 50'000;
  return limits;
}

bool is_wanted_entry(std::string_view name) {
  const std::vector<std::string_view> parts = split(name, '/');
  return !is_noise(parts.back(), false) &&
         std::ranges::none_of(parts, [](std::string_view part) { return is_noise(part, true); });
}

void sort_by_name(Node& node) {
  std::ranges::sort(node.children, {}, &Node::name);
  for (Node& child : node.children)
    sort_by_name(child);
}

/// Orders entries so that those of a folder follow each other: a slash comes before all else.
void sort_by_folder(std::vector<package::ArchiveEntry>& entries) {
  const auto rank = [](char c) { return c == '/' ? 0 : 1 + static_cast<unsigned char>(c); };
  const auto before = [&](const std::string& a, const std::string& b) {
    return std::ranges::lexicographical_compare(a, b, {}, rank, rank);
  };
  std::ranges::stable_sort(entries, before, &package::ArchiveEntry::name);
}

std::string last_part(const fs::path& path) {
  std::error_code failed;
  const fs::path plain = path.lexically_normal();
  if (plain.has_filename() && plain.filename() != "." && plain.filename() != "..") {
    return plain.filename().string();
  }
  const fs::path real = fs::canonical(path, failed);
  return real.filename().string();
}

}  // namespace

void Shelf::lose(std::string path, std::string why, std::string help) {
  lost_.push_back({std::move(path), std::move(why), std::move(help)});
}

Result<Node> Shelf::read(const Source& given) {
  const fs::path& source = given.path;
  std::error_code failed;
  const fs::file_status status = fs::status(source, failed);
  if (!fs::exists(status)) {
    return usage_error(status.type() == fs::file_type::not_found
                           ? fmt::format("no such file or folder: {}", source.string())
                           : fmt::format("cannot read {}: {}", source.string(), failed.message()));
  }
  Node node = made_folder(last_part(source), source.lexically_normal().string());
  while (node.origin.size() > 1 && node.origin.ends_with('/'))
    node.origin.pop_back();
  if (fs::is_directory(status)) {
    root_ = fs::canonical(source, failed);
    ARBITER_CHECK(read_folder(root_, node, 0, given.only));
    ARBITER_CHECK(open_archives(node, 1));
  } else if (fs::is_regular_file(status) && package::is_any_archive_name(node.name)) {
    node.path = fs::canonical(source, failed);
    ARBITER_CHECK(open_archive(node, 0));
    // To grade nobody for it would be worse than to stop.
    if (node.children.empty() && !lost_.empty()) {
      return usage_error(fmt::format("{}: {}", lost_.back().path, lost_.back().why),
                         "fetch the archive again");
    }
  } else if (fs::is_regular_file(status)) {
    Node file = node;
    file.is_folder = false;
    file.path = fs::canonical(source, failed);
    node.name.clear();
    node.children.push_back(std::move(file));
  } else {
    return usage_error(fmt::format("{} is neither a file nor a folder", source.string()));
  }
  sort_by_name(node);
  return node;
}

Result<void> Shelf::read_folder(const fs::path& folder, Node& into, int level,
                                const std::set<std::string>& only) {
  if (level > k_most_levels) {
    lose(into.origin, fmt::format("is nested more than {} levels deep", k_most_levels));
    return {};
  }
  std::error_code failed;
  fs::directory_iterator it(folder, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    if (!only.empty() && !only.contains(it->path().filename().string())) continue;
    if (++entries_ > k_most_entries) {
      return usage_error(
          fmt::format("the submissions hold more than {} files and folders", k_most_entries),
          "give the folder with the submissions alone");
    }
    ARBITER_CHECK(read_entry(it->path(), into, level));
  }
  if (failed) lose(into.origin, "cannot be read: " + failed.message(), "change its permissions");
  return {};
}

Result<void> Shelf::read_entry(const fs::path& path, Node& into, int level) {
  struct stat info {};
  Node node;
  node.name = path.filename().string();
  node.origin = into.origin + "/" + node.name;
  if (::lstat(path.c_str(), &info) != 0) {
    lose(node.origin, fmt::format("cannot be read: {}", std::generic_category().message(errno)));
    return {};
  }
  node.is_folder = S_ISDIR(info.st_mode);
  if (node.is_folder && node.name == ".git") into.git = path;
  if (is_noise(node.name, node.is_folder)) return {};
  if (node.is_folder) {
    ARBITER_CHECK(read_folder(path, node, level + 1));
    into.children.push_back(std::move(node));
    return {};
  }
  if (S_ISLNK(info.st_mode)) {
    read_link(path, std::move(node), into);
    return {};
  }
  if (!S_ISREG(info.st_mode)) {
    lose(node.origin, "is neither a file nor a folder", "remove the pipe, socket or device");
    return {};
  }
  if (::access(path.c_str(), R_OK) != 0) {
    lose(node.origin, fmt::format("cannot be read: {}", std::generic_category().message(errno)),
         "change its permissions");
    return {};
  }
  node.path = path;
  node.modified = info.st_mtime;
  into.children.push_back(std::move(node));
  return {};
}

void Shelf::read_link(const fs::path& path, Node node, Node& into) {
  std::error_code failed;
  const fs::path target = fs::canonical(path, failed);
  if (failed) {
    lose(node.origin, "is a link that leads nowhere");
  } else if (!is_below(target, root_)) {
    lose(node.origin, "is a link that leads out of the folder",
         "put a copy of the file in its place");
  } else if (fs::is_regular_file(target, failed) && ::access(target.c_str(), R_OK) == 0) {
    node.path = target;
    into.children.push_back(std::move(node));
  } else if (!fs::is_directory(target, failed)) {
    lose(node.origin, "is a link to something that is not a file");
  }
  // A folder inside is seen where it really lies.
}

Result<void> Shelf::open_archives(Node& node, int depth) {
  for (Node& child : node.children) {
    if (child.is_folder) {
      ARBITER_CHECK(open_archives(child, depth));
    } else if (package::is_any_archive_name(child.name)) {
      ARBITER_CHECK(open_archive(child, depth));
    }
  }
  // What could not be opened at all has been listed.
  std::erase_if(node.children, [](const Node& child) {
    return !child.is_folder && package::is_any_archive_name(child.name);
  });
  return {};
}

Result<package::ArchiveContent> Shelf::unpack(const fs::path& archive,
                                              const package::UnpackLimits& limits) {
  const auto wants_all = [](std::string_view name) {
    return is_wanted_entry(name) || is_git_entry(name);
  };
  ARBITER_TRY(content, package::unpack_entries(archive, folder_, unpacked_, limits, wants_all));
  // Each entry that was seen may have taken a number.
  unpacked_ += content.seen + 1;
  std::erase_if(content.refused,
                [](const package::RefusedEntry& one) { return is_git_entry(one.name); });
  const bool has_git =
      std::ranges::any_of(content.entries, is_git_entry, &package::ArchiveEntry::name);
  if (!content.is_bomb || !has_git) return content;
  // What was handed in matters more than when: the history alone may be over the limits.
  for (const package::ArchiveEntry& entry : content.entries) {
    if (!entry.path.empty()) ::unlink(entry.path.c_str());
  }
  ARBITER_TRY(rest, package::unpack_entries(archive, folder_, unpacked_, limits, is_wanted_entry));
  unpacked_ += rest.seen + 1;
  return rest;
}

Result<void> Shelf::open_archive(Node& node, int depth) {
  node.is_folder = true;
  node.is_archive = true;
  node.name = package::without_archive_ending(node.name);
  if (depth > k_most_archives_deep) {
    lose(node.origin, fmt::format("is an archive in more than {} others", k_most_archives_deep),
         "unpack it by hand");
    return {};
  }
  ARBITER_TRY(content, unpack(node.path, limits_of(depth, left_)));
  left_.count -= content.bytes.count;
  if (!content.damage.empty()) {
    lose(node.origin, "cannot be unpacked whole: " + content.damage,
         depth == 0 ? "what comes before the damage is graded; fetch the archive again"
                    : "nothing of it is graded; ask for it again or put its files in its place");
  }
  // Half of what a student handed in is not what they handed in.
  const bool is_dropped = !content.damage.empty() && depth > 0;
  sort_by_folder(content.entries);
  for (const package::ArchiveEntry& entry : content.entries) {
    if (!is_dropped) {
      if (!is_git_entry(entry.name)) insert(entry, node);
      continue;
    }
    if (!entry.path.empty()) ::unlink(entry.path.c_str());
  }
  if (is_dropped) {
    left_.count += content.bytes.count;
    return {};
  }
  take_git_entries(content.entries, folder_ / fmt::format("git-{}", unpacked_), node);
  list_refused(content.refused, node.origin);
  return open_archives(node, depth + 1);
}

void Shelf::insert(const package::ArchiveEntry& entry, Node& into) {
  const bool is_file = !entry.path.empty();
  Node* folder = &into;
  const std::vector<std::string_view> parts = split(entry.name, '/');
  for (const std::string_view& part : parts) {
    const bool is_last = &part == &parts.back();
    // They come in order, so whatever belongs together follows each other.
    const bool is_there = !folder->children.empty() && folder->children.back().name == part;
    if (!is_there) {
      folder->children.push_back(
          made_folder(std::string(part), fmt::format("{}/{}", folder->origin, part)));
    }
    Node& node = folder->children.back();
    if (is_there && (!node.is_folder || (is_last && is_file))) {
      lose(into.origin + "/" + entry.name, "is there twice in the archive", "the first is graded");
      if (is_file) ::unlink(entry.path.c_str());
      return;
    }
    if (is_last && is_file) {
      node.is_folder = false;
      node.path = entry.path;
      node.modified = entry.modified;
      node.is_by_clock = entry.is_by_clock;
    }
    folder = &node;
  }
}

void Shelf::list_refused(const std::vector<package::RefusedEntry>& refused,
                         const std::string& origin) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const package::RefusedEntry& entry : refused)
    by_reason[entry.why].push_back(entry.name);
  constexpr std::size_t k_most_rows = 20;
  for (const auto& [why, names] : by_reason) {
    if (names.size() > k_most_rows) {
      lose(origin,
           fmt::format("{} entries were skipped; '{}' {}", names.size(), names.front(), why));
      continue;
    }
    for (const std::string& name : names)
      lose(origin + "/" + name, why);
  }
}

}  // namespace arbiter::intake
