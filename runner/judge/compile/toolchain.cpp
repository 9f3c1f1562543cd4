#include "judge/compile/toolchain.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms k_folder_mode{0755};
constexpr fs::perms k_file_mode{0644};

/// The files below a folder, sorted; and whether everybody may read them all.
struct KitFiles {
  std::vector<fs::path> files;
  bool are_public = true;
};

bool is_public(const fs::path& path, fs::perms needed) {
  std::error_code failure;
  return (fs::status(path, failure).permissions() & needed) == needed && !failure;
}

KitFiles files_of(const fs::path& folder) {
  KitFiles kit;
  constexpr fs::perms k_search = fs::perms::others_read | fs::perms::others_exec;
  kit.are_public = is_public(folder, k_search);
  std::error_code failure;
  fs::recursive_directory_iterator it(folder, failure);
  for (; !failure && it != fs::recursive_directory_iterator(); it.increment(failure)) {
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    kit.are_public =
        kit.are_public && is_public(it->path(), is_folder ? k_search : fs::perms::others_read);
    if (it->is_regular_file(ignored)) kit.files.push_back(it->path());
  }
  std::ranges::sort(kit.files);
  return kit;
}

std::string hash_of(const fs::path& folder, const KitFiles& kit) {
  store::Sha256 hash;
  for (const fs::path& file : kit.files) {
    hash.add_field(file.lexically_relative(folder).string());
    const auto bytes = read_file(file, mib(16));
    hash.add_field(bytes ? *bytes : std::string());
  }
  return hash.hex();
}

/// A copy that everybody may read; where it cannot be made, the folder itself, and whoever
/// includes a header of it gets the compiler's message.
fs::path public_copy(const fs::path& folder, const KitFiles& kit, const fs::path& place) {
  const auto is_whole = [&] {
    return is_own(place) && hash_of(place, files_of(place)) == place.filename();
  };
  std::error_code failure;
  if (is_whole()) return place;
  fs::remove_all(place, failure);
  fs::create_directories(place.parent_path(), failure);
  auto made = TempDir::make("new", place.parent_path());
  if (!made) return folder;
  fs::permissions(made->path(), k_folder_mode, failure);
  for (const fs::path& file : kit.files) {
    const fs::path copy = made->path() / file.lexically_relative(folder);
    for (fs::path above = copy.parent_path(); above != made->path(); above = above.parent_path()) {
      fs::create_directories(above, failure);
      fs::permissions(above, k_folder_mode, failure);
    }
    if (!fs::copy_file(file, copy, failure)) return folder;
    fs::permissions(copy, k_file_mode, failure);
  }
  fs::rename(made->path(), place, failure);
  if (!failure) made->release();
  return is_whole() ? place : folder;
}

std::optional<std::string> identity_of_file(const fs::path& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  struct stat info {};
  if (failure || ::stat(real.c_str(), &info) != 0) return std::nullopt;
  return fmt::format("{} {} {}.{:09}\n", real.string(), info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

}  // namespace

bool uses_kits(const model::Language& language) {
  return has_word(language.compile, "{kit_includes}");
}

Kits Kits::find(const fs::path& share, const fs::path& cache) {
  Kits kits;
  store::Sha256 all;
  for (const std::string name : {"checker", "generators", "reference"}) {
    std::error_code failure;
    // Resolved: in a build tree the folders of share are links, and links do not show in a box.
    fs::path folder = fs::canonical(share / name / "include", failure);
    if (failure) continue;
    const KitFiles kit = files_of(folder);
    const std::string hash = hash_of(folder, kit);
    all.add_field(name);
    all.add_field(hash);
    if (!kit.are_public) folder = public_copy(folder, kit, cache / "kits" / hash);
    kits.binds.push_back({folder.string(), "/kits/" + name, false});
    kits.includes.push_back("-I/kits/" + name);
  }
  kits.hash = all.hex();
  return kits;
}

std::vector<std::string> tools_of(const model::Language& language) {
  std::vector<std::string> tools = language.needs;
  for (const auto* command : {&language.compile, &language.check, &language.run}) {
    if (command->empty() || command->front().front() != '/') continue;
    if (!has_word(tools, command->front())) tools.push_back(command->front());
  }
  return tools;
}

std::string tool_of(const model::Language& language) {
  std::vector<std::string> tools = tools_of(language);
  return tools.empty() ? std::string() : std::move(tools.front());
}

std::string missing_tool(const model::Language& language) {
  for (const std::string& tool : tools_of(language)) {
    const bool is_needed = has_word(language.needs, tool);
    if (::access(tool.c_str(), is_needed ? F_OK : X_OK) != 0) return tool;
  }
  return {};
}

ToolRun version_run(const model::Language& language) {
  ToolRun run;
  run.argv = language.version;
  run.cpu_limit = std::chrono::seconds(10);
  run.memory_limit = mib(512);
  run.process_limit += language.runtime_threads;
  for (const std::string& bind : language.binds)
    run.binds.push_back({bind, bind, true});
  return run;
}

Result<std::optional<Toolchain>> Toolchains::find(const model::Language& language) {
  // Held while looking: when several threads begin with the same language one of them asks.
  const std::lock_guard lock(mutex_);
  const auto known = found_.find(language.id);
  if (known != found_.end()) return std::optional<Toolchain>(known->second);
  ARBITER_TRY(toolchain, look(language));
  if (toolchain) found_[language.id] = *toolchain;
  return toolchain;
}

std::map<std::string, std::string> Toolchains::versions() {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::string> all;
  for (const auto& [language, toolchain] : found_)
    all[language] = toolchain.version;
  return all;
}

Result<std::optional<Toolchain>> Toolchains::look(const model::Language& language) {
  std::string binaries;
  for (const std::string& tool : tools_of(language)) {
    const auto binary = identity_of_file(tool);
    if (!binary) return std::optional<Toolchain>();
    binaries += *binary;
  }
  ARBITER_TRY(version, version_of(language, binaries));
  if (!version) return std::optional<Toolchain>();
  // The C library is upgraded apart from the compiler and is linked into what it makes.
  const std::string libc = identity_of_file("/usr/include/features.h").value_or("");
  return std::optional<Toolchain>(
      Toolchain{binaries + *version + libc, printable(version->substr(0, version->find('\n')))});
}

Result<std::optional<std::string>> Toolchains::version_of(const model::Language& language,
                                                          const std::string& binaries) {
  if (language.version.empty()) return std::optional<std::string>("");
  store::Sha256 key;
  key.add_field(binaries);
  key.add_words(language.version);
  const fs::path memo = folder_ / key.hex();
  if (auto known = read_file(memo, kib(64)); known && !known->empty()) {
    return std::optional<std::string>(*known);
  }
  ARBITER_TRY(outcome, run_tool(boxes_, version_run(language)));
  if (outcome.is_missing) return std::optional<std::string>();
  if (!outcome.succeeded()) {
    return judge_error(fmt::format("{} does not tell its version", language.version.front()),
                       language.package.empty()
                           ? "reinstall it"
                           : "reinstall the Debian package " + language.package);
  }
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  // Without the memo the next process asks again: nothing is lost.
  static_cast<void>(write_file(memo, outcome.log));
  return std::optional<std::string>(outcome.log);
}

}  // namespace arbiter::judge
