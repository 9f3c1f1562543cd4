#include "package/ppf/root_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"

namespace arbiter::package {
namespace {

/// What somebody reads: the rest of a package's root is its author's own affair.
const std::vector<std::string>& known_folders() {
  static const std::vector<std::string> all = {"data",
                                               "submissions",
                                               "input_validators",
                                               "input_format_validators",
                                               "generators",
                                               "answer_validators",
                                               "output_validator",
                                               "output_validators",
                                               "attachments",
                                               "static_validator",
                                               "include",
                                               "graders",
                                               "output_visualizer",
                                               "input_visualizer",
                                               "test_case_visualizer",
                                               "statement",
                                               "problem_statement",
                                               "solution"};
  return all;
}

/// Those that `name` could be meant for.
const std::vector<std::string>& known_files(std::string_view name) {
  static const std::vector<std::string> json = {"submissions.json"};
  static const std::vector<std::string> others = {"problem.yaml", "arbiter.yaml", ".timelimit",
                                                  "domjudge-problem.ini"};
  return name.ends_with(".json") ? json : others;
}

struct Elsewhere {
  std::string_view name;
  std::string_view place;
};

// By these names other tools, or other places of a package, know what judging needs.
constexpr std::array k_folders_elsewhere = {Elsewhere{"validators", "input_validators/"},
                                            Elsewhere{"validator", "input_validators/"},
                                            Elsewhere{"checker", "output_validator/"},
                                            Elsewhere{"checkers", "output_validator/"},
                                            Elsewhere{"interactor", "output_validator/"},
                                            Elsewhere{"interactors", "output_validator/"},
                                            Elsewhere{"output_checker", "output_validator/"},
                                            Elsewhere{"secret", "data/secret/"},
                                            Elsewhere{"sample", "data/sample/"},
                                            Elsewhere{"accepted", "submissions/accepted/"},
                                            Elsewhere{"wrong_answer", "submissions/wrong_answer/"}};
constexpr std::array k_files_elsewhere = {
    Elsewhere{"submissions.yaml", "submissions/"}, Elsewhere{"generators.yaml", "generators/"},
    Elsewhere{"test_group.yaml", "data/"}, Elsewhere{"testdata.yaml", "data/"}};

template <class Rows>
std::string help_for(const std::string& name, const Rows& elsewhere,
                     const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  for (const Elsewhere& row : elsewhere) {
    if (row.name == name) return fmt::format("such things are read in {}", row.place);
  }
  const auto near = nearest(name, known);
  return near ? fmt::format("did you mean '{}'?", *near) : std::string();
}

/// Pictures, texts and sources are never what a package's settings were to be.
bool may_be_settings(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".ini") ||
         name.ends_with(".json") || name == "timelimit";
}

}  // namespace

void warn_of_misspelt_entries(const std::filesystem::path& root, Faults& faults) {
  // What cannot be used here is nobody's business unless somebody asks for it by name.
  Faults unheard;
  FolderWalk walk(root, unheard);
  for (const FolderEntry& entry : walk.list(root)) {
    if (!entry.is_folder && !may_be_settings(entry.name)) continue;
    const std::string help = entry.is_folder
                                 ? help_for(entry.name, k_folders_elsewhere, known_folders())
                                 : help_for(entry.name, k_files_elsewhere, known_files(entry.name));
    if (help.empty()) continue;
    faults.warning(code::k_ignored,
                   fmt::format("no {} of a package has this name, so it is ignored",
                               entry.is_folder ? "folder" : "file"),
                   place_of(entry.path), {help});
  }
}

}  // namespace arbiter::package
