#include "judge/compile/toolchain.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "base/file.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> identity_of_file(const fs::path& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  struct stat info {};
  if (failure || ::stat(real.c_str(), &info) != 0) return std::nullopt;
  return fmt::format("{} {} {}.{:09}\n", real.string(), info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

}  // namespace

std::vector<std::string> tools_of(const model::Language& language) {
  std::vector<std::string> tools = language.needs;
  for (const auto* command : {&language.compile, &language.check, &language.run}) {
    if (command->empty() || command->front().front() != '/') continue;
    if (std::ranges::find(tools, command->front()) == tools.end()) {
      tools.push_back(command->front());
    }
  }
  return tools;
}

std::string tool_of(const model::Language& language) {
  std::vector<std::string> tools = tools_of(language);
  return tools.empty() ? std::string() : std::move(tools.front());
}

std::string missing_tool(const model::Language& language) {
  for (const std::string& tool : tools_of(language)) {
    const bool is_run = std::ranges::find(language.needs, tool) == language.needs.end();
    if (::access(tool.c_str(), is_run ? X_OK : F_OK) != 0) return tool;
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
  return std::optional<Toolchain>(Toolchain{binaries + *version + libc});
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
                       fmt::format("reinstall the Debian package {}", language.package));
  }
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  // Without the memo the next process asks again: nothing is lost.
  static_cast<void>(write_file(memo, outcome.log));
  return std::optional<std::string>(outcome.log);
}

}  // namespace arbiter::judge
