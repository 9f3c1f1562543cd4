// What packages are read as, and what is said of their faults. Each file of testdata/cases holds
// cases of one kind:
//   == NAME
//   -- FILE, and its text in the lines below, or "1"; "FILE +" goes on with one that is there,
//      "FILE =" has none, "FILE -> TARGET" is a link, "FILE |" a pipe, "FILE/" an empty folder;
//      "FILE !" is removed; in "FILE ~" the first line below is replaced by the others
//   >> a diagnostic, in order; none: there are none
//   .. a part of what is shown
//   :: a line of PackageFacts
//   !! a key that has none
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "base/test_cases.hpp"
#include "base/text.hpp"
#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

std::string shown_zone(const model::ReplayZone& zone) {
  const std::vector<std::string> layouts = {"row", "circle", "piles"};
  const std::vector<std::string> items = {"beads", "cards", "letters", "words"};
  return zone.name + (zone.title.empty() ? "" : " " + zone.title) + " " +
         layouts.at(static_cast<std::size_t>(zone.layout)) + " " +
         items.at(static_cast<std::size_t>(zone.items)) + (zone.is_inside ? " inside" : "");
}

/// What a package was loaded as, one "KEY = VALUE" a line. Paths are those below `root`.
/// What is not said, or as it is by default, has no line.
class PackageFacts {
 public:
  PackageFacts(const model::Problem& problem, std::filesystem::path root) : root_(std::move(root)) {
    add_problem(problem);
    add_limits(problem.limits);
    add_programs(problem);
    add_group(problem.data, problem);
    for (const model::TestCase& test : problem.tests)
      add_test(test);
    for (const model::LabelledSubmission& submission : problem.submissions)
      add_submission(submission);
    add_generation(problem.generation);
  }

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  void add(const std::string& key, const std::string& value) {
    if (!value.empty()) lines_.push_back(key + " = " + value);
  }
  void flag(const std::string& key, bool value) { add(key, value ? "true" : ""); }
  void words(const std::string& key, const std::vector<std::string>& all) {
    add(key, fmt::format("{}", fmt::join(all, " ")));
  }
  void arguments(const std::string& key, const model::ValidatorArguments& all) {
    for (const auto& [program, own] : all)
      words(key + (program.empty() ? "" : "." + program), own);
  }
  [[nodiscard]] std::string shown(const std::filesystem::path& path) const {
    return path.empty() ? "" : path.lexically_relative(root_).string();
  }
  static std::string escaped(std::string text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
      text.replace(at, 1, "\\n");
    return text;
  }
  void files(const std::string& key, const std::vector<std::filesystem::path>& all) {
    std::vector<std::string> names;
    for (const auto& path : all)
      names.push_back(shown(path));
    words(key, names);
  }
  template <class Rows, class Name>
  void names(const std::string& key, const Rows& rows, const Name& name) {
    std::vector<std::string> all;
    for (const auto& row : rows)
      all.push_back(std::invoke(name, row));
    words(key, all);
  }

  void add_problem(const model::Problem& problem) {
    for (const auto& [language, title] : problem.name)
      add("name." + language, title);
    for (const auto& [name, value] : problem.constants)
      add("constant." + name, value);
    names("tests", problem.tests, &model::TestCase::name);
    names("invalid_inputs", problem.invalid_inputs, &model::TestCase::name);
    const auto of_output = [this](const model::OutputCase& one) {
      return one.test.name + ":" + shown(one.output);
    };
    names("invalid_outputs", problem.invalid_outputs, of_output);
    names("valid_outputs", problem.valid_outputs, of_output);
    const std::vector<std::pair<const char*, bool>> flags = {
        {"is_plain_folder", problem.is_plain_folder},
        {"is_interactive", problem.is_interactive},
        {"is_multi_pass", problem.is_multi_pass},
        {"is_submit_answer", problem.is_submit_answer},
        {"is_scoring", problem.is_scoring},
        {"minimizes", problem.minimizes},
        {"has_custom_score", problem.has_custom_score},
        {"labels_by_final_verdict", problem.labels_by_final_verdict}};
    for (const auto& [key, value] : flags)
      flag(key, value);
    const auto word = [](auto value, std::initializer_list<const char*> all) {
      return std::string(all.begin()[static_cast<int>(value)]);
    };
    add("game_policy", word(problem.game_policy, {"arbiter", "kattis", "domjudge"}));
    add("group_rules", word(problem.group_rules, {"none", "kattis", "domjudge", "current"}));
    add("checker_points", word(problem.checker_points, {"", "points", "percent"}));
    words("languages", problem.languages);
    words("args", problem.args);
    arguments("input_validator_args", problem.input_validator_args);
    words("input_files", problem.input_files);
    words("output_files", problem.output_files);
  }

