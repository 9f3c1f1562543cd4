#include "judge/generate/written_tests.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_folder = "folder";

/// A list that came with a package from elsewhere must not lead anywhere else.
bool is_below_data(const fs::path& name) {
  return !name.empty() && name.is_relative() &&
         std::ranges::none_of(name, [](const fs::path& part) {
           return part.empty() || part == "." || part == "..";
         });
}

fs::file_type type_of(const fs::path& path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type();
}

/// The first folder on the way from `data` to its file `name` that is a link or no folder.
std::optional<fs::path> obstacle(const fs::path& data, const std::string& name) {
  fs::path folder = data;
  for (const fs::path& part : fs::path(name)) {
    const fs::file_type type = type_of(folder);
    if (type == fs::file_type::not_found) return std::nullopt;
    if (type != fs::file_type::directory) return folder;
    folder /= part;
  }
  return std::nullopt;
}

/// Also through a link: other tools make such of equal tests.
bool holds(const fs::path& path, std::string_view bytes) {
  std::error_code failed;
  if (fs::status(path, failed).type() != fs::file_type::regular) return false;
  const auto file = MappedFile::open(path);
  return file && file->bytes() == bytes;
}

Diagnostic conflict(const fs::path& path, std::string message, std::string help) {
  return {Severity::error,  "G004", std::move(message), Place{path.string(), 0, 0, 1, {}}, {},
          {std::move(help)}};
}

}  // namespace

Result<WrittenTests> WrittenTests::open(const fs::path& problem_root) {
  WrittenTests written(problem_root / "data");
  const fs::path path = written.list_path();
  if (type_of(path) != fs::file_type::regular) return written;
  ARBITER_TRY(text, read_file(path, mib(64)));
  for (const std::string_view line : split_lines(text)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string name(line.substr(blank + 1));
    if (is_below_data(name)) written.own_[name].emplace_back(line.substr(0, blank));
  }
  return written;
}

bool WrittenTests::is_own(const std::string& name) const {
  const auto found = own_.find(name);
  if (found == own_.end() || type_of(data_ / name) != fs::file_type::regular) return false;
  const auto file = MappedFile::open(data_ / name);
  return file &&
         std::ranges::find(found->second, store::sha256(file->bytes())) != found->second.end();
}

std::vector<Diagnostic> WrittenTests::find_conflicts(const DataFiles& wanted) const {
  std::vector<Diagnostic> all;
  for (const auto& [name, content] : wanted) {
    if (const auto folder = obstacle(data_, name)) {
      all.push_back(conflict(*folder, "this is a link or a file, so nothing is written below it",
                             "put a folder in its place"));
      continue;
    }
    const fs::path path = data_ / name;
    if (type_of(path) == fs::file_type::not_found || is_own(name)) continue;
    const auto bytes = MappedFile::open(content);
    if (bytes && holds(path, bytes->bytes())) continue;
    all.push_back(conflict(path,
                           own_.count(name) > 0
                               ? "this was changed by hand since it was generated"
                               : "this is not what generators.yaml makes, and was made by hand",
                           "move it away, or below generators/ with 'copy' in generators.yaml"));
  }
  return all;
}

Result<void> WrittenTests::save() const {
  if (own_.empty()) {
    if (::unlink(list_path().c_str()) == 0 || errno == ENOENT) return {};
    return system_error("cannot remove " + list_path().string(), errno);
  }
  std::string text;
  for (const auto& [name, hashes] : own_) {
    for (const std::string& hash : hashes)
      text += fmt::format("{} {}\n", hash, name);
  }
  return write_file(list_path(), text);
}

Result<void> WrittenTests::make_folders(const fs::path& folder) {
  if (folder.empty() || type_of(data_ / folder) == fs::file_type::directory) return {};
  ARBITER_CHECK(make_folders(folder.parent_path()));
  std::error_code failed;
  fs::create_directory(data_ / folder, failed);
  if (failed) return system_error("cannot make " + (data_ / folder).string(), failed.value());
  own_[folder.string()] = {std::string(k_folder)};
  return {};
}

Result<void> WrittenTests::write_all(const DataFiles& wanted, DataChanges& changes) {
  std::map<std::string, std::string> hashes;
  for (const auto& [name, content] : wanted) {
    ARBITER_TRY(bytes, MappedFile::open(content));
    if (holds(data_ / name, bytes.bytes())) {
      ++changes.unchanged;
      continue;
    }
    hashes[name] = store::sha256(bytes.bytes());
    own_[name].push_back(hashes[name]);
    ARBITER_CHECK(make_folders(fs::path(name).parent_path()));
  }
  // Listed before they are there: killed in between, the next run still knows whose they are.
  if (!hashes.empty()) ARBITER_CHECK(save());
  for (const auto& [name, hash] : hashes) {
    ARBITER_TRY(bytes, MappedFile::open(wanted.at(name)));
    ARBITER_CHECK(write_file(data_ / name, bytes.bytes()));
    own_[name] = {hash};
    changes.written.push_back(name);
  }
  return {};
}

Result<void> WrittenTests::remove_unwanted(const DataFiles& wanted, DataChanges& changes) {
  std::vector<std::string> names;
  // From the end, so that a folder comes after what is in it.
  for (auto entry = own_.rbegin(); entry != own_.rend(); ++entry)
    names.push_back(entry->first);
  for (const std::string& name : names) {
    if (wanted.count(name) > 0) continue;
    const bool is_there = type_of(data_ / name) != fs::file_type::not_found;
    const bool is_reachable = !obstacle(data_, name);
    if (own_[name].front() == k_folder) {
      const auto inside = own_.upper_bound(name + "/");
      const bool is_used = inside != own_.end() && inside->first.starts_with(name + "/");
      // Fails, as it should, where somebody put something into it.
      if (!is_used && is_reachable) ::rmdir((data_ / name).c_str());
      if (!is_used) own_.erase(name);
      continue;
    }
    if (is_there && (!is_reachable || !is_own(name))) {
      changes.kept.push_back(name);
    } else if (is_there) {
      if (::unlink((data_ / name).c_str()) != 0) {
        return system_error("cannot remove " + (data_ / name).string(), errno);
      }
      changes.removed.push_back(name);
    }
    own_.erase(name);
  }
  return {};
}

Result<void> WrittenTests::add(const DataFiles& more) {
  DataChanges changes;
  std::error_code failed;
  fs::create_directory(data_, failed);
  if (failed) return system_error("cannot make " + data_.string(), failed.value());
  ARBITER_CHECK(write_all(more, changes));
  return save();
}

Result<DataChanges> WrittenTests::write(const DataFiles& wanted) {
  DataChanges changes;
  const bool had_data = type_of(data_) == fs::file_type::directory;
  std::error_code failed;
  if (!had_data && !wanted.empty()) fs::create_directory(data_, failed);
  if (failed) return system_error("cannot make " + data_.string(), failed.value());
  if (!had_data && wanted.empty()) return changes;
  ARBITER_CHECK(remove_unwanted(wanted, changes));
  ARBITER_CHECK(write_all(wanted, changes));
  ARBITER_CHECK(save());
  std::ranges::sort(changes.removed);
  return changes;
}

}  // namespace arbiter::judge
