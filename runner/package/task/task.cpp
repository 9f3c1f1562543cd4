#include "package/task/task.hpp"

#include <fmt/format.h>

#include <algorithm>

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

bool TaskReader::has_room(int line) {
  if (task_.tests.size() < k_most_listed) return true;
  faults_.error(code::k_too_many, fmt::format("there are more than {} test cases", k_most_listed),
                place(line));
  return false;
}

void TaskReader::add_tests() {
  model::Generation& generation = problem_.generation;
  std::size_t count = 0;
  for (const Subtask& subtask : task_.subtasks)
    count += subtask.tests.size();
  if (count > k_most_tests_of_task || task_.subtasks.size() > k_most_subtasks) {
    faults_.error(code::k_too_many,
                  fmt::format("there are more than {} test cases in all subtasks, or more than {} "
                              "subtasks",
                              k_most_tests_of_task, k_most_subtasks),
                  place_of(generation.file));
    return;
  }
  std::map<std::size_t, std::string> origins;
  double total = 0;
  for (std::size_t i = 0; i < task_.subtasks.size(); ++i) {
    Subtask& subtask = task_.subtasks[i];
    subtask.folder = folder_of(task_, i);
    total += subtask.points;
    generation.group_files[subtask.folder + "/test_group.yaml"] = group_file(subtask);
    for (const std::size_t index : subtask.tests) {
      model::TestRecipe recipe = task_.tests[index];
      recipe.name = subtask.folder + "/" + recipe.name;
      recipe.origin = origins.emplace(index, recipe.name).first->second;
      recipe.may_repeat = true;
      generation.tests.push_back(std::move(recipe));
    }
  }
  if (!task_.subtasks.empty()) {
    // Inputs that belong to no subtask are held against the last one, which usually allows most.
    Subtask all;
    all.points = total;
    all.aggregation = model::ScoreAggregation::sum;
    all.validator_args = task_.subtasks.back().validator_args;
    problem_.input_validator_args = all.validator_args;
    generation.group_files.emplace("secret/test_group.yaml", group_file(all));
  }
  problem_.is_scoring = true;
  problem_.checker_points = model::CheckerPoints::percent;
  problem_.limits.output = k_output;
  problem_.limits.validation_output = k_output;
}

model::ProgramSource TaskReader::program_at(const fs::path& file, model::CallProtocol protocol) {
  const bool is_python = file.extension() == ".py";
  model::ProgramSource program;
  program.name = program.entry = file.filename().string();
  program.base = file.parent_path();
  program.protocol = protocol;
  program.files = {file};
  for (const FolderEntry& entry : walk_.list(program.base)) {
    const bool is_part = is_python ? entry.path.extension() == ".py" : is_header(entry.path);
    if (!entry.is_folder && is_part && entry.path != file && walk_.check_readable(entry.path)) {
      program.files.push_back(entry.path);
    }
  }
  return program;
}

std::optional<fs::path> TaskReader::find_program(const std::string& folder,
                                                 const std::vector<std::string>& stems) {
  const auto found = walk_.find(walk_.root(), folder);
  if (!found || !found->is_folder) return std::nullopt;
  std::optional<fs::path> compiled;
  for (const FolderEntry& entry : walk_.list(found->path)) {
    const bool is_called_so = std::ranges::find(stems, entry.path.stem().string()) != stems.end();
    if (entry.is_folder || !is_called_so || !is_program_file(entry.path)) continue;
    if (!walk_.check_readable(entry.path)) continue;
    if (entry.path.has_extension()) return entry.path;
    compiled = entry.path;
  }
  return compiled;
}

std::optional<fs::path> TaskReader::find_file(const std::string& path) {
  std::optional<FolderEntry> at = FolderEntry{"", walk_.root(), true};
  for (const fs::path& part : fs::path(path).lexically_normal()) {
    if (part.empty() || part == "." || part == ".." || part == "/" || !at->is_folder) {
      return std::nullopt;
    }
    at = walk_.find(at->path, part.string());
    if (!at) return std::nullopt;
  }
  if (at->is_folder || !walk_.check_readable(at->path)) return std::nullopt;
  return at->path;
}

void TaskReader::add_grader_file(const fs::path& file) {
  const std::string extension = file.extension().string();
  std::vector<std::string> families;
  if (is_header(file)) families = {"c", "cpp"};
  if (extension == ".c") families = {"c"};
  if (extension == ".cpp" || extension == ".cc") families = {"cpp"};
  for (const std::string& family : families) {
    model::ProgramSource& included = problem_.includes[family];
    included.name = "grader";
    included.base = file.parent_path();
    included.files.push_back(file);
  }
  if (!families.empty() || !is_program_file(file)) return;
  faults_.warning(code::k_unsupported,
                  "graders in other languages than C and C++ are not supported: submissions in "
                  "this language are judged without it",
                  place_of(file));
}

model::SubmissionRule rule_of(const Subtask& subtask, const Expectation& expectation,
                              std::string said_in, std::string entry) {
  // More than what the rounding of scores hides.
  constexpr double k_little = 0.01;
  model::SubmissionRule rule;
  rule.group = subtask.folder;
  rule.said_in = std::move(said_in);
  rule.entry = std::move(entry);
  const bool has_points = subtask.folder != "sample" && subtask.points > 0;
  if (expectation.expected == Expected::failing) {
    rule.required = expectation.verdicts;
    rule.permitted = expectation.verdicts;
    rule.permitted->push_back(Verdict::ac);
  } else if (expectation.expected == Expected::full) {
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

void TaskReader::read_common(Reader& reader, const YamlNode* time, const YamlNode* memory,
                             const YamlNode* title, const YamlNode* processes) {
  constexpr double k_longest_s = 3600;
  constexpr double k_most_mib = 1 << 20;
  constexpr double k_least = 1e-3;
  if (time != nullptr) {
    const auto value = reader.number_within(*time, "time_limit", k_least, k_longest_s,
                                            "from 0.001 to 3600 seconds", "seconds");
    if (value) problem_.limits.time = from_seconds(*value);
  }
  if (memory != nullptr) {
    const auto value = reader.number_within(*memory, "memory_limit", 1, k_most_mib,
                                            "from 1 to 1048576 MiB", "MiB");
    if (value) problem_.limits.memory = Bytes{static_cast<std::int64_t>(*value * (1 << 20))};
  }
  if (title != nullptr) problem_.name["en"] = reader.text(*title, "title").value_or("");
  if (processes == nullptr) return;
  problem_.processes = read_whole<1, model::k_most_processes>(reader, *processes, "num_processes")
                           .value_or(problem_.processes);
}

}  // namespace arbiter::package
