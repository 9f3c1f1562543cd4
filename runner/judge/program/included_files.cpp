#include "judge/program/included_files.hpp"

namespace arbiter::judge {

std::vector<ProgramFile> included_files(const model::Problem& problem,
                                        const model::Language& language) {
  for (const std::string& folder : {language.id, language.family, std::string("default")}) {
    const auto found = problem.includes.find(folder);
    if (found == problem.includes.end()) continue;
    std::vector<ProgramFile> files;
    for (const auto& path : found->second.files)
      files.push_back({path.lexically_relative(found->second.base).string(), path});
    return files;
  }
  return {};
}

}  // namespace arbiter::judge
