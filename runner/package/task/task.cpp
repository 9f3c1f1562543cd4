#include "package/task/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

// Answers of olympiads may be long, and nobody bounds them.
constexpr Bytes k_output = mib(64);

std::string folder_of(const Task& task, std::size_t number) {
  const Subtask& subtask = task.subtasks[number];
  if (!task.has_subtasks) return "secret";
  if (number == 0 && subtask.points == 0) return "sample";
  const std::size_t last = task.first_index + task.subtasks.size() - 1;
  std::string name =
      fmt::format("secret/{:0{}}{}{}", task.first_index + number, std::to_string(last).size(),
                  subtask.name.empty() ? "" : "-", subtask.name.substr(0, 64));
  std::ranges::replace_if(
      name, [](char c) { return !is_name_char(c) && c != '/'; }, '_');
  return name;
}

/// test_group.yaml of a subtask.
std::string group_file(const Subtask& subtask) {
  std::string text;
  if (subtask.folder != "sample") {
    const bool is_min = subtask.aggregation == model::ScoreAggregation::min;
    text = fmt::format("max_score: {}\nscore_aggregation: {}\n", subtask.points,
                       is_min ? "min" : "sum");
  }
  if (!subtask.validator_args.empty()) text += "input_validator_args:\n";
  for (const auto& [program, words] : subtask.validator_args) {
    text += fmt::format("  '{}':\n", program);
    for (std::string word : words) {
      replace_all(word, "'", "''");
      text += fmt::format("  - '{}'\n", word);
    }
  }
  return text.empty() ? "{}\n" : text;
}

}  // namespace

std::optional<fs::path> find_task(FolderWalk& walk) {
  for (const char* name : {"problem.json", "task.yaml", "task.yaml.orig"}) {
    if (auto file = walk.find_file(walk.root(), name)) return file;
  }
  return std::nullopt;
}

void read_task_file(FolderWalk& walk, const fs::path& file, model::Problem& problem,
                    Faults& faults) {
  problem.generation.is_of_task = true;
  problem.generation.file = file;
  if (!walk.check_readable(file)) return;
  (file.extension() == ".json" ? read_tps : read_cms)(walk, file, problem, faults);
}

bool has_room(const Task& task, const Place& place, Faults& faults) {
  if (task.tests.size() < k_most_listed) return true;
  faults.error(code::k_too_many, fmt::format("there are more than {} tests", k_most_listed), place);
  return false;
}

void add_tests(Task& task, model::Problem& problem, Faults& faults) {
  model::Generation& generation = problem.generation;
  std::size_t count = 0;
  for (const Subtask& subtask : task.subtasks)
    count += subtask.tests.size();
  if (count > k_most_tests_of_task || task.subtasks.size() > k_most_subtasks) {
    faults.error(code::k_too_many,
                 fmt::format("there are more than {} tests in all subtasks, or more than {} "
                             "subtasks",
                             k_most_tests_of_task, k_most_subtasks),
                 place_of(generation.file));
    return;
  }
  std::map<std::size_t, std::string> origins;
  double total = 0;
  for (std::size_t i = 0; i < task.subtasks.size(); ++i) {
    Subtask& subtask = task.subtasks[i];
    subtask.folder = folder_of(task, i);
    total += subtask.points;
    generation.group_files[subtask.folder + "/test_group.yaml"] = group_file(subtask);
    for (const std::size_t index : subtask.tests) {
      model::TestRecipe recipe = task.tests[index];
      recipe.name = subtask.folder + "/" + recipe.name;
      recipe.origin = origins.emplace(index, recipe.name).first->second;
      recipe.may_repeat = true;
      generation.tests.push_back(std::move(recipe));
    }
  }
  if (!task.subtasks.empty()) {
    // Inputs that belong to no subtask are held against the last one, which usually allows most.
    Subtask all;
    all.points = total;
    all.aggregation = model::ScoreAggregation::sum;
    all.validator_args = task.subtasks.back().validator_args;
    problem.input_validator_args = all.validator_args;
    generation.group_files.emplace("secret/test_group.yaml", group_file(all));
  }
  problem.is_scoring = true;
  problem.checker_points = model::CheckerPoints::percent;
  problem.limits.output = k_output;
  problem.limits.validation_output = k_output;
}

model::ProgramSource task_program(FolderWalk& walk, const fs::path& file,
                                  model::CallProtocol protocol) {
  const bool is_python = file.extension() == ".py";
  model::ProgramSource program;
  program.name = program.entry = file.filename().string();
  program.base = file.parent_path();
  program.protocol = protocol;
  program.files = {file};
  for (const FolderEntry& entry : walk.list(program.base)) {
    const bool is_part = is_python ? entry.path.extension() == ".py" : is_header(entry.path);
    if (!entry.is_folder && is_part && entry.path != file && walk.check_readable(entry.path)) {
      program.files.push_back(entry.path);
    }
  }
  return program;
}

