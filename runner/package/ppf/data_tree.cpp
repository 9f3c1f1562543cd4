#include <fmt/format.h>

#include <array>
#include <map>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

// Longer suffixes before those that they end in.
constexpr std::array<std::string_view, 15> k_suffixes = {
    ".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction",
    ".in",           ".ans",           ".out",         ".yaml",         ".hint",
    ".desc",         ".png",           ".jpg",         ".jpeg",         ".svg"};

// A folder of what the submission finds beside its input.
constexpr std::string_view k_files = ".files";
// The box makes that many folders below one another, and takes that many files for a run.
constexpr std::ptrdiff_t k_most_levels = 4;
constexpr std::size_t k_most_files = 100;

struct Kind {
  bool needs_answer = true;
  bool needs_output = false;
};

/// The files of one case by suffix.
using CaseFiles = std::map<std::string_view, fs::path>;

/// Cases as they are found; the output is empty where none is asked for.
using FoundCases = std::vector<model::OutputCase>;

bool is_group_file(const std::string& name) {
  return name == "test_group.yaml" || name == "testdata.yaml";
}

template <class List>
List value_or_none(const std::optional<List>& list) {
  return list.value_or(List{});
}

class DataReader {
 public:
  DataReader(FolderWalk& walk, const PackageRules& rules, Faults& faults)
      : walk_(walk), rules_(rules), faults_(faults) {}

  /// All cases below `folder`, which is the group `name` of data/, in `around`; `outer` is what
  /// holds for cases there.
  void read(const fs::path& folder, const std::string& name, const CaseSettings& outer, Kind kind,
            model::TestGroup& around, FoundCases& found) {
    model::TestGroup group;
    group.name = name;
    group.grading = around.grading;
    const std::vector<FolderEntry> entries = walk_.list(folder);
    const CaseSettings settings = read_group_settings(entries, outer, group);
    if (group.name == "secret") secret_settings_ = settings;
    std::map<std::string, CaseFiles> cases;
    for (const FolderEntry& entry : entries) {
      if (!check_name(entry)) continue;
      if (!entry.is_folder) {
        sort_file(entry, cases);
      } else if (rules_.format != Format::legacy && entry.name.size() > k_files.size() &&
                 entry.name.ends_with(k_files)) {
        cases[entry.name.substr(0, entry.name.size() - k_files.size())][k_files] = entry.path;
      } else {
        read(entry.path, group.name + "/" + entry.name, settings, kind, group, found);
      }
    }
    for (const auto& [base, files] : cases)
      add_case(group.name + "/" + base, folder / base, files, settings, kind, found);
    if (group.static_validation) add_static(group, cases, found);
    around.groups.push_back(std::move(group));
  }

  /// What holds for everything below data/; `group` is all of it.
  CaseSettings settings_of_all(const fs::path& data, model::TestGroup& group) {
    std::vector<FolderEntry> entries;
    for (const char* name : {"test_group.yaml", "testdata.yaml"}) {
      if (auto entry = walk_.find(data, name)) entries.push_back(*std::move(entry));
    }
    group.grading = rules_.grading;
    return read_group_settings(entries, {}, group);
  }

  [[nodiscard]] const CaseSettings& secret_settings() const { return secret_settings_; }

 private:
  CaseSettings read_group_settings(const std::vector<FolderEntry>& entries,
                                   const CaseSettings& outer, model::TestGroup& group) {
    constexpr double k_whole_score = 100;
    if (group.name == "secret") group.scoring = {k_whole_score, model::ScoreAggregation::sum, {}};
    const FolderEntry* file = group_file(entries);
    CaseSettings own;
    if (file != nullptr) own = read_group_yaml(walk_, file->path, rules_, group, faults_);
    group.has_own_file = file != nullptr;
    own.inherit(outer);
    return own;
  }

  /// The one of the entries that speaks of all of them.
  const FolderEntry* group_file(const std::vector<FolderEntry>& entries) {
    const FolderEntry* file = nullptr;
    for (const FolderEntry& entry : entries) {
      if (entry.is_folder || !is_group_file(entry.name)) continue;
      const FolderEntry* other = file;
      // Each format has its own name for this file; where both stand, the format's own counts.
      const bool is_own = (entry.name == "testdata.yaml") == (rules_.format == Format::legacy);
      if (file == nullptr || is_own) file = &entry;
      if (other == nullptr) continue;
      const FolderEntry& passed = file == &entry ? *other : entry;
      faults_.warning(code::k_ignored,
                      fmt::format("there is {} as well, so this file is ignored", file->name),
                      place_of(passed.path));
    }
    if (file == nullptr || !walk_.check_readable(file->path)) return nullptr;
    if (file->name == "testdata.yaml" && rules_.format == Format::current) {
      faults_.warning(code::k_form, "this file has the name of an older format",
                      place_of(file->path), {"in format 2025-09 it is test_group.yaml"});
    }
    return file;
  }

