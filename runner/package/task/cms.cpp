#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/path_glob.hpp"
#include "base/text.hpp"
#include "package/generators/parts.hpp"
#include "package/task/task.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

// Validators open the file that they are told of.
constexpr const char* k_input_as_file = "/dev/stdin";
// The word by which the one generator of gen/GEN is known.
constexpr const char* k_generator = "generator";

/// The checks of task-maker, as "@check-accepted: subtask0 sub*" in a source.
const std::map<std::string, Expectation, std::less<>> k_checks = {
    {"accepted", {Expected::full}},
    {"partial-score", {Expected::partial}},
    {"wrong-answer", {Expected::failing, {Verdict::wa}}},
    {"time-limit-exceeded", {Expected::failing, {Verdict::tle}}},
    {"wall-time-limit-exceeded", {Expected::failing, {Verdict::tle}}},
    {"memory-limit-exceeded", {Expected::failing, {Verdict::mle, Verdict::rte}}},
    {"runtime-error", {Expected::failing, {Verdict::rte}}},
    {"zero", {Expected::failing, {Verdict::wa, Verdict::tle, Verdict::rte}}},
};

class CmsReader : public TaskReader {
 public:
  using TaskReader::TaskReader;

  void read(const fs::path& file) {
    refuse_others();
    read_yaml_map(file, false, faults_, [&](Reader& reader, const YamlNode& root) {
      if (!reader.is_map(root, "", "a map")) return;
      read_keys(reader, root);
      read_programs(reader, root);
      read_tests();
      // CMS too takes the points of score_type_parameters only where n_input is said.
      if (inputs_ && read_scores(reader, root, task_)) dependencies_.clear();
      dependencies_.resize(task_.subtasks.size());
    });
    add_dependencies();
    finish_subtasks();
    add_tests();
    read_solutions();
  }

 private:
  void refuse_others() {
    if (const auto file = find_file("gen/cases.gen")) {
      faults_.error(code::k_unsupported,
                    "tests that gen/cases.gen lists are not supported, only those of gen/GEN",
                    place_of(*file));
    }
    if (const auto file = find_program("check", {"controller"})) {
      faults_.error(code::k_unsupported, "controllers of task-maker are not supported",
                    place_of(*file));
    }
  }

  void read_keys(Reader& reader, const YamlNode& root) {
    read_common(reader, first_value(root, {"time_limit", "timeout"}),
                first_value(root, {"memory_limit", "memlimit"}),
                first_value(root, {"title", "nome", "name"}), first_value(root, {"num_processes"}));
    // Absent they have these names, but for task-maker's own file; empty they are the standard
    // streams.
    const bool is_orig = problem_.generation.file.extension() == ".orig";
    for (const auto& [key, usual, to] :
         {std::tuple("infile", "input.txt", &problem_.input_files),
          std::tuple("outfile", "output.txt", &problem_.output_files)}) {
      const YamlNode* value = root.find(key);
      const std::string name = value != nullptr ? value->text : is_orig ? "" : usual;
      if (name.find('/') != std::string::npos || name == ".." || name == ".") {
        reader.refuse(value->mark, fmt::format("'{}' must be the name of a file", key));
      } else if (!name.empty()) {
        to->push_back(name);
      }
    }
    if (const YamlNode* only = first_value(root, {"output_only"})) {
      problem_.is_submit_answer = reader.boolean(*only, "output_only").value_or(false);
    }
    for (const char* key : {"output_only_testcases", "output_optional_testcases"}) {
      const YamlNode* value = root.find(key);
      if (value == nullptr || value->is_blank()) continue;
      reader.error(code::k_unsupported, value->mark,
                   fmt::format("'{}': tasks with outputs for some tests are not supported", key));
    }
    if (const YamlNode* count = first_value(root, {"n_input"})) {
      inputs_ = reader.whole(*count, "n_input", 0, k_most_listed);
    }
    if (const YamlNode* total = first_value(root, {"total_value"})) {
      total_ = read_points(reader, *total, "total_value").value_or(total_);
    }
  }

  void read_programs(Reader& reader, const YamlNode& root) {
    const auto cms = model::CallProtocol::cms;
    const auto find = [&](const char* now, const char* before) {
      auto file = find_program("check", {now});
      return file ? file : find_program("cor", {before});
    };
    const auto checker = find("checker", "correttore");
    const auto manager = find("manager", "manager");
    if (manager && !problem_.is_submit_answer) {
      problem_.interactor = program_at(*manager, cms);
      problem_.is_interactive = true;
      problem_.input_files.clear();
      problem_.output_files.clear();
      const YamlNode* io = first_value(root, {"user_io"});
      // Both names lead to the standard streams, so who reads those does not miss anything.
      problem_.opens_channels =
          io == nullptr ||
          reader.choice<bool>(*io, "user_io", {{"std_io", false}, {"fifo_io", true}})
              .value_or(true);
    } else if (checker) {
      problem_.output_validator = program_at(*checker, cms);
    } else {
      problem_.standard_checker = "lines";
    }
    if (const auto file = find_program("gen", {"validator", "valida"})) {
      problem_.input_validators.push_back(program_at(*file, model::CallProtocol::testlib));
    }
  }

