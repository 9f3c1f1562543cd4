#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "intake/files/shelf.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_most_answer = kib(64);

bool is_plain(std::string_view name, std::string_view letters) {
  return !name.empty() && name.find_first_not_of(letters) == std::string_view::npos;
}

bool is_hex(std::string_view name) {
  return is_plain(name, "0123456789abcdef");
}

bool is_hash(std::string_view text) {
  return is_hex(text) && (text.size() == 40 || text.size() == 64);
}

std::string first_line(const fs::path& file) {
  const auto text = read_file(file, kib(64), Links::refuse);
  if (!text) return {};
  return std::string(trimmed(text->substr(0, text->find('\n'))));
}

/// The commit that HEAD means.
std::string head_commit(const fs::path& git) {
  constexpr std::string_view k_reference = "ref: ";
  const std::string head = first_line(git / "HEAD");
  if (is_hash(head)) return head;
  if (!head.starts_with(k_reference)) return {};
  const std::string name = head.substr(k_reference.size());
  if (!name.starts_with("refs/") || name.find("..") != std::string::npos) return {};
  if (const std::string commit = first_line(git / name); is_hash(commit)) return commit;
  const auto packed = read_file(git / "packed-refs", mib(16), Links::refuse);
  if (!packed) return {};
  for (const std::string_view line : split_lines(*packed)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos || line.substr(blank + 1) != name) continue;
    const std::string commit(line.substr(0, blank));
    if (is_hash(commit)) return commit;
  }
  return {};
}

/// A repository without anything but where the objects are.
bool make_borrower(const fs::path& folder, const fs::path& objects, bool is_sha256) {
  std::error_code failed;
  fs::create_directories(folder / "objects/info", failed);
  fs::create_directories(folder / "refs", failed);
  const fs::path real = fs::canonical(objects, failed);
  // A newline in the path would be two paths.
  if (failed || real != objects || real.native().find('\n') != std::string::npos) return false;
  const std::string config = is_sha256 ? "[core]\n\trepositoryformatversion = 1\n"
                                         "[extensions]\n\tobjectformat = sha256\n"
                                       : "[core]\n\trepositoryformatversion = 0\n";
  return write_file(folder / "HEAD", "ref: refs/heads/none\n").has_value() &&
         write_file(folder / "config", config).has_value() &&
         write_file(folder / "objects/info/alternates", real.string() + "\n").has_value();
}

/// What a command of the shell writes, without blanks around it, if it ends well.
std::string answer_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) return {};
  const auto answer = read_descriptor(::fileno(pipe), k_most_answer);
  const bool ended_well = ::pclose(pipe) == 0;
  return ended_well && answer ? std::string(trimmed(*answer)) : std::string();
}

// What git sees of the world: nothing that anybody configured.
constexpr std::string_view k_environment =
    "PATH=/usr/local/bin:/usr/bin:/bin HOME=/nonexistent LC_ALL=C.UTF-8 GIT_CONFIG_NOSYSTEM=1 "
    "GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 GIT_NO_LAZY_FETCH=1";

/// A name in a clone, divided at its .git: "lab1-ada" and "refs/heads/main".
struct GitName {
  std::string_view clone;
  std::string_view file;
};

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

}  // namespace

std::optional<std::int64_t> commit_time(const fs::path& git, const fs::path& scratch) {
  std::error_code failed;
  if (fs::symlink_status(git, failed).type() != fs::file_type::directory) return std::nullopt;
  const std::string commit = head_commit(git);
  if (commit.empty() || !make_borrower(scratch, git / "objects", commit.size() == 64)) {
    return std::nullopt;
  }
  const std::string git_dir = shell_quoted("--git-dir=" + scratch.string());
  const auto time = number_in<std::int64_t>(
      answer_of(fmt::format("env -i {} timeout --signal=KILL 5 git {} -c core.commitGraph=false "
                            "log -1 --format=%ct {} -- </dev/null 2>/dev/null",
                            k_environment, git_dir, commit)));
  return time && *time > 0 ? time : std::nullopt;
}

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
    Node* const clone = find_below(root, name);
    if (clone != nullptr && clone->is_folder) clone->git = folder;
  }
}

}  // namespace arbiter::intake