  bool check_name(const FolderEntry& entry) {
    if (is_package_name(entry.name)) return true;
    faults_.warning(code::k_bad_name, "this name is not allowed in packages, so it is ignored",
                    place_of(entry.path),
                    {"names consist of a-z, A-Z, 0-9 and _ . -, and do not begin with . or -"});
    return false;
  }

  void sort_file(const FolderEntry& entry, std::map<std::string, CaseFiles>& cases) {
    if (is_group_file(entry.name)) return;
    if (entry.name.ends_with(".md")) return;
    for (const std::string_view suffix : k_suffixes) {
      if (entry.name.size() <= suffix.size() || !entry.name.ends_with(suffix)) continue;
      cases[entry.name.substr(0, entry.name.size() - suffix.size())][suffix] = entry.path;
      return;
    }
    faults_.warning(code::k_ignored, "this file belongs to no test, so it is ignored",
                    place_of(entry.path));
  }

  void add_case(const std::string& name, const fs::path& base, const CaseFiles& files,
                const CaseSettings& inherited, Kind kind, FoundCases& found) {
    const auto input = files.find(".in");
    if (input == files.end()) {
      report_without_input(base, files);
      return;
    }
    model::OutputCase one;
    one.test.name = name;
    one.test.input = walk_.real(input->second);
    const bool is_input_readable = walk_.check_readable(input->second);
    const auto answer = companion(files, ".ans", kind.needs_answer, base);
    const auto output = companion(files, ".out", kind.needs_output, base);
    CaseSettings own;
    if (const auto yaml = files.find(".yaml"); yaml != files.end()) {
      own = read_case_yaml(walk_, yaml->second, rules_.format, faults_);
    }
    own.inherit(inherited);
    if (const auto& args = own.output_validator_args) {
      // Those of the whole problem stand before those of a group.
      one.test.output_validator_args = rules_.validator_flags;
      one.test.output_validator_args.insert(one.test.output_validator_args.end(), args->begin(),
                                            args->end());
    }
    one.test.input_validator_args = value_or_none(own.input_validator_args);
    one.test.answer_validator_args = value_or_none(own.answer_validator_args);
    one.test.args = value_or_none(own.args);
    if (const auto folder = files.find(k_files); folder != files.end()) {
      one.test.files = files_in(folder->second);
    }
    if (!is_input_readable || (kind.needs_answer && !answer) || (kind.needs_output && !output)) {
      return;
    }
    one.test.answer = answer;
    one.output = output.value_or(fs::path());
    found.push_back(std::move(one));
  }

  void add_static(const model::TestGroup& group, const std::map<std::string, CaseFiles>& cases,
                  FoundCases& found) {
    if (cases.contains(std::string(model::k_static_validation))) {
      faults_.error(code::k_bad_name,
                    fmt::format("the static validation of this folder is called '{}', and a test "
                                "case here as well",
                                model::k_static_validation),
                    group.static_validation->place,
                    {"give the files of the test case another name"});
      return;
    }
    model::TestCase test;
    test.name = model::static_test_of(group);
    test.args = group.static_validation->args;
    test.is_static = true;
    found.push_back({std::move(test), {}});
  }

  std::vector<model::NamedFile> files_in(const fs::path& folder) {
    std::vector<model::NamedFile> all;
    for (const fs::path& path : walk_.files_below(folder)) {
      const fs::path name = path.lexically_relative(folder);
      if (std::distance(name.begin(), name.end()) > k_most_levels) {
        faults_.error(
            code::k_too_many,
            fmt::format("the files of a test may be nested at most {} levels deep", k_most_levels),
            place_of(path));
      } else {
        all.push_back({name.string(), walk_.real(path)});
      }
    }
    if (all.size() > k_most_files) {
      faults_.error(code::k_too_many, fmt::format("a test has more than {} files", k_most_files),
                    place_of(folder));
    }
    return all;
  }

