#include "cli/common/toolchain_list.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/compile/toolchain.hpp"

namespace arbiter::cli {
namespace {

std::string version_of(const model::Language& language, box::BoxFactory& boxes) {
  if (language.version.empty()) return {};
  const auto outcome = judge::run_tool(boxes, judge::version_run(language));
  if (!outcome || !outcome->succeeded()) return {};
  const auto lines = split_lines(outcome->log);
  return lines.empty() ? std::string() : printable(lines.front());
}

}  // namespace

std::vector<ToolchainSeen> look_at_toolchains(const model::Languages& languages,
                                              box::BoxFactory* boxes) {
  std::vector<ToolchainSeen> all;
  for (const model::Language& language : languages.rows) {
    const std::string missing = judge::missing_tool(language);
    const std::string tool = missing.empty() ? judge::tool_of(language) : missing;
    const auto known = std::find_if(all.begin(), all.end(), [&](const ToolchainSeen& seen) {
      return seen.tool == tool && seen.languages.front()->package == language.package;
    });
    if (known != all.end()) {
      known->languages.push_back(&language);
      continue;
    }
    ToolchainSeen seen;
    seen.languages = {&language};
    seen.tool = tool;
    seen.is_there = missing.empty();
    if (seen.is_there && boxes != nullptr) seen.version = version_of(language, *boxes);
    all.push_back(std::move(seen));
  }
  return all;
}

}  // namespace arbiter::cli