  void read_tests() {
    const auto list = find_file("gen/GEN");
    const auto generator = find_program("gen", {"generator", "generatore"});
    const auto source = list ? SourceText::read(*list, faults_) : std::nullopt;
    if (source) {
      problem_.generation.file = *list;
      if (generator) add_generator(k_generator, *generator);
      int number = 0;
      for (const std::string_view line : split_lines(source->text()))
        parse(++number, line);
    }
    if (task_.subtasks.empty() && task_.tests.empty() && !list) add_static_tests();
    if (!task_.tests.empty()) return;
    faults_.error(code::k_no_data, "the task has no tests: neither gen/GEN nor input/input0.txt",
                  place_of(walk_.root()));
  }

  /// The files of the test that is the next one, where they lie in input/ and output/.
  bool add_static_files(model::TestRecipe& recipe) {
    const std::size_t number = task_.tests.size();
    const auto input = find_file(fmt::format("input/input{}.txt", number));
    if (!input) return false;
    recipe.copies[".in"] = *input;
    const auto answer = problem_.is_interactive
                            ? std::nullopt
                            : find_file(fmt::format("output/output{}.txt", number));
    if (answer) recipe.copies[".ans"] = *answer;
    recipe.place = place_of(*input);
    return true;
  }

  void add_static_tests() {
    const auto most = static_cast<std::size_t>(inputs_.value_or(k_most_listed));
    while (task_.tests.size() < most) {
      model::TestRecipe recipe;
      if (!add_static_files(recipe)) break;
      add(std::move(recipe));
    }
    if (inputs_ && task_.tests.size() < most) {
      faults_.error(
          code::k_no_input,
          fmt::format("n_input is {}, but there is no input/input{}.txt", most, task_.tests.size()),
          place_of(problem_.generation.file));
    }
  }

  void add(model::TestRecipe recipe) {
    recipe.name = fmt::format("{:03}", task_.tests.size());
    if (task_.subtasks.empty()) {
      task_.has_subtasks = false;
      Subtask& all = task_.subtasks.emplace_back();
      all.points = total_;
      all.aggregation = model::ScoreAggregation::sum;
      dependencies_.emplace_back();
    }
    task_.subtasks.back().tests.push_back(task_.tests.size());
    task_.tests.push_back(std::move(recipe));
  }

  /// A line of gen/GEN: what is before "#" is told to the generator, and some comments mean
  /// something.
  void parse(int line, std::string_view text) {
    const std::size_t hash = text.find('#');
    const std::string_view said = trimmed(text.substr(0, hash));
    if (!said.empty()) return parse_test(line, std::string(said));
    if (hash == std::string_view::npos) return;
    const std::string_view comment = trimmed(text.substr(hash + 1));
    const auto value_of = [&](std::string_view word) -> std::optional<std::string> {
      if (!comment.starts_with(word)) return std::nullopt;
      const std::string_view value = trimmed(comment.substr(word.size()));
      return std::string(trimmed(value.substr(0, value.find('#'))));
    };
    if (const auto points = value_of("ST:")) {
      add_subtask(line, *points);
    } else if (const auto path = value_of("COPY:")) {
      model::TestRecipe recipe;
      recipe.place = place(line);
      const auto file = find_file(*path);
      if (!file) return fault(line, fmt::format("there is no file '{}'", clipped(*path)));
      recipe.copies[".in"] = *file;
      add_listed(line, std::move(recipe));
    } else if (const auto name = value_of("STNAME:")) {
      if (task_.subtasks.empty()) return fault(line, "#STNAME: stands before the first #ST:");
      task_.subtasks.back().name = *name;
    } else if (const auto names = value_of("STDEP:")) {
      if (task_.subtasks.empty()) return fault(line, "#STDEP: stands before the first #ST:");
      for (std::string& one : words_of(*names, " \t,"))
        dependencies_.back().push_back(std::move(one));
    }
  }

  void add_subtask(int line, const std::string& points) {
    const auto value = parse_decimal(points);
    if (!value || *value < 0) {
      return fault(line, fmt::format("'{}' is not a number of points", clipped(points)));
    }
    if (!task_.has_subtasks) return fault(line, "a test stands before the first #ST:");
    if (task_.subtasks.size() > k_most_subtasks) return;
    task_.subtasks.emplace_back().points = *value;
    dependencies_.emplace_back();
  }

  void parse_test(int line, std::string said) {
    model::TestRecipe recipe;
    recipe.place = place(line);
    if (problem_.generation.programs.empty()) {
      // A task that was handed on without what made its tests.
      if (!add_static_files(recipe)) {
        return fault(line, "gen/ has no program 'generator', and input/ not this test");
      }
      return add_listed(line, std::move(recipe));
    }
    const auto words = split_command(said);
    if (!words) return fault(line, "a quote or backslash has no end");
    recipe.command = fmt::format("{} {}", k_generator, said);
    recipe.program = k_generator;
    recipe.arguments = *words;
    add_listed(line, std::move(recipe));
  }