  void add_limits(const model::PackageLimits& limits) {
    if (limits.time) add("limits.time", show(*limits.time));
    add("limits.memory", show(limits.memory));
    add("limits.output", show(limits.output));
    add("limits.code", show(limits.code));
    add("limits.compilation",
        show(limits.compilation_time) + " " + show(limits.compilation_memory));
    add("limits.validation", show(limits.validation_time) + " " + show(limits.validation_memory) +
                                 " " + show(limits.validation_output));
    add("limits.multipliers", fmt::format("{} {} {}", limits.ac_to_time_limit,
                                          limits.time_limit_to_tle, limits.time_resolution_s));
    add("limits.passes", std::to_string(limits.validation_passes));
  }

  void add_program(const std::string& key, const model::ProgramSource& program) {
    files(key, program.files);
    add(key + ".base", shown(program.base));
    const auto protocol = static_cast<std::size_t>(program.protocol);
    add(key + ".protocol",
        std::vector<std::string>{"", "testlib", "cms", "checktestdata"}.at(protocol));
  }

  void add_programs(const model::Problem& problem) {
    add("checker", problem.standard_checker.value_or(""));
    words("checker.args", problem.output_validator_args);
    if (problem.output_validator) add_program("output_validator", *problem.output_validator);
    if (problem.interactor) add_program("interactor", *problem.interactor);
    if (problem.grader) add_program("grader", *problem.grader);
    for (const model::ProgramSource& one : problem.input_validators)
      add_program("input_validator." + one.name, one);
    for (const model::ProgramSource& one : problem.answer_validators)
      add_program("answer_validator." + one.name, one);
    for (const auto& [language, included] : problem.includes)
      add_program("include." + language, included);
    files("attachments", problem.attachments);
    if (problem.replay) {
      files("replay", problem.replay->program.files);
      add("replay.view", joined(problem.replay->view, "; ", shown_zone));
    }
    if (problem.reference) add("reference", shown(*problem.reference));
  }

  void add_group(const model::TestGroup& group, const model::Problem& problem) {
    const std::string key = "group" + (group.name.empty() ? "" : "." + group.name);
    names(key + ".tests", group.tests, [&](std::size_t i) { return problem.tests.at(i).name; });
    names(key + ".groups", group.groups, &model::TestGroup::name);
    const model::LegacyGrading& grading = group.grading;
    add(key + ".grading",
        fmt::format("{} {} accept {} reject {} range {} {}",
                    grading.breaks_on_reject ? "break" : "continue",
                    grading.has_custom_grader ? "custom" : "default", grading.accept_score,
                    grading.reject_score, grading.range.low, grading.range.high));
    words(key + ".flags", grading.grader_flags);
    const model::GroupScoring& scoring = group.scoring;
    const auto aggregation = static_cast<std::size_t>(scoring.aggregation);
    add(key + ".scoring",
        fmt::format("{} {}",
                    scoring.max_score ? fmt::format("{}", *scoring.max_score) : "unbounded",
                    std::vector<std::string>{"pass-fail", "sum", "min"}.at(aggregation)));
    words(key + ".require", scoring.require_pass);
    for (const model::TestGroup& inner : group.groups)
      add_group(inner, problem);
  }