std::optional<fs::path> find_task_program(FolderWalk& walk, const std::string& folder,
                                          const std::vector<std::string>& stems) {
  const auto found = walk.find(walk.root(), folder);
  if (!found || !found->is_folder) return std::nullopt;
  std::optional<fs::path> compiled;
  for (const FolderEntry& entry : walk.list(found->path)) {
    const bool is_called_so = std::ranges::find(stems, entry.path.stem().string()) != stems.end();
    if (entry.is_folder || !is_called_so || !is_program_file(entry.path)) continue;
    if (!walk.check_readable(entry.path)) continue;
    if (entry.path.has_extension()) return entry.path;
    compiled = entry.path;
  }
  return compiled;
}

std::optional<fs::path> find_task_file(FolderWalk& walk, const std::string& path) {
  std::optional<FolderEntry> at = FolderEntry{"", walk.root(), true};
  for (const fs::path& part : fs::path(path).lexically_normal()) {
    if (part.empty() || part == "." || part == ".." || part == "/" || !at->is_folder) {
      return std::nullopt;
    }
    at = walk.find(at->path, part.string());
    if (!at) return std::nullopt;
  }
  if (at->is_folder || !walk.check_readable(at->path)) return std::nullopt;
  return at->path;
}

void add_generator(FolderWalk& walk, const std::string& word, const fs::path& file,
                   model::Problem& problem) {
  model::ProgramSource source = task_program(walk, file, model::CallProtocol::kattis);
  problem.generation.programs[word] = {std::move(source.files), std::move(source.base),
                                       std::move(source.entry)};
}

void add_grader_file(const fs::path& file, model::Problem& problem, Faults& faults) {
  const std::string extension = file.extension().string();
  std::vector<std::string> families;
  if (is_header(file)) families = {"c", "cpp"};
  if (extension == ".c") families = {"c"};
  if (extension == ".cpp" || extension == ".cc") families = {"cpp"};
  for (const std::string& family : families) {
    model::ProgramSource& included = problem.includes[family];
    included.name = "grader";
    included.base = file.parent_path();
    included.files.push_back(file);
  }
  if (!families.empty() || !is_program_file(file)) return;
  faults.warning(code::k_unsupported,
                 "graders in other languages than C and C++ are not supported: submissions in "
                 "this language are judged without it",
                 place_of(file));
}

model::SubmissionRule rule_of(const Subtask& subtask, const ExpectedWord& word, std::string said_in,
                              std::string entry) {
  // More than what the rounding of scores hides.
  constexpr double k_little = 0.01;
  model::SubmissionRule rule;
  rule.group = subtask.folder;
  rule.said_in = std::move(said_in);
  rule.entry = std::move(entry);
  const bool has_points = subtask.folder != "sample" && subtask.points > 0;
  if (word.expected == Expected::failing) {
    rule.required = word.verdicts;
    rule.permitted = word.verdicts;
    rule.permitted->push_back(Verdict::ac);
  } else if (word.expected == Expected::full) {
    rule.permitted = {Verdict::ac};
    rule.required = rule.permitted;
    if (has_points) rule.score = model::ScoreRange{subtask.points, subtask.points};
  } else if (has_points) {
    rule.score = model::ScoreRange{k_little, subtask.points - k_little};
  }
  return rule;
}

const YamlNode* first_value(const YamlNode& map, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const YamlNode* value = map.find(key);
    if (value != nullptr && value->kind != YamlNode::Kind::null) return value;
  }
  return nullptr;
}

void read_task_limits(Reader& reader, const YamlNode* time, const YamlNode* memory,
                      model::Problem& problem) {
  constexpr double k_longest_s = 3600;
  constexpr double k_most_mib = 1 << 20;
  constexpr double k_least = 1e-3;
  if (time != nullptr) {
    const auto value = reader.number_within(*time, "time_limit", k_least, k_longest_s,
                                            "from 0.001 to 3600 seconds", "seconds");
    if (value) problem.limits.time = from_seconds(*value);
  }
  if (memory != nullptr) {
    const auto value = reader.number_within(*memory, "memory_limit", 1, k_most_mib,
                                            "from 1 to 1048576 MiB", "MiB");
    if (value) problem.limits.memory = Bytes{static_cast<std::int64_t>(*value * (1 << 20))};
  }
}

}  // namespace arbiter::package
