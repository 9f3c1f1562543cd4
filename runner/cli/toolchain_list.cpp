#include "cli/toolchain_list.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/text.hpp"
#include "judge/tool_run.hpp"
#include "judge/toolchain.hpp"

namespace arbiter::cli {
namespace {

std::string version_of(const model::Language& language, box::BoxFactory& boxes) {
  if (language.version.empty()) return {};
  judge::ToolRun run;
  run.argv = language.version;
  run.cpu_limit = std::chrono::seconds(10);
  run.memory_limit = mib(512);
  const auto outcome = judge::run_tool(boxes, run);
  if (!outcome || !outcome->succeeded()) return {};
  const auto lines = split_lines(outcome->log);
  return lines.empty() ? std::string() : printable(lines.front());
}

}  // namespace

std::vector<ToolchainSeen> look_at_toolchains(const model::Languages& languages,
                                              box::BoxFactory* boxes) {
  std::vector<ToolchainSeen> all;
  for (const model::Language& language : languages.rows) {
    const std::string tool = judge::tool_of(language);
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const ToolchainSeen& seen) { return seen.tool == tool; });
    if (known != all.end()) {
      known->languages.push_back(&language);
      continue;
    }
    ToolchainSeen seen;
    seen.languages = {&language};
    seen.tool = tool;
    seen.is_there = tool.empty() || ::access(tool.c_str(), X_OK) == 0;
    if (seen.is_there && boxes != nullptr) seen.version = version_of(language, *boxes);
    all.push_back(std::move(seen));
  }
  return all;
}

}  // namespace arbiter::cli
