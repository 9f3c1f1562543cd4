#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr int k_levels_down = 2;

using Files = std::map<std::string, fs::path>;

/// The names that the answer to this input may have, the best first, and the test's own name;
/// none when the name is not that of an input.
struct InputName {
  std::string test;
  std::vector<std::string> answers;
  bool is_surely_input = false;  ///< worth a warning when it has no answer
};

std::optional<InputName> as_input(const std::string& name) {
  if (name.size() > 3 && name.ends_with(".in")) {
    const std::string base = name.substr(0, name.size() - 3);
    return InputName{base, {base + ".ans", base + ".out"}, true};
  }
  constexpr std::string_view k_input = "input";
  constexpr std::string_view k_text = ".txt";
  if (name.size() >= k_input.size() + k_text.size() && name.starts_with(k_input) &&
      name.ends_with(k_text)) {
    return InputName{name.substr(0, name.size() - k_text.size()),
                     {"output" + name.substr(k_input.size())},
                     true};
  }
  if (name.ends_with(".a")) return std::nullopt;
  return InputName{name, {name + ".a"}, false};
}

/// Whether a file of that name is surely meant as a part of a test.
bool looks_like_test(const std::string& name) {
  const auto input = as_input(name);
  return (input && input->is_surely_input) || name.ends_with(".ans") || name.ends_with(".out") ||
         name.ends_with(".a") || (name.starts_with("output") && name.ends_with(".txt"));
}

void pair_up(FolderWalk& walk, const std::string& prefix, const Files& files,
             model::Problem& problem, Faults& faults) {
  std::vector<fs::path> lonely;
  for (const auto& [name, path] : files) {
    const auto input = as_input(name);
    if (!input) continue;
    const auto answer = std::ranges::find_if(
        input->answers, [&](const std::string& one) { return files.contains(one); });
    if (answer == input->answers.end()) {
      if (input->is_surely_input) lonely.push_back(path);
      continue;
    }
    const fs::path& answer_path = files.at(*answer);
    if (!walk.check_readable(path) || !walk.check_readable(answer_path)) continue;
    model::TestCase test;
    test.name = prefix + input->test;
    test.input = path;
    test.answer = answer_path;
    problem.tests.push_back(std::move(test));
  }
  for (const fs::path& path : lonely) {
    faults.warning(code::k_no_companion, "this input has no answer, so it is not a test",
                   place_of(path),
                   {fmt::format("add {}", as_input(path.filename().string())->answers.front())});
  }
}

void read_level(FolderWalk& walk, const fs::path& folder, const std::string& prefix, int levels,
                model::Problem& problem, Faults& faults) {
  Files files;
  for (const FolderEntry& entry : walk.list(folder)) {
    if (printable(entry.name) != entry.name ||
        entry.name.find_first_of("\n\t") != std::string::npos) {
      faults.warning(code::k_bad_name, "this name cannot be shown, so it is ignored",
                     place_of(entry.path));
    } else if (!entry.is_folder) {
      files.emplace(entry.name, entry.path);
    } else if (levels > 0) {
      read_level(walk, entry.path, prefix + entry.name + "/", levels - 1, problem, faults);
    }
  }
  pair_up(walk, prefix, files, problem, faults);
}

/// Test names are unique even where 1.in and a bare 1 both have answers.
void drop_doubles(model::Problem& problem, Faults& faults) {
  auto& tests = problem.tests;
  std::ranges::stable_sort(tests, model::judged_before, &model::TestCase::name);
  const auto doubles = std::unique(
      tests.begin(), tests.end(), [&](const model::TestCase& kept, const model::TestCase& next) {
        if (kept.name != next.name) return false;
        faults.warning(code::k_ignored,
                       fmt::format("there is another test '{}', so this one is ignored", kept.name),
                       place_of(next.input));
        return true;
      });
  tests.erase(doubles, tests.end());
}

}  // namespace

void read_plain_folder(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  problem.is_plain_folder = true;
  // Their pairs would be found, but their checkers and limits would not.
  for (const auto& [file, kind] :
       {std::pair("task.toml", "a task-maker task in TOML"),
        std::pair("init.yml", "a DMOJ problem"), std::pair("problem.rbx.yml", "an rbx problem")}) {
    const auto entry = walk.find(walk.root(), file);
    if (!entry) continue;
    faults.error(code::k_unsupported, fmt::format("this is {}, which is not supported yet", kind),
                 place_of(entry->path));
    return;
  }
  const OuterFacts outer = read_outer_files(walk, faults);
  if (outer.limit) problem.limits.time = outer.limit->time;
  if (!outer.name.empty()) problem.name["en"] = outer.name;
  walk.set_wanted(looks_like_test);
  read_level(walk, walk.root(), "", k_levels_down, problem, faults);
  drop_doubles(problem, faults);
  if (!problem.tests.empty() || walk.is_exhausted()) return;
  std::vector<std::string> helps = {
      "a problem folder holds problem.yaml and data/secret/*.in with *.ans"};
  if (walk.find(walk.root(), "problem.yml")) {
    helps.emplace_back("there is a problem.yml here: rename it to problem.yaml");
  }
  faults.error(code::k_no_data,
               "no problem.yaml and no tests here: looked for 1.in with 1.ans or 1.out, 01 with "
               "01.a, and input1.txt with output1.txt, in the folder and two levels down",
               place_of(walk.root()), std::move(helps));
}

}  // namespace arbiter::package
