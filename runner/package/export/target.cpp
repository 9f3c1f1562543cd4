#include "package/export/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_failing = "WRONG-ANSWER, TIMELIMIT, RUN-ERROR";

// Polygon has no tag for programs that crash, and none for those that get some of the points.
constexpr std::array k_labels = {
    LabelWords{"accepted", "", "accepted"},
    LabelWords{"wrong_answer", "", "wrong-answer"},
    LabelWords{"time_limit_exceeded", "", "time-limit-exceeded"},
    LabelWords{"run_time_error", "", "rejected"},
    LabelWords{"rejected", k_failing, "rejected"},
    LabelWords{"brute_force", "TIMELIMIT, RUN-ERROR", "rejected"},
    LabelWords{"partially_accepted", "CORRECT, WRONG-ANSWER, TIMELIMIT, RUN-ERROR", "rejected"},
    LabelWords{"mixed", "", "do-not-run"}};

std::vector<std::size_t> tests_below(const model::TestGroup& group) {
  std::vector<std::size_t> all = group.tests;
  for (const model::TestGroup& inner : group.groups) {
    const auto below = tests_below(inner);
    all.insert(all.end(), below.begin(), below.end());
  }
  std::ranges::sort(all);
  return all;
}

/// The files of a folder, or the file itself.
std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  Faults ignored;
  return FolderWalk(path, ignored).files_below(path);
}

Result<void> check_tests(const Target& target) {
  for (const model::TestCase& test : target.problem().tests) {
    if (test.is_static) return target.refuse(fmt::format("the static validation {}", test.name));
    if (!test.args.empty())
      return target.refuse(fmt::format("the arguments of submissions, as of {}", test.name));
    if (!test.files.empty())
      return target.refuse(fmt::format("the files beside the input of {}", test.name));
  }
  return {};
}

/// What no format says that problems are exported to, or not this one.
Result<void> check(const Target& target) {
  const model::Problem& problem = target.problem();
  const ExportPlatform platform = target.format().platform;
  const bool is_kattis = platform == ExportPlatform::legacy || platform == ExportPlatform::domjudge;
  std::error_code failed;
  if (problem.is_plain_folder)
    return package_error("a folder of inputs and answers is not exported",
                         "'arbiter new NAME --from FOLDER' makes a package of it");
  if (fs::exists(problem.root / "problem.xml", failed))
    return package_error("packages from Polygon are not exported",
                         "a package of format 2025-09 or of an older one can be");
  if (problem.generation.is_of_task)
    return package_error("tasks of TPS, CMS and task-maker are not exported",
                         "Arbiter judges them as they are; problem packages can be exported");
  if (problem.is_submit_answer) return target.refuse("problems whose submissions are answers");
  if (is_kattis) return check_tests(target);
  if (problem.is_multi_pass) return target.refuse("problems of several passes");
  if (!problem.includes.empty()) return target.refuse("files that go with every submission");
  if (problem.group_rules == model::GroupRules::kattis ||
      problem.group_rules == model::GroupRules::domjudge) {
    return target.refuse("the groups of legacy packages, with their graders");
  }
  for (const ScoredTests& group : scored_tests(problem)) {
    if (!group.scoring.max_score)
      return target.refuse(fmt::format("points without a maximum, as of 'secret/{}'", group.name));
  }
  return check_tests(target);
}

}  // namespace

Error Target::refuse(std::string_view why) const {
  return package_error(fmt::format("{} cannot hold problem {}: it has no place for {}",
                                   format_.name, problem().id, why),
                       "'arbiter export --to 2025-09' leaves nothing out");
}

Result<void> Target::write(const std::string& name, std::string_view bytes) const {
  const fs::path path = to_ / name;
  ARBITER_CHECK(make_folders(path.parent_path()));
  return write_file(path, bytes);
}