  void add_test(const model::TestCase& test) {
    const std::string key = "test." + test.name;
    add(key, shown(test.input) + (test.answer ? " " + shown(*test.answer) : ""));
    words(key + ".args", test.args);
    words(key + ".output_validator_args", test.output_validator_args);
    arguments(key + ".input_validator_args", test.input_validator_args);
    names(key + ".files", test.files,
          [this](const model::NamedFile& file) { return file.name + ":" + shown(file.path); });
  }

  void add_submission(const model::LabelledSubmission& one) {
    const std::string key = "submission." + one.label + "/" + one.path.filename().string();
    const auto code = [](model::Verdict verdict) { return std::string(model::code(verdict)); };
    add(key, shown(one.path));
    names(key + ".tag", one.tag, code);
    flag(key + ".is_tagged", one.is_tagged);
    if (one.expected_score) add(key + ".score", fmt::format("{}", *one.expected_score));
    add(key + ".language", one.language.word);
    if (!one.entry_point.word.empty()) {
      add(key + ".entry_point", one.entry_point.word + " in " + shown(one.entry_point.said_in));
    }
    for (std::size_t i = 0; i < one.rules.size(); ++i) {
      const model::SubmissionRule& rule = one.rules[i];
      const std::string name = fmt::format("{}.rule{}", key, i);
      add(name, rule.group + (rule.is_of_whole_label ? " of the label" : ""));
      if (rule.permitted) names(name + ".permitted", *rule.permitted, code);
      if (rule.required) names(name + ".required", *rule.required, code);
      if (rule.score) add(name + ".score", fmt::format("{} {}", rule.score->low, rule.score->high));
      add(name + ".message", rule.message);
      const std::vector<std::string> uses = {"by_verdicts", "none", "lower", "upper"};
      if (rule.time_limit) {
        add(name + ".time_limit", uses.at(static_cast<std::size_t>(*rule.time_limit)));
      }
    }
  }

  void add_generation(const model::Generation& generation) {
    add("generation", shown(generation.file));
    names("recipes", generation.tests, &model::TestRecipe::name);
    words("folders", generation.folders);
    for (const auto& [word, program] : generation.programs) {
      files("generator." + word, program.files);
      add("generator." + word + ".base", shown(program.base));
      add("generator." + word + ".entry", program.entry);
    }
    for (const auto& [path, text] : generation.group_files)
      add("group_file." + path, escaped(text));
    for (const model::TestRecipe& recipe : generation.tests)
      add_recipe(recipe);
  }

  void add_recipe(const model::TestRecipe& recipe) {
    const std::string key = "recipe." + recipe.name;
    const auto answer = static_cast<std::size_t>(recipe.answer);
    if (recipe.origin != recipe.name) add(key + ".origin", recipe.origin);
    add(key + ".answer", std::vector<std::string>{"", "solution", "none"}.at(answer));
    add(key + ".solution", shown(recipe.solution));
    add(key + ".seed", recipe.seed_text);
    flag(key + ".uses_seed", recipe.uses_seed);
    flag(key + ".may_repeat", recipe.may_repeat);
    if (recipe.retries != 1) add(key + ".retries", std::to_string(recipe.retries));
    for (const auto& [extension, path] : recipe.copies)
      add(key + ".copy" + extension, shown(path));
    for (const auto& [extension, text] : recipe.literals)
      add(key + ".text" + extension, escaped(text));
    for (const auto& [extension, target] : recipe.links)
      add(key + ".link" + extension, target);
  }

  std::filesystem::path root_;
  std::vector<std::string> lines_;
};

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// What came of a case.
struct Seen {
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> facts = {};
};

Seen load(const PackageFolder& folder) {
  const Loaded loaded = folder.load();
  return {loaded.diagnostics, PackageFacts(loaded.problem, folder.path()).lines()};
}

Seen load_generators(const PackageFolder& folder) {
  const Loaded loaded = folder.load();
  return {loaded.generation_diagnostics, PackageFacts(loaded.problem, folder.path()).lines()};
}

Seen load_table(const PackageFolder& folder) {
  return {folder.below(load_languages(folder.path() / "l.yaml").diagnostics)};
}