  void add_listed(int line, model::TestRecipe recipe) {
    if (has_room(line)) add(std::move(recipe));
  }

  [[nodiscard]] static std::vector<std::string> validator_words(std::size_t subtask) {
    return {k_input_as_file, std::to_string(subtask + 1)};
  }

  /// The subtasks that one depends on, be it through others.
  [[nodiscard]] std::set<std::size_t> needed_by(std::size_t subtask) const {
    std::set<std::size_t> all = {subtask};
    std::vector<std::size_t> open = {subtask};
    while (!open.empty()) {
      const auto& words = dependencies_[open.back()];
      open.pop_back();
      for (std::size_t i = 0; i < task_.subtasks.size(); ++i) {
        const bool is_meant = has_word(words, "*") || has_word(words, name_of(i));
        if (is_meant && all.insert(i).second) open.push_back(i);
      }
    }
    all.erase(subtask);
    return all;
  }

  /// A subtask has no more points than those that it depends on, so it has their tests as well.
  /// Validators judge each as one of its own subtask.
  void add_dependencies() {
    std::vector<std::vector<std::size_t>> own;
    for (const Subtask& subtask : task_.subtasks)
      own.push_back(subtask.tests);
    for (std::size_t i = 0; i < own.size(); ++i) {
      for (const std::size_t other : needed_by(i)) {
        for (const std::size_t test : own[other]) {
          model::TestRecipe copy = task_.tests[test];
          const auto words = validator_words(other);
          copy.literals[".yaml"] =
              fmt::format("input_validator_args: ['{}', '{}']\n", words[0], words[1]);
          if (task_.tests.size() > k_most_tests_of_task) return;
          task_.subtasks[i].tests.push_back(task_.tests.size());
          task_.tests.push_back(std::move(copy));
        }
      }
    }
  }

  void finish_subtasks() {
    if (problem_.input_validators.empty()) return;
    for (std::size_t i = 0; i < task_.subtasks.size(); ++i)
      task_.subtasks[i].validator_args[problem_.input_validators[0].name] = validator_words(i);
  }

  /// As task-maker calls it.
  [[nodiscard]] std::string name_of(std::size_t subtask) const {
    const std::string& own = task_.subtasks[subtask].name;
    return own.empty() ? fmt::format("subtask{}", subtask) : own;
  }

  void read_solutions() {
    const auto folder = walk_.find(walk_.root(), "sol");
    if (!folder || !folder->is_folder) return;
    for (const FolderEntry& entry : walk_.list(folder->path)) {
      const std::string stem = entry.path.stem().string();
      if (entry.is_folder || !walk_.check_readable(entry.path)) continue;
      if (stem == "grader" || stem == "stub" || is_header(entry.path)) {
        add_grader_file(entry.path);
      } else if (stem != "template" && is_program_file(entry.path) && entry.path.has_extension()) {
        add_solution(entry.path, stem == "solution" || stem == "soluzione");
      }
    }
  }

  void add_solution(const fs::path& file, bool is_model) {
    model::LabelledSubmission made;
    made.path = file;
    made.label = is_model ? "accepted" : "sol";
    if (is_model && !problem_.reference) problem_.reference = file;
    if (const auto text = read_file(file, mib(1))) {
      for (const std::string_view line : split_lines(*text))
        read_check(line, made);
    }
    problem_.submissions.push_back(std::move(made));
  }

  void read_check(std::string_view line, model::LabelledSubmission& made) {
    constexpr std::string_view k_mark = "@check-";
    const std::size_t at = line.find(k_mark);
    if (at == std::string_view::npos) return;
    const std::string_view rest = line.substr(at + k_mark.size());
    const std::size_t colon = rest.find(':');
    const auto check = k_checks.find(rest.substr(0, colon));
    if (check == k_checks.end() || colon == std::string_view::npos) {
      faults_.warning(code::k_unknown_label,
                      fmt::format("unknown check '{}'", clipped(printable(rest))),
                      place_of(made.path));
      return;
    }
    for (const std::string& glob : words_of(rest.substr(colon + 1), " \t\r")) {
      for (std::size_t i = 0; i < task_.subtasks.size(); ++i) {
        if (!matches_path_glob(glob, name_of(i), PathGlob::whole)) continue;
        made.rules.push_back(rule_of(task_.subtasks[i], check->second,
                                     made.path.filename().string(), "@check-" + check->first));
      }
    }
  }

  std::optional<std::int64_t> inputs_;  ///< n_input
  double total_ = 100;
  std::vector<std::vector<std::string>> dependencies_;  ///< of subtasks, by name
};

}  // namespace

void read_cms(FolderWalk& walk, const fs::path& file, model::Problem& problem, Faults& faults) {
  CmsReader(walk, problem, faults).read(file);
}

}  // namespace arbiter::package