Result<void> Target::copy(const fs::path& from, const std::string& name) const {
  std::error_code failed;
  if (!fs::exists(from, failed)) return {};
  for (const fs::path& file : files_of(from)) {
    const fs::path below = file.lexically_relative(from);
    const fs::path path = below == "." ? to_ / name : to_ / name / below;
    ARBITER_CHECK(make_folders(path.parent_path()));
    fs::copy_file(file, path, failed);
    if (failed) return system_error("cannot copy " + file.string(), failed.value());
    if (problem().constants.empty()) continue;
    ARBITER_TRY(text, read_file(file));
    ARBITER_CHECK(write_file(path, model::with_constants(text, problem().constants)));
  }
  return {};
}

Result<void> Target::write_file_names() const {
  std::string text;
  const auto add = [&](const char* key, const std::vector<std::string>& names) {
    if (!names.empty()) text += fmt::format("{}: [{}]\n", key, joined(names, ", ", in_quotes));
  };
  add("input_files", problem().input_files);
  add("output_files", problem().output_files);
  return text.empty() ? Result<void>() : write("arbiter.yaml", text);
}

void Target::lose_requirements(const ScoredTests& group) {
  if (group.scoring.require_pass.empty()) return;
  lose(fmt::format("secret/{} no longer requires that {} is passed", group.name,
                   joined(group.scoring.require_pass, ", ")));
}

void Target::lose_other_files(std::vector<std::string_view> taken) {
  taken.insert(taken.end(),
               {"problem.yaml", "submissions", "output_validator", "output_validators",
                "data/sample", "data/secret", "data/test_group.yaml", "data/testdata.yaml"});
  std::vector<std::string> lost;
  Faults ignored;
  FolderWalk walk(problem().root, ignored);
  const auto note = [&](const fs::path& folder) {
    for (const FolderEntry& entry : walk.list(folder)) {
      const std::string name = entry.path.lexically_relative(walk.root()).string();
      if (std::ranges::find(taken, name) == taken.end()) lost.push_back(name);
    }
  };
  note(walk.root());
  if (walk.find_folder(walk.root(), "data")) note(walk.root() / "data");
  std::erase(lost, "data");
  if (!lost.empty()) lose("left out, as it has no place there: " + joined(lost, ", "));
}

Result<std::string> Target::adapted(const model::ProgramSource& program, Caller caller,
                                    const std::vector<std::string>& arguments) const {
  for (const fs::path& file : program.files) {
    if (!has_word({".cpp", ".cc", ".cxx"}, file.extension().string()) && !is_header(file)) {
      return package_error(
          fmt::format("{} calls programs otherwise than '{}' expects, and Arbiter changes only "
                      "programs in C++",
                      format_.name, program.name),
          "write it in C++, with headers of Arbiter's kit or without");
    }
  }
  ARBITER_TRY(adapter, read_file(source_.adapter));
  ARBITER_TRY(joined, one_file(program, source_.kits));
  if (program.files.empty()) joined = "int main() { return 42; }\n";
  std::string words;
  for (const std::string& argument : arguments)
    words += in_quotes(argument) + ", ";
  return fmt::format(
      "#define ARBITER_FOR {}\n#define ARBITER_ARGUMENTS {}\n{}\n{}\n#undef main\n#undef exit\n"
      "int main(int argc, char** argv) {{ return arbiter_export::run(arbiter_main, argc, argv); "
      "}}\n",
      static_cast<int>(caller), words, adapter, model::with_constants(joined, problem().constants));
}

Result<std::vector<std::string>> Target::common_arguments() const {
  const auto& tests = problem().tests;
  for (const model::TestCase& test : tests) {
    if (validator_arguments(problem(), test) != validator_arguments(problem(), tests.front()))
      return refuse(
          fmt::format("arguments of the output validator that differ, as of {}", test.name));
  }
  return validator_arguments(problem(), tests.front());
}

