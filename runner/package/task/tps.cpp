#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/generators/parts.hpp"
#include "package/task/task.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::Verdict;

constexpr std::size_t k_most_included = 1'000'000;

/// The verdicts of solutions.json.
const Reader::Words<Expectation> k_tps_verdicts = {
    {"model_solution", {Expected::full}},
    {"correct", {Expected::full}},
    {"partially_correct", {Expected::partial}},
    {"incorrect", {Expected::failing, {Verdict::wa}}},
    {"time_limit", {Expected::failing, {Verdict::tle}}},
    {"memory_limit", {Expected::failing, {Verdict::mle, Verdict::rte}}},
    {"runtime_error", {Expected::failing, {Verdict::rte}}},
    {"time_limit_and_runtime_error", {Expected::failing, {Verdict::tle, Verdict::rte}}},
    {"failed", {Expected::failing, {Verdict::wa, Verdict::tle, Verdict::rte}}},
};

class TpsReader : public TaskReader {
 public:
  using TaskReader::TaskReader;

  void read(const fs::path& file) {
    read_yaml_map(file, false, faults_,
                  [&](Reader& reader, const YamlNode& root) { read_problem(reader, root); });
    read_subtasks();
    read_programs();
    read_tests();
    add_tests();
    if (const auto solutions = find_file("solutions.json")) read_solutions(*solutions);
  }

 private:
  void read_problem(Reader& reader, const YamlNode& root) {
    if (!reader.is_map(root, "", "an object")) return;
    read_common(reader, root.find("time_limit"), root.find("memory_limit"),
                first_value(root, {"title", "name"}),
                first_value(root, {"num_processes", "num_sol_processes"}));
    const YamlNode* type = root.find("type");
    if (type != nullptr) {
      const auto word = reader.choice<std::string>(*type, "type",
                                                   {{"Batch", ""},
                                                    {"Communication", "c"},
                                                    {"OutputOnly", "o"},
                                                    {"TwoSteps", "two-step tasks"}});
      problem_.is_interactive = word == "c";
      problem_.is_submit_answer = word == "o";
      if (word && word->size() > 1) {
        reader.error(code::k_unsupported, type->mark, *word + " of TPS are not supported");
      }
    }
    problem_.tells_process = true;
    if (const YamlNode* has = root.find("has_checker")) has_checker_ = boolean_of(*has);
  }

  void read_subtasks() {
    const auto file = find_file("subtasks.json");
    if (!file) {
      faults_.error(code::k_missing_key, "a task of TPS needs subtasks.json beside it",
                    place_of(walk_.root() / "problem.json"));
      return;
    }
    read_yaml_map(*file, false, faults_, [&](Reader& reader, const YamlNode& root) {
      if (!reader.is_map(root, "", "an object")) return;
      for (const char* key : {"global_validators", "subtask_sensitive_validators"}) {
        const YamlNode* value = root.find(key);
        if (value == nullptr) continue;
        const auto words = reader.words(*value, key);
        for (std::size_t i = 0; words && i < words->size(); ++i)
          add_validator(reader, *value->items[i], (*words)[i]);
      }
      const YamlNode* subtasks = root.find("subtasks");
      if (subtasks == nullptr) return;
      for (const MapEntry& entry : reader.entries(*subtasks, "subtasks", "an object"))
        read_subtask(reader, entry);
    });
    std::ranges::stable_sort(task_.subtasks, {}, &Subtask::index);
    for (Subtask& subtask : task_.subtasks) {
      subtask.validator_args = validators_;
      for (auto& [program, words] : subtask.validator_args) {
        for (std::string& word : words)
          replace_all(word, "{subtask}", subtask.name);
      }
    }
    if (!task_.subtasks.empty())
      task_.first_index = static_cast<std::size_t>(task_.subtasks.front().index);
  }

  void add_validator(Reader& reader, const YamlNode& node, const std::string& command) {
    const auto words = split_command(command).value_or(std::vector<std::string>{});
    const auto file = words.empty() ? std::nullopt : find_named("validator", words[0]);
    if (!file) {
      reader.refuse(node.mark, fmt::format("validator/ has no '{}'", clipped(command)));
      return;
    }
    model::ProgramSource made = program_at(*file, model::CallProtocol::testlib);
    if (words.size() > 1) validators_[made.name].assign(words.begin() + 1, words.end());
    problem_.input_validators.push_back(std::move(made));
  }

