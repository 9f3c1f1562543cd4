#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "package/archive/folder_walk.hpp"
#include "package/yaml/yaml_reader.hpp"

// Readers of the tasks of olympiads. Each fills the problem but for its tests: those become recipes
// of problem.generation, whether they are generated or lie in the folder.
namespace arbiter::package {

/// The main file of a task in a folder: problem.json of TPS, task.yaml of the others. None: it is
/// no task.
std::optional<std::filesystem::path> find_task(FolderWalk& walk);

/// Reads the task whose main file is `file`.
void read_task_file(FolderWalk& walk, const std::filesystem::path& file, model::Problem& problem,
                    Faults& faults);

/// Reads a task of TPS, whose problem.json is `file`. Its list of tests is gen/data, else what
/// gen/data.py prints, which is in problem.generation.listing once it is known.
void read_tps(FolderWalk& walk, const std::filesystem::path& file, model::Problem& problem,
              Faults& faults);

/// Reads a task of CMS's Italian format or of task-maker, whose task.yaml is `file`.
void read_cms(FolderWalk& walk, const std::filesystem::path& file, model::Problem& problem,
              Faults& faults);

/// A subtask: its tests, and the folder of data/ that they get.
struct Subtask {
  std::string name;
  std::int64_t index = 0;  ///< by which TPS orders them
  double points = 0;
  model::ScoreAggregation aggregation = model::ScoreAggregation::min;
  std::vector<std::size_t> tests;  ///< indices into Task::tests; a test may be in several
  std::map<std::string, std::vector<std::string>> validator_args;  ///< by program
  std::string folder;                                              ///< by add_tests
};

/// The tests of a task. Names of recipes are without the folder.
struct Task {
  std::vector<model::TestRecipe> tests;
  std::vector<Subtask> subtasks;
  std::size_t first_index = 0;  ///< number of the first subtask, in names
  bool has_subtasks = true;     ///< false: the tests of the only one lie in secret/ itself
};

/// The most tests that a task may list; that it may have, where each counts in every subtask that
/// it is in; and subtasks.
inline constexpr std::size_t k_most_listed = 10'000;
inline constexpr std::size_t k_most_tests_of_task = 20'000;
inline constexpr std::size_t k_most_subtasks = 100;

/// What the readers of all tasks do alike.
class TaskReader {
 public:
  TaskReader(FolderWalk& walk, model::Problem& problem, Faults& faults)
      : walk_(walk), problem_(problem), faults_(faults) {}

 protected:
  /// A fault of a line of the list of tests, which is problem.generation.file.
  void fault(int line, std::string message) {
    faults_.error(code::k_bad_value, std::move(message), place(line));
  }
  [[nodiscard]] Place place(int line) const {
    return {problem_.generation.file.string(), line, 1, 1, {}};
  }
  /// Whether the task may list another test; that it may not is a fault of the line.
  bool has_room(int line);
  /// Makes recipes and groups of the task, with points by the rules of format 2025-09: a first
  /// subtask without points is data/sample, another one data/secret/NUMBER-NAME. Too many are a
  /// fault.
  void add_tests();

  /// A source file with the headers beside it, or in Python the other modules.
  model::ProgramSource program_at(const std::filesystem::path& file, model::CallProtocol protocol);
  /// The first program in `folder` (below the root) that is called one of `stems`, sources before
  /// what was compiled from them.
  std::optional<std::filesystem::path> find_program(const std::string& folder,
                                                    const std::vector<std::string>& stems);
  /// The file at a relative path below the root; none: there is no such, or the path leads out.
  std::optional<std::filesystem::path> find_file(const std::string& path);
  /// Makes `file` known as the generator that `word` calls.
  void add_generator(const std::string& word, const std::filesystem::path& file) {
    problem_.generation.programs[word] = program_at(file, model::CallProtocol::kattis);
  }
  /// Adds a file to what submissions in C and C++ are compiled with, in both if it is a header; a
  /// grader of another language is a warning.
  void add_grader_file(const std::filesystem::path& file);
  /// Reads time limit (seconds), memory limit (MiB), title and the number of processes, where they
  /// are said.
  void read_common(Reader& reader, const YamlNode* time, const YamlNode* memory,
                   const YamlNode* title, const YamlNode* processes);

  FolderWalk& walk_;
  model::Problem& problem_;
  Faults& faults_;
  Task task_;
};

/// What is expected of a submission in a subtask.
enum class Expected { full, partial, failing };
/// What a word of a task says of that, and how the failing tests end.
struct Expectation {
  Expected expected = Expected::full;
  std::vector<model::Verdict> verdicts = {};
};
/// The rule that the tests of a submission in a subtask end with AC or one of the verdicts, and one
/// of them so, if it is failing; else that it gets all or some of the points.
model::SubmissionRule rule_of(const Subtask& subtask, const Expectation& expectation,
                              std::string said_in, std::string entry);

/// Replaces the subtasks by what `score_type` and its parameters in task.yaml say; whether they do.
bool read_scores(Reader& reader, const YamlNode& root, Task& task);

/// The first value that a map has under one of these keys; null: there is none.
const YamlNode* first_value(const YamlNode& map, std::initializer_list<std::string_view> keys);

}  // namespace arbiter::package