Result<std::optional<OneSource>> Target::one_source(const model::LabelledSubmission& submission) {
  model::ProgramSource program;
  program.files = files_of(submission.path);
  program.base = submission.path;
  std::set<std::string> kinds;
  for (const fs::path& file : program.files) {
    if (!is_header(file)) kinds.insert(file.extension().string());
  }
  const std::string shown = submission.label + "/" + submission.path.filename().string();
  ARBITER_TRY(text, program.files.size() == 1 ? read_file(program.files.front())
                                              : one_file(program, source_.kits));
  if (text.empty() || kinds.size() != 1) {
    lose(fmt::format("submissions/{} is left out: it is more than one file", shown));
    return std::optional<OneSource>();
  }
  if (program.files.size() > 1)
    lose(fmt::format("the files of submissions/{} were joined into one; see that it compiles",
                     shown));
  const std::string stem = submission.path.stem().string();
  std::string name = stem + *kinds.begin();
  for (int i = 1; has_word(source_names_, name); ++i)
    name = fmt::format("{}_{}{}{}", submission.label, i == 1 ? "" : std::to_string(i) + "_", stem,
                       *kinds.begin());
  source_names_.push_back(name);
  return std::optional(OneSource{name, model::with_constants(text, problem().constants)});
}

std::string Target::title() const {
  const auto& names = problem().name;
  const auto english = names.find("en");
  if (english != names.end()) return english->second;
  return names.empty() ? problem().id : names.begin()->second;
}

const std::vector<std::string>& validator_arguments(const model::Problem& problem,
                                                    const model::TestCase& test) {
  const bool is_own = !test.output_validator_args.empty() || problem.standard_checker;
  return is_own ? test.output_validator_args : problem.output_validator_args;
}

const LabelWords& label_words(std::string_view label) {
  const auto* found = std::ranges::find(k_labels, label, &LabelWords::label);
  return found == k_labels.end() ? k_labels.back() : *found;
}

std::vector<ScoredTests> scored_tests(const model::Problem& problem) {
  std::vector<ScoredTests> all;
  for (const model::TestGroup& secret : problem.data.groups) {
    if (secret.name != "secret") continue;
    if (!problem.is_scoring) {
      all.push_back({"", {100.0, model::ScoreAggregation::pass_fail, {}}, tests_below(secret)});
      continue;
    }
    const bool is_divided = std::ranges::any_of(secret.groups, &model::TestGroup::has_own_file);
    if (!is_divided) all.push_back({"", secret.scoring, tests_below(secret)});
    for (const model::TestGroup& group : secret.groups) {
      if (is_divided)
        all.push_back(
            {group.name.substr(secret.name.size() + 1), group.scoring, tests_below(group)});
    }
  }
  std::erase_if(all, [](const ScoredTests& one) { return one.tests.empty(); });
  return all;
}

std::string in_quotes(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c == '\n' ? ' ' : c;
  }
  return made + '"';
}

Result<std::vector<std::string>> write_package_for(const ExportFormat& format,
                                                   const ExportSource& source, const fs::path& to) {
  Target target(format, source, to);
  ARBITER_CHECK(check(target));
  const bool is_kattis = format.platform == ExportPlatform::legacy;
  if (!std::ranges::all_of(source.problem.id, [&](char c) {
        const bool is_large = c >= 'A' && c <= 'Z';
        return is_name_char(c) && c != '.' && !(is_kattis && (c == '-' || c == '_' || is_large));
      })) {
    target.lose(
        fmt::format("the name {} has other characters than {}: rename the archive and what "
                    "is in it",
                    source.problem.id, is_kattis ? "a-z and 0-9" : "letters, digits, _ and -"));
  }
  switch (format.platform) {
    case ExportPlatform::legacy:
    case ExportPlatform::domjudge:
      ARBITER_CHECK(write_legacy(target));
      break;
    case ExportPlatform::polygon:
      ARBITER_CHECK(write_polygon(target));
      break;
    case ExportPlatform::cms:
      ARBITER_CHECK(write_cms(target));
      break;
  }
  ARBITER_CHECK(write_kits_into(to, source.kits));
  return target.take_losses();
}

}  // namespace arbiter::package
