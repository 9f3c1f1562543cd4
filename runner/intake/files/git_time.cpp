#include "intake/files/git_time.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_most_answer = kib(64);

bool is_hash(std::string_view text) {
  const bool is_hex = text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_hex && (text.size() == 40 || text.size() == 64);
}

std::string first_line(const fs::path& file) {
  const auto text = read_file(file, kib(64), Links::refuse);
  if (!text) return {};
  std::string line = text->substr(0, text->find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
    line.pop_back();
  return line;
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

/// What a program writes, if it ends well within five seconds.
std::string answer_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin",
                                          "HOME=/nonexistent",
                                          "LC_ALL=C.UTF-8",
                                          "GIT_CONFIG_NOSYSTEM=1",
                                          "GIT_CONFIG_GLOBAL=/dev/null",
                                          "GIT_TERMINAL_PROMPT=0",
                                          "GIT_NO_LAZY_FETCH=1"};
  std::vector<std::string> copy = words;
  std::vector<char*> argv;
  std::vector<char*> envp;
  for (std::string& word : copy)
    argv.push_back(word.data());
  for (std::string& setting : environment)
    envp.push_back(setting.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, argv.front(), &actions, nullptr, argv.data(), envp.data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return {};
  theirs.reset();
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  bool is_done = false;
  while (!is_done && static_cast<std::int64_t>(answer.size()) < k_most_answer.count) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{ours.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) break;
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(ours.get(), buffer.data(), buffer.size());
    if (got <= 0) is_done = true;
    if (got > 0) answer.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (!is_done) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return is_done && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? answer : std::string();
}

/// The time in the line "committer NAME <EMAIL> 1700000000 +0100" of a commit.
std::optional<std::int64_t> committer_time(std::string_view commit) {
  for (const std::string_view line : split_lines(commit)) {
    if (line.empty()) break;
    const std::size_t mail = line.rfind("> ");
    if (!line.starts_with("committer ") || mail == std::string_view::npos) continue;
    const std::string_view rest = line.substr(mail + 2);
    std::int64_t time = 0;
    const auto [stop, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), time);
    if (failed == std::errc() && stop != rest.data() && time > 0) return time;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> commit_time(const fs::path& git, const fs::path& scratch) {
  std::error_code failed;
  if (fs::symlink_status(git, failed).type() != fs::file_type::directory) return std::nullopt;
  const std::string commit = head_commit(git);
  if (commit.empty() || !make_borrower(scratch, git / "objects", commit.size() == 64)) {
    return std::nullopt;
  }
  return committer_time(
      answer_of({"git", "--git-dir=" + scratch.string(), "cat-file", "commit", commit}));
}

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
