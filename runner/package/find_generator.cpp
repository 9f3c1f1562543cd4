#include "package/generators/parts.hpp"
#include "package/package.hpp"

namespace arbiter::package {

namespace fs = std::filesystem;

std::optional<model::ProgramSource> find_generator(const model::Problem& problem,
                                                   const std::string& word) {
  Faults ignored;
  FolderWalk walk(problem.root, ignored);
  walk.allow(problem.links_within);
  auto at = walk.find(walk.root(), problem.generation.is_of_task ? "gen" : "generators");
  for (const fs::path& part : fs::path(word))
    at = at && at->is_folder ? walk.find(at->path, part.string()) : std::nullopt;
  if (!at) return std::nullopt;
  model::ProgramSource program = generator_at(walk, *at);
  if (program.files.empty()) return std::nullopt;
  return program;
}

}  // namespace arbiter::package