  void read_subtask(Reader& reader, const MapEntry& entry) {
    const bool is_full = task_.subtasks.size() > k_most_subtasks;
    if (is_full || !reader.is_map(*entry.value, entry.key, "an object")) return;
    Subtask subtask;
    subtask.name = entry.key;
    subtask.index = static_cast<std::int64_t>(task_.subtasks.size());
    if (const YamlNode* index = entry.value->find("index")) {
      subtask.index = reader.whole(*index, "index", 0, 1000).value_or(subtask.index);
    }
    if (const YamlNode* score = entry.value->find("score")) {
      subtask.points = read_points(reader, *score, "score").value_or(0);
    }
    const YamlNode* own = entry.value->find("validators");
    if (own != nullptr && !own->is_blank()) {
      reader.warning(code::k_unsupported, own->mark,
                     "validators of single subtasks are not supported, so they do not run",
                     {"'subtask_sensitive_validators' run for each subtask"});
    }
    task_.subtasks.push_back(std::move(subtask));
  }

  std::optional<fs::path> find_named(const std::string& folder, const std::string& word) {
    if (auto file = find_file(folder + "/" + word)) return file;
    return find_program(folder, {word});
  }

  void read_programs() {
    const auto cms = model::CallProtocol::cms;
    const auto checker = find_program("checker", {"checker"});
    const bool is_used = has_checker_.value_or(checker && !problem_.is_interactive);
    if (checker && is_used) problem_.output_validator = program_at(*checker, cms);
    if (has_checker_.value_or(false) && !checker) {
      faults_.error(code::k_not_program, "the task has no program checker/checker",
                    place_of(walk_.root() / "problem.json"));
    }
    if (!problem_.output_validator && !problem_.is_interactive) problem_.standard_checker = "lines";
    if (problem_.is_interactive) {
      auto manager = find_program("manager", {"manager"});
      if (!manager) manager = find_program("grader", {"manager"});
      if (manager) {
        problem_.interactor = program_at(*manager, cms);
      } else {
        faults_.error(code::k_not_program,
                      "a task of type Communication needs a manager, in manager/ or grader/",
                      place_of(walk_.root() / "problem.json"));
      }
    }
    const auto graders = walk_.find(walk_.root(), "grader");
    if (!graders || !graders->is_folder) return;
    for (const FolderEntry& language : walk_.list(graders->path)) {
      if (!language.is_folder) continue;
      for (const fs::path& file : walk_.files_below(language.path))
        add_grader_file(file);
    }
  }

  void read_tests() {
    model::Generation& generation = problem_.generation;
    for (const auto& [name, to] :
         {std::pair("input.header", &before_), std::pair("input.footer", &after_)}) {
      const auto file = find_file(std::string("gen/") + name);
      if (!file) continue;
      if (auto text = read_file(*file, mib(1))) *to = *std::move(text);
    }
    const auto data = find_file("gen/data");
    const auto lister = data ? std::nullopt : find_file("gen/data.py");
    if (data) {
      generation.file = *data;
      if (const auto source = SourceText::read(*data, faults_)) parse(source->text());
    } else if (lister) {
      generation.file = *lister;
      generation.lister = program_at(*lister, model::CallProtocol::kattis);
      if (generation.listing) parse(*generation.listing);
    } else {
      faults_.error(
          code::k_no_data,
          "a task of TPS lists its tests in gen/data or gen/data.py, and there is neither",
          place_of(walk_.root()));
    }
  }

  void parse(const std::string& text) {
    int number = 0;
    for (const std::string_view line : split_lines(text)) {
      ++number;
      const std::string_view said = trimmed(line);
      if (said.empty() || said.starts_with('#')) continue;
      const auto words = split_command(said);
      if (!words || words->empty()) {
        fault(number, "a quote or backslash has no end");
      } else if (words->front().starts_with('@')) {
        parse_command(number, *words);
      } else if (testset_.empty()) {
        fault(number, "a test stands before the first @subtask or @testset");
      } else {
        parse_test(number, std::string(said), *words);
      }
    }
    for (Subtask& subtask : task_.subtasks) {
      const auto found = sets_.find(subtask.name);
      if (found != sets_.end()) subtask.tests.assign(found->second.begin(), found->second.end());
    }
  }

  void parse_command(int line, const std::vector<std::string>& words) {
    const bool is_subtask = words[0] == "@subtask";
    if ((is_subtask || words[0] == "@testset") && words.size() > 1) {
      testset_ = words[1];
      sets_[testset_];
      offset_ = 0;
      prefix_ = is_subtask ? std::to_string(subtask_counter_++) : testset_;
      const bool is_known =
          std::ranges::find(task_.subtasks, testset_, &Subtask::name) != task_.subtasks.end();
      if (is_subtask && !is_known) {
        fault(line, fmt::format("subtasks.json has no subtask '{}'", clipped(testset_)));
      }
    } else if (words[0] == "@include" && !testset_.empty()) {
      for (auto word = words.begin() + 1; word != words.end(); ++word) {
        const auto found = sets_.find(*word);
        if (found == sets_.end()) {
          fault(line, fmt::format("there is no testset '{}' above this line", clipped(*word)));
          continue;
        }
        included_ += found->second.size();
        if (included_ > k_most_included) return fault(line, "too many tests are included here");
        sets_[testset_].insert(found->second.begin(), found->second.end());
      }
    } else {
      fault(line, fmt::format("unknown command '{}'", clipped(words[0])));
    }
  }

