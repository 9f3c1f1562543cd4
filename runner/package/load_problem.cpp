#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <system_error>

#include "base/file.hpp"
#include "package/generators/parts.hpp"
#include "package/package.hpp"
#include "package/polygon/polygon.hpp"
#include "package/ppf/parts.hpp"
#include "package/task/task.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

/// Names of the root that somebody reads (the rest is its author's own affair), and those by which
/// other tools, or other places of a package, know what judging needs.
struct KnownNames {
  std::vector<std::string> read;
  std::map<std::string_view, std::string_view> elsewhere;
};

const KnownNames k_known_folders = {
    {"data", "submissions", "input_validators", "input_format_validators", "generators",
     "answer_validators", "output_validator", "output_validators", "attachments",
     "static_validator", "include", "graders", "output_visualizer", "input_visualizer",
     "test_case_visualizer", "replay", "statement", "problem_statement", "solution"},
    {{"validators", "input_validators/"},
     {"validator", "input_validators/"},
     {"checker", "output_validator/"},
     {"checkers", "output_validator/"},
     {"interactor", "output_validator/"},
     {"interactors", "output_validator/"},
     {"output_checker", "output_validator/"},
     {"secret", "data/secret/"},
     {"sample", "data/sample/"},
     {"accepted", "submissions/accepted/"},
     {"wrong_answer", "submissions/wrong_answer/"}}};

/// Those that `name` could be meant for.
const KnownNames& known_files(std::string_view name) {
  static const KnownNames k_json = {{"submissions.json"}, {}};
  static const KnownNames k_others = {
      {"problem.yaml", "arbiter.yaml", ".timelimit", "domjudge-problem.ini"},
      {{"submissions.yaml", "submissions/"},
       {"generators.yaml", "generators/"},
       {"test_group.yaml", "data/"},
       {"testdata.yaml", "data/"}}};
  return name.ends_with(".json") ? k_json : k_others;
}

std::vector<std::string> help_for(const std::string& name, const KnownNames& known) {
  if (std::ranges::find(known.read, name) != known.read.end()) return {};
  const auto row = known.elsewhere.find(name);
  if (row == known.elsewhere.end()) return did_you_mean(name, known.read);
  return {fmt::format("such things are read in {}", row->second)};
}

/// Pictures, texts and sources are never what a package's settings were to be.
bool may_be_settings(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".ini") ||
         name.ends_with(".json") || name == "timelimit";
}

/// Warns of files and folders in the root that judging uses nothing of and whose names are nearly,
/// or in other tools, those of something that it would use.
void warn_of_misspelt_entries(const std::filesystem::path& root, Faults& faults) {
  // What cannot be used here is nobody's business unless somebody asks for it by name.
  Faults unheard;
  FolderWalk walk(root, unheard);
  for (const FolderEntry& entry : walk.list(root)) {
    if (!entry.is_folder && !may_be_settings(entry.name)) continue;
    auto helps = help_for(entry.name, entry.is_folder ? k_known_folders : known_files(entry.name));
    if (helps.empty()) continue;
    faults.warning(code::k_ignored,
                   fmt::format("packages have no {} of this name, so it is ignored",
                               entry.is_folder ? "folder" : "file"),
                   place_of(entry.path), std::move(helps));
  }
}

/// Warns of files in generators/ that were to be generators.yaml.
void warn_of_misnamed_generation(const std::filesystem::path& root, Faults& faults) {
  Faults unheard;
  FolderWalk walk(root, unheard);
  const fs::path folder = root / "generators";
  if (!walk.find_folder(root, "generators") || walk.find_file(folder, "generators.yaml")) return;
  for (const char* name : {"generator.yaml", "generators.yml", "generator.yml", "generate.yaml"}) {
    if (const auto file = walk.find_file(folder, name)) {
      faults.warning(code::k_ignored,
                     "no format has a file of this name, so it makes no test cases",
                     place_of(*file), {"did you mean 'generators.yaml'?"});
    }
  }
}

/// The nearest folder above that holds one of these; empty: none.
fs::path folder_above(const fs::path& problem, const std::vector<const char*>& names) {
  for (fs::path folder = problem.parent_path();; folder = folder.parent_path()) {
    std::error_code failed;
    const auto holds = [&](const char* name) { return fs::exists(folder / name, failed); };
    if (std::ranges::any_of(names, holds)) return folder;
    if (folder == folder.parent_path()) return {};
  }
}