  std::optional<fs::path> companion(const CaseFiles& files, std::string_view suffix, bool is_needed,
                                    const fs::path& base) {
    const auto file = files.find(suffix);
    if (file != files.end()) {
      if (!walk_.check_readable(file->second)) return std::nullopt;
      return walk_.real(file->second);
    }
    if (is_needed) {
      const std::string name = base.filename().string() + std::string(suffix);
      faults_.error(code::k_no_companion, fmt::format("the test has an input but no '{}'", name),
                    place_of(base.string() + ".in"), {fmt::format("add {}", name)});
    }
    return std::nullopt;
  }

  void report_without_input(const fs::path& base, const CaseFiles& files) {
    // Sample interactions and pictures may stand alone; these say that a test was meant.
    for (const std::string_view suffix : {".ans", ".out", ".yaml", ".files"}) {
      const auto file = files.find(suffix);
      if (file == files.end()) continue;
      const std::string name = base.filename().string() + ".in";
      const std::string group_file =
          rules_.format == Format::legacy ? "testdata.yaml" : "test_group.yaml";
      faults_.error(code::k_no_input, fmt::format("this file has no '{}'", name),
                    place_of(file->second),
                    did_you_mean(file->second.filename().string(), std::vector{group_file},
                                 fmt::format("add {}, or remove this file", name)));
      return;
    }
  }

  FolderWalk& walk_;
  const PackageRules& rules_;
  Faults& faults_;
  CaseSettings secret_settings_;
};

void warn_of_other_folders(FolderWalk& walk, const fs::path& data, Faults& faults) {
  static const std::vector<std::string> known = {
      "sample",       "secret",         "invalid_input",  "invalid_output",
      "valid_output", "invalid_inputs", "invalid_answer", "testing_tool_test"};
  for (const FolderEntry& entry : walk.list(data)) {
    if (std::ranges::find(known, entry.name) != known.end()) continue;
    if (is_group_file(entry.name) || entry.name.ends_with(".md")) continue;
    auto helps = did_you_mean(entry.name, known);
    helps.emplace_back("known: sample, secret, invalid_input, invalid_output, valid_output");
    faults.warning(code::k_ignored, "nothing in data/ has this name, so it is ignored",
                   place_of(entry.path), std::move(helps));
  }
}

void move_tests(FoundCases found, std::vector<model::TestCase>& to) {
  for (model::OutputCase& one : found)
    to.push_back(std::move(one.test));
}

}  // namespace

void lay_made(FolderWalk& walk, const model::Problem& problem, const model::DataFiles& made) {
  for (const auto& [name, target] : made)
    walk.lay(problem.root / "data" / name, target);
  if (problem.generation.is_of_task) walk.hide_rest(problem.root / "data");
}

void read_data(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
               Faults& faults) {
  const auto no_tests = [&](const fs::path& where) {
    if (!problem.generation.file.empty()) return;
    faults.error(code::k_no_data, "no test data: data/sample and data/secret have no test cases",
                 place_of(where), {"add pairs as data/secret/01.in and data/secret/01.ans"});
  };
  const std::size_t before = faults.size();
  const auto data = walk.find_folder(walk.root(), "data");
  if (!data) {
    if (faults.size() == before) no_tests(walk.root());
    return;
  }
  warn_of_other_folders(walk, *data, faults);
  DataReader reader(walk, rules, faults);
  const CaseSettings settings = reader.settings_of_all(*data, problem.data);
  const auto read = [&](std::initializer_list<const char*> names, Kind kind,
                        model::TestGroup& parent) {
    FoundCases found;
    for (const char* name : names) {
      if (const auto folder = walk.find_folder(*data, name))
        reader.read(*folder, name, settings, kind, parent, found);
    }
    std::ranges::sort(
        found, model::judged_before,
        [](const model::OutputCase& one) -> const std::string& { return one.test.name; });
    return found;
  };
  move_tests(read({"sample", "secret"}, {}, problem.data), problem.tests);
  problem.input_validator_args = value_or_none(reader.secret_settings().input_validator_args);
  problem.args = value_or_none(reader.secret_settings().args);
  model::TestGroup unscored;
  unscored.grading = problem.data.grading;
  move_tests(read({"invalid_input", "invalid_inputs"}, {false, false}, unscored),
             problem.invalid_inputs);
  move_tests(read({"invalid_answer"}, {}, unscored), problem.invalid_answers);
  problem.invalid_outputs = read({"invalid_output"}, {true, true}, unscored);
  problem.valid_outputs = read({"valid_output"}, {true, true}, unscored);
  // A test that is there but faulty has been reported; "no test" would mislead.
  if (problem.tests.empty() && faults.size() == before) no_tests(*data);
}

}  // namespace arbiter::package
