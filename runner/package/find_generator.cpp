#include "package/generators/parts.hpp"
#include "package/package.hpp"

namespace arbiter::package {

namespace fs = std::filesystem;

namespace {

/// The entry of that name, or the only program whose name it is without the ending.
std::optional<FolderEntry> entry_called(FolderWalk& walk, const fs::path& folder,
                                        const fs::path& name) {
  if (auto entry = walk.find(folder, name.string())) return entry;
  std::optional<FolderEntry> only;
  for (const FolderEntry& entry : walk.list(folder)) {
    if (entry.is_folder || entry.path.stem() != name || !is_program_file(entry.path)) continue;
    if (only) return std::nullopt;
    only = entry;
  }
  return only;
}

}  // namespace

std::optional<model::ProgramSource> find_generator(const model::Problem& problem,
                                                   const std::string& word) {
  Faults ignored;
  FolderWalk walk(problem.root, ignored);
  walk.allow(problem.links_within);
  auto at = walk.find(walk.root(), problem.generation.is_of_task ? "gen" : "generators");
  for (const fs::path& part : fs::path(word))
    at = at && at->is_folder ? entry_called(walk, at->path, part) : std::nullopt;
  if (!at) return std::nullopt;
  model::ProgramSource program = generator_at(walk, *at);
  if (program.files.empty()) return std::nullopt;
  return program;
}

}  // namespace arbiter::package
