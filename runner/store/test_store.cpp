#include "store/test_store.hpp"

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

std::string file_name(const std::string& extension) {
  return "testcase" + extension;
}

bool is_whole(const fs::path& path, const std::string& hash) {
  if (!is_own(path)) return false;
  const auto file = MappedFile::open(path);
  return file && sha256(file->bytes()) == hash;
}

/// Without waiting for the disk: a file that did not reach it is a miss, by its hash.
Result<void> write_quickly(const fs::path& path, std::string_view bytes) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file) return system_error("cannot write " + path.string(), errno);
  return write_all(file.get(), bytes);
}

}  // namespace

std::optional<TestFiles> TestStore::find(const std::string& key) const {
  const fs::path entry = folder_ / key;
  if (!is_own(entry) || !is_own(entry / "record")) return std::nullopt;
  const auto record = read_file(entry / "record", mib(1));
  if (!record) return std::nullopt;
  TestFiles files;
  bool is_complete = false;
  for (const std::string_view line : split_lines(*record)) {
    const std::size_t blank = line.find(' ');
    const std::string hash(line.substr(0, blank));
    is_complete = hash == "end";
    if (is_complete || blank == std::string_view::npos) break;
    const std::string extension(line.substr(blank + 1));
    if (!is_whole(entry / file_name(extension), hash)) return std::nullopt;
    files[extension] = entry / file_name(extension);
  }
  if (!is_complete) return std::nullopt;
  // The record's time is that of its last use; see prune_cache.
  ::utimensat(AT_FDCWD, (entry / "record").c_str(), nullptr, 0);
  return files;
}

std::error_code TestStore::put_in_place(const fs::path& made, const std::string& key) const {
  std::error_code failure;
  fs::rename(made, folder_ / key, failure);
  if (!failure || find(key)) return failure;
  // What is there is damaged.
  std::error_code ignored;
  fs::remove_all(folder_ / key, ignored);
  fs::rename(made, folder_ / key, failure);
  return failure;
}

Result<TestFiles> TestStore::store(const std::string& key,
                                   const std::map<std::string, std::string_view>& files) const {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  ARBITER_TRY(made, TempDir::make("new", folder_));
  std::string record;
  TestFiles kept;
  const fs::path place = folder_ / key;
  for (const auto& [extension, bytes] : files) {
    ARBITER_CHECK(write_quickly(made.path() / file_name(extension), bytes));
    record += fmt::format("{} {}\n", sha256(bytes), extension);
    kept[extension] = place / file_name(extension);
  }
  ARBITER_CHECK(write_quickly(made.path() / "record", record + "end\n"));
  failure = put_in_place(made.path(), key);
  if (failure && !find(key)) return system_error("cannot write " + place.string(), failure.value());
  if (!failure) made.release();
  return kept;
}

Result<TestFiles> TestStore::rename(const std::string& from, const std::string& to) const {
  const std::error_code failure = put_in_place(folder_ / from, to);
  // Somebody else may have been quicker.
  auto files = find(to);
  if (files) return *std::move(files);
  return system_error("cannot write " + (folder_ / to).string(), failure.value());
}

}  // namespace arbiter::store