Seen load_policy(const PackageFolder& folder) {
  return {folder.below(load_grading_policy(folder.path() / "l.yaml").diagnostics)};
}

/// What every case of a file begins with, and what is asked.
struct CaseFile {
  const char* name;
  void (*prepare)(PackageFolder& folder);
  Seen (*load)(const PackageFolder& folder) = package::load;
};

void make_good(PackageFolder& folder) {
  folder.make_good();
}

void make_legacy(PackageFolder& folder) {
  folder.make_good().write("problem.yaml", "name: Old\n").write(".timelimit", "3\n");
}

void make_generators(PackageFolder& folder) {
  folder.make_good()
      .add_tests({"generators/manual/one"})
      .touch({"generators/gen.py", "generators/a.cpp", "generators/lib.h", "generators/dir/main.py",
              "submissions/accepted/sol.py"});
}

void make_polygon(PackageFolder& folder) {
  folder.make_polygon();
}

void leave_empty(PackageFolder& /*folder*/) {}

/// Does what a line "-- …" says.
void change(PackageFolder& folder, std::string name, const std::string& text) {
  const std::size_t arrow = name.find(" -> ");
  if (arrow != std::string::npos) {
    folder.link(name.substr(0, arrow), name.substr(arrow + 4));
    return;
  }
  const char kind = name.ends_with('/')                               ? '/'
                    : name.size() > 2 && name[name.size() - 2] == ' ' ? name.back()
                                                                      : ' ';
  if (kind != '/' && kind != ' ') name.erase(name.size() - 2);
  const fs::path path = folder.path() / name;
  if (kind == '~') {
    const std::size_t end = text.find('\n');
    folder.replace(name, text.substr(0, end), text.substr(end + 1, text.size() - end - 2));
  } else if (kind == '|') {
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  } else if (kind == '!') {
    ASSERT_GT(fs::remove_all(path), 0U);
  } else if (kind == '/') {
    fs::create_directories(path);
  } else {
    const std::string before = kind == '+' ? read_all(folder.path() / name) : "";
    folder.write(name, before + (text.empty() && kind != '=' ? "1\n" : text));
  }
}

void expect_case(const CaseFile& file, FileCase& one) {
  PackageFolder folder;
  file.prepare(folder);
  for (const auto& [name, text] : one.files)
    change(folder, name, text);
  const Seen seen = file.load(folder);
  const std::string all = rendered(seen.diagnostics);
  EXPECT_EQ(briefs(seen.diagnostics), one.marked[">>"]) << all;
  for (const std::string& part : one.marked[".."])
    EXPECT_THAT(all, HasSubstr(part));
  for (const std::string& fact : one.marked["::"])
    EXPECT_THAT(seen.facts, Contains(fact));
  for (const std::string& key : one.marked["!!"])
    EXPECT_THAT(seen.facts, Not(Contains(StartsWith(key + " = "))));
}

class PackageCases : public ::testing::TestWithParam<CaseFile> {};

TEST_P(PackageCases, AreReadAndToldAsTheyStand) {
  auto cases = cases_in(
      fs::path(ARBITER_PACKAGE_TESTDATA) / "cases" / (std::string(GetParam().name) + ".txt"),
      {">>", "..", "::", "!!"});
  ASSERT_FALSE(cases.empty());
  for (FileCase& one : cases) {
    SCOPED_TRACE(one.name);
    expect_case(GetParam(), one);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, PackageCases,
    ::testing::Values(CaseFile{"problem_yaml", make_good}, CaseFile{"package_files", make_good},
                      CaseFile{"folders", make_good}, CaseFile{"legacy", make_legacy},
                      CaseFile{"no_problem_yaml", leave_empty}, CaseFile{"polygon", make_polygon},
                      CaseFile{"generators", make_generators, load_generators},
                      CaseFile{"languages", leave_empty, load_table},
                      CaseFile{"grading", leave_empty, load_policy}),
    name_of_row<CaseFile>);

}  // namespace
}  // namespace arbiter::package