/// The repository that the folder is part of; empty: none that its owner alone made.
fs::path repository_around(const fs::path& problem) {
  fs::path folder = folder_above(problem, {".git"});
  if (folder.empty()) folder = folder_above(problem, {"contest.yaml", "problems.yaml"});
  struct stat own {};
  struct stat found {};
  const bool is_trusted = ::stat(problem.c_str(), &own) == 0 &&
                          ::stat(folder.c_str(), &found) == 0 && found.st_uid == own.st_uid &&
                          (found.st_mode & S_IWOTH) == 0;
  return is_trusted ? folder : fs::path();
}

/// Reads data/ with what was made for it, if anything was.
void read_data_with(const model::DataFiles* made, FolderWalk& walk, const PackageRules& rules,
                    model::Problem& problem, Faults& faults) {
  if (made == nullptr) return read_data(walk, rules, problem, faults);
  FolderWalk laid(walk.root(), faults);
  laid.allow(problem.links_within);
  lay_made(laid, problem, *made);
  read_data(laid, rules, problem, faults);
}

/// Whether a folder without problem.yaml is what DOMjudge takes for a package.
bool is_bare_package(FolderWalk& walk) {
  const auto data = walk.find(walk.root(), "data");
  if (!data || !data->is_folder) return false;
  const auto holds = [&](const fs::path& folder, const char* name) {
    return walk.find(folder, name).has_value();
  };
  if (!holds(data->path, "sample") && !holds(data->path, "secret")) return false;
  return holds(walk.root(), "domjudge-problem.ini") || holds(walk.root(), ".timelimit") ||
         holds(walk.root(), "submissions");
}

void read_own_file(FolderWalk& walk, Loaded& loaded, Faults& faults) {
  const auto own = walk.find_file(walk.root(), "arbiter.yaml");
  if (!own || !walk.check_readable(*own)) return;
  loaded.checker_place = read_arbiter_yaml(walk, *own, loaded.problem, faults);
}

/// `yaml` is problem.yaml, or nothing in a package that needs none.
void read_package(FolderWalk& walk, const std::optional<fs::path>& yaml,
                  const model::DataFiles* made, Loaded& loaded, Faults& faults) {
  const OuterFacts outer = read_outer_files(walk, faults);
  PackageRules rules;
  if (!yaml) {
    rules = assume_problem_yaml(outer, loaded.problem, faults);
  } else if (walk.check_readable(*yaml)) {
    rules = read_problem_yaml(*yaml, outer, loaded.problem, faults);
  }
  read_own_file(walk, loaded, faults);
  if (!loaded.checker_place) loaded.problem.output_validator_args = rules.validator_flags;
  loaded.problem.labels_by_final_verdict = rules.format == Format::legacy;
  Faults of_generation;
  loaded.problem.generation = read_generators_yaml(walk, rules.constants, of_generation);
  // What is wrong with these keeps nobody from being judged.
  FolderWalk apart(walk.root(), of_generation);
  apart.allow(loaded.problem.links_within);
  read_answer_validators(apart, loaded.problem, of_generation);
  loaded.generation_diagnostics = of_generation.take();
  read_data_with(made, walk, rules, loaded.problem, faults);
  choose_group_rules(rules, loaded.problem, faults);
  read_programs(walk, rules, loaded.problem, faults);
  model::assign_tests(loaded.problem);
  read_submissions(walk, rules.format, loaded.problem, faults);
  warn_of_misspelt_entries(walk.root(), faults);
  warn_of_misnamed_generation(walk.root(), faults);
}

/// A task of TPS or CMS, whose main file is `file`. All its tests are made.
void read_task(FolderWalk& walk, const fs::path& file, const model::DataFiles* made, Loaded& loaded,
               Faults& faults) {
  model::Problem& problem = loaded.problem;
  read_task_file(walk, file, problem, faults);
  const PackageRules rules;
  if (made != nullptr) read_data_with(made, walk, rules, problem, faults);
  choose_group_rules(rules, problem, faults);
}

