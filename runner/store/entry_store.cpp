#include "store/entry_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

bool is_whole(const fs::path& path, const std::string& hash) {
  if (!is_own(path)) return false;
  const auto file = MappedFile::open(path);
  return file && sha256(file->bytes()) == hash;
}

/// Without waiting for the disk: a file that did not reach it is a miss, by its hash.
Result<void> write_quickly(const fs::path& path, std::string_view bytes, ::mode_t mode) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file) return system_error("cannot write " + path.string(), errno);
  return write_all(file.get(), bytes);
}

}  // namespace

Bytes size_of(const fs::path& folder) {
  Bytes total;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code)) {
    std::error_code gone;
    const auto size = it->symlink_status(gone).type() == fs::file_type::regular
                          ? it->file_size(gone)
                          : std::uintmax_t{0};
    if (!gone) total.count += static_cast<std::int64_t>(size);
  }
  return total;
}

std::optional<EntryFiles> EntryStore::find(const std::string& key) const {
  const fs::path entry = folder_ / key;
  if (!is_own(entry) || !is_own(entry / "record")) return std::nullopt;
  const auto record = read_file(entry / "record", mib(1));
  if (!record) return std::nullopt;
  EntryFiles files;
  bool is_complete = false;
  for (const std::string_view line : split_lines(*record)) {
    const std::size_t blank = line.find(' ');
    const std::string hash(line.substr(0, blank));
    is_complete = hash == "end";
    if (is_complete || blank == std::string_view::npos) break;
    const std::string name(line.substr(blank + 1));
    const fs::path path = entry / (prefix_ + name);
    if (!is_whole(path, hash)) return std::nullopt;
    files[name] = path;
  }
  if (!is_complete) return std::nullopt;
  // The record's time is that of its last use; see prune_cache.
  ::utimensat(AT_FDCWD, (entry / "record").c_str(), nullptr, 0);
  return files;
}

Result<void> EntryStore::put_in_place(const fs::path& made, const std::string& key) const {
  const fs::path place = folder_ / key;
  std::error_code failure;
  fs::rename(made, place, failure);
  // Somebody else may have been quicker.
  if (!failure || find(key)) return {};
  // What is there is damaged.
  std::error_code ignored;
  fs::remove_all(place, ignored);
  fs::rename(made, place, failure);
  if (!failure || find(key)) return {};
  return system_error("cannot write " + place.string(), failure.value());
}

Result<EntryFiles> EntryStore::store(const std::string& key,
                                     const std::map<std::string, std::string_view>& files) const {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  ARBITER_TRY(made, TempDir::make("new", folder_));
  std::string record;
  EntryFiles kept;
  for (const auto& [name, bytes] : files) {
    ARBITER_CHECK(write_quickly(made.path() / (prefix_ + name), bytes, mode_));
    record += fmt::format("{} {}\n", sha256(bytes), name);
    kept[name] = folder_ / key / (prefix_ + name);
  }
  ARBITER_CHECK(write_quickly(made.path() / "record", record + "end\n", mode_));
  ARBITER_CHECK(put_in_place(made.path(), key));
  return kept;
}

Result<EntryFiles> EntryStore::rename(const std::string& from, const std::string& to) const {
  ARBITER_CHECK(put_in_place(folder_ / from, to));
  auto files = find(to);
  if (files) return *std::move(files);
  return judge_error("the files in " + (folder_ / to).string() + " are damaged");
}

}  // namespace arbiter::store