  void parse_test(int line, std::string said, const std::vector<std::string>& words) {
    model::TestRecipe recipe;
    recipe.name = fmt::format("{}-{:02}", prefix_, ++offset_);
    std::ranges::replace_if(
        recipe.name, [](char c) { return !is_name_char(c); }, '_');
    recipe.place = place(line);
    recipe.before = before_;
    recipe.after = after_;
    if (words[0] == "manual" || words[0] == "copy") {
      const std::string path = (words[0] == "manual" ? "gen/manual/" : "gen/") +
                               (words.size() == 2 ? words[1] : std::string(".."));
      const auto file = find_file(path);
      if (!file) return fault(line, fmt::format("there is no file '{}'", clipped(path)));
      recipe.copies[".in"] = *file;
    } else {
      if (!problem_.generation.programs.contains(words[0])) {
        const auto file = find_named("gen", words[0]);
        if (!file) return fault(line, fmt::format("gen/ has no generator '{}'", clipped(words[0])));
        add_generator(words[0], *file);
      }
      recipe.command = std::move(said);
      recipe.program = words[0];
      recipe.arguments.assign(words.begin() + 1, words.end());
    }
    if (!has_room(line)) return;
    sets_[testset_].insert(task_.tests.size());
    task_.tests.push_back(std::move(recipe));
  }

  void read_solutions(const fs::path& file) {
    read_yaml_map(file, true, faults_, [&](Reader& reader, const YamlNode& root) {
      for (const MapEntry& entry : reader.entries(root, "", "an object from solutions to verdicts"))
        read_solution(reader, entry);
    });
  }

  void read_solution(Reader& reader, const MapEntry& entry) {
    if (!reader.is_map(*entry.value, entry.key, "an object")) return;
    const auto path = find_file("solution/" + entry.key);
    if (!path) {
      reader.refuse(entry.mark, fmt::format("solution/ has no '{}'", clipped(entry.key)));
      return;
    }
    const YamlNode* word = entry.value->find("verdict");
    if (word == nullptr) {
      reader.error(code::k_missing_key, entry.value->mark, "the key 'verdict' is missing");
      return;
    }
    const auto whole = reader.choice(*word, "verdict", k_tps_verdicts);
    if (!whole) return;
    const YamlNode* except = first_value(*entry.value, {"except"});
    model::LabelledSubmission made;
    made.path = *path;
    made.label = whole->expected == Expected::full && except == nullptr ? "accepted" : word->text;
    if (word->text == "model_solution") problem_.reference = *path;
    std::map<std::string, std::optional<Expectation>> exceptions;
    if (except != nullptr && reader.is_map(*except, "except", "an object")) {
      for (const MapEntry& one : except->entries) {
        exceptions[one.key] = reader.choice(*one.value, "verdict", k_tps_verdicts);
        if (std::ranges::find(task_.subtasks, one.key, &Subtask::name) == task_.subtasks.end()) {
          reader.refuse(one.mark, fmt::format("there is no subtask '{}'", clipped(one.key)));
        }
      }
    }
    for (const Subtask& subtask : task_.subtasks) {
      const auto found = exceptions.find(subtask.name);
      const auto& one = found == exceptions.end() ? whole : found->second;
      if (!one || subtask.tests.empty()) continue;
      made.rules.push_back(rule_of(subtask, *one, "solutions.json", entry.key));
    }
    problem_.submissions.push_back(std::move(made));
  }

  std::optional<bool> has_checker_;
  std::map<std::string, std::vector<std::string>> validators_;  ///< arguments by program
  std::string before_;
  std::string after_;
  std::map<std::string, std::set<std::size_t>, std::less<>> sets_;  ///< by testset
  std::string testset_;                                             ///< that is being read
  std::string prefix_;                                              ///< of its tests' names
  int offset_ = 0;
  std::size_t included_ = 0;
  int subtask_counter_ = 0;
};

}  // namespace

void read_tps(FolderWalk& walk, const fs::path& file, model::Problem& problem, Faults& faults) {
  TpsReader(walk, problem, faults).read(file);
}

}  // namespace arbiter::package