void read_folder(const fs::path& root, const model::DataFiles* made, Loaded& loaded,
                 Faults& faults) {
  std::error_code failed;
  const fs::file_status status = fs::status(root, failed);
  if (!fs::is_directory(status)) {
    faults.error(code::k_no_folder,
                 status.type() == fs::file_type::not_found
                     ? std::string("the folder does not exist")
                 : status.type() == fs::file_type::none
                     ? fmt::format("cannot look at it: {}", failed.message())
                     : std::string("this is not a folder"),
                 place_of(root));
    return;
  }
  FolderWalk walk(root, faults);
  walk.allow(loaded.problem.links_within);
  const std::size_t before = faults.size();
  const auto yaml = walk.find_file(root, "problem.yaml");
  const auto xml = yaml ? std::nullopt : walk.find_file(root, "problem.xml");
  if (yaml) {
    read_package(walk, yaml, made, loaded, faults);
  } else if (xml) {
    read_polygon(walk, *xml, loaded.problem, faults);
    read_own_file(walk, loaded, faults);
  } else if (const auto file = find_task(walk)) {
    read_task(walk, *file, made, loaded, faults);
  } else if (faults.size() == before && is_bare_package(walk)) {
    read_package(walk, std::nullopt, made, loaded, faults);
  } else if (faults.size() == before) {
    read_plain_folder(walk, loaded.problem, faults);
  }
  model::assign_tests(loaded.problem);
}

/// Messages name files the way the user named the folder.
void show_as_given(Place& place, const fs::path& root, const fs::path& given) {
  const fs::path path(place.path);
  if (given.empty() || !is_below(path, root)) return;
  place.path = (given / path.lexically_relative(root)).lexically_normal().string();
  if (place.path.size() > 1 && place.path.ends_with('/')) place.path.pop_back();
}

Loaded load(const fs::path& root, const fs::path& shown, const fs::path& links_within,
            const model::DataFiles* made, std::optional<std::string> listing = std::nullopt) {
  const fs::path given = shown.empty() ? root : shown;
  Loaded loaded;
  Faults faults;
  std::error_code failed;
  loaded.problem.root = plain_path(fs::absolute(root, failed));
  if (!links_within.empty())
    loaded.problem.links_within = plain_path(fs::absolute(links_within, failed));
  loaded.problem.id = loaded.problem.root.filename().string();
  loaded.problem.generation.listing = std::move(listing);
  try {
    read_folder(loaded.problem.root, made, loaded, faults);
  } catch (const std::exception& failure) {
    faults.error(code::k_unreadable, fmt::format("cannot read the problem: {}", failure.what()),
                 place_of(loaded.problem.root));
  }
  loaded.diagnostics = faults.take();
  const auto show = [&](std::optional<Place>& place) {
    if (place) show_as_given(*place, loaded.problem.root, given);
  };
  for (auto* list : {&loaded.diagnostics, &loaded.generation_diagnostics}) {
    for (Diagnostic& diagnostic : *list)
      show(diagnostic.place);
  }
  for (model::TestRecipe& recipe : loaded.problem.generation.tests)
    show_as_given(recipe.place, loaded.problem.root, given);
  show(loaded.checker_place);
  return loaded;
}

}  // namespace

void drop_time_limit_warning(std::vector<Diagnostic>& diagnostics) {
  std::erase_if(diagnostics,
                [](const Diagnostic& one) { return one.code == code::k_no_time_limit; });
}

Loaded load_problem(const fs::path& root, const fs::path& shown, const fs::path& links_within) {
  return load(root, shown, links_within, nullptr);
}

Loaded load_listed_problem(const model::Problem& problem, std::string listing,
                           const fs::path& shown) {
  return load(problem.root, shown, problem.links_within, nullptr, std::move(listing));
}

Loaded load_problem_of_repository(const fs::path& root, const fs::path& shown,
                                  const fs::path& links_within) {
  Loaded strict = load_problem(root, shown, links_within);
  const auto leaves = [](const Diagnostic& one) { return one.code == code::k_link_leaves; };
  if (!links_within.empty() || (std::ranges::none_of(strict.diagnostics, leaves) &&
                                std::ranges::none_of(strict.generation_diagnostics, leaves))) {
    return strict;
  }
  const fs::path repository = repository_around(strict.problem.root);
  if (repository.empty()) return strict;
  Loaded loaded = load_problem(root, shown, repository);
  loaded.diagnostics.push_back(
      {Severity::warning,
       std::string(code::k_repository_link),
       fmt::format("links lead out of the problem folder, into the repository {}",
                   repository.string()),
       place_of(shown.empty() ? root : shown),
       {},
       {"an archive of this folder needs copies of those files"}});
  return loaded;
}

Loaded load_made_problem(const model::Problem& original, const model::DataFiles& made,
                         const fs::path& shown) {
  return load(original.root, shown, original.links_within, &made, original.generation.listing);
}

}  // namespace arbiter::package
