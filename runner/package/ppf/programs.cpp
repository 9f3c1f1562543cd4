#include <fmt/format.h>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

std::optional<model::ProgramSource> program_of_folder(FolderWalk& walk, const fs::path& folder,
                                                      Faults& faults) {
  model::ProgramSource program;
  program.name = folder.filename().string();
  program.base = folder;
  const std::size_t before = faults.size();
  program.files = walk.files_below(folder);
  if (!program.files.empty()) return program;
  if (faults.size() == before) warn_no_program(faults, folder);
  return std::nullopt;
}

/// Every program in the folder; `what` is what messages call one.
void read_validators(FolderWalk& walk, const std::string& folder_name, std::string_view what,
                     std::vector<model::ProgramSource>& validators, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), folder_name);
  if (!folder) return;
  const std::vector<FolderEntry> entries = walk.list(*folder);
  const std::vector<fs::path> headers = headers_among(entries);
  for (const FolderEntry& entry : entries) {
    const fs::path extension = entry.path.extension();
    if (entry.is_folder) {
      if (auto program = program_of_folder(walk, entry.path, faults)) {
        validators.push_back(*std::move(program));
      }
    } else if (extension == ".viva") {
      faults.warning(code::k_unsupported,
                     fmt::format("VIVA grammars are not supported; this {} does not run", what),
                     place_of(entry.path),
                     {"write a Checktestdata grammar (.ctd) or a program in its place"});
    } else if (extension == ".ctd") {
      if (!walk.check_readable(entry.path)) continue;
      validators.push_back(program_of_file(entry.path, {}));
      validators.back().protocol = model::CallProtocol::checktestdata;
    } else if (is_program_file(entry.path)) {
      if (walk.check_readable(entry.path)) {
        validators.push_back(program_of_file(entry.path, headers));
      }
    } else if (!is_header(entry.path)) {
      warn_no_program(faults, entry.path);
    }
  }
}

/// The one program in a folder of output validators or graders (`what`, for messages): a folder, or
/// a source with the headers beside it.
std::optional<model::ProgramSource> only_program(FolderWalk& walk, const fs::path& folder,
                                                 Faults& faults, std::string_view what) {
  const std::size_t before = faults.size();
  std::vector<FolderEntry> programs = walk.list(folder);
  std::vector<fs::path> headers = headers_among(programs);
  std::erase_if(headers, [&](const fs::path& header) { return !walk.check_readable(header); });
  std::erase_if(programs, [](const FolderEntry& entry) {
    return !entry.is_folder && !is_program_file(entry.path);
  });
  if (programs.size() > 1) {
    return faults.error(
        code::k_unsupported,
        fmt::format("more than one {} is not supported yet; there are '{}' and '{}'", what,
                    programs[0].name, programs[1].name),
        place_of(folder), {"put the files of one program into one folder"});
  }
  if (programs.empty()) {
    if (faults.size() == before) {
      faults.error(code::k_not_program, "this folder has no program", place_of(folder));
    }
    return std::nullopt;
  }
  if (programs[0].is_folder) return program_of_folder(walk, programs[0].path, faults);
  if (!walk.check_readable(programs[0].path)) return std::nullopt;
  return program_of_file(programs[0].path, headers);
}

void read_output_validator(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
                           Faults& faults) {
  using Validation = PackageRules::Validation;
  const auto folder = walk.find_folder(walk.root(), "output_validator");
  const auto older = walk.find_folder(walk.root(), "output_validators");
  // In a legacy package only problem.yaml says whether there is a validator of its own.
  const bool is_legacy = rules.format == Format::legacy;
  const bool is_older_wanted = is_legacy ? rules.validation == Validation::custom : !folder;
  const bool is_standard =
      rules.validation == Validation::standard || (is_legacy && !folder && !is_older_wanted);
  if (is_standard) {
    for (const auto& unused : {folder, older}) {
      if (!unused || walk.list(*unused).empty()) continue;
      faults.warning(code::k_ignored,
                     rules.has_problem_yaml
                         ? "problem.yaml asks for the default validation, so this is not used"
                         : "without problem.yaml outputs are compared with the answers, so this is "
                           "not used",
                     place_of(*unused), {"write 'validation: custom' in problem.yaml to use it"});
    }
  } else if (older && is_older_wanted) {
    if (rules.format == Format::current) {
      faults.warning(code::k_form, "this folder has the name of an older format", place_of(*older),
                     {"in format 2025-09 it is output_validator/"});
    }
    problem.output_validator = only_program(walk, *older, faults, "output validator");
  } else if (folder) {
    problem.output_validator = program_of_folder(walk, *folder, faults);
    if (older) {
      faults.warning(code::k_ignored, "there is output_validator/ as well, so this is not used",
                     place_of(*older));
    }
  } else if (rules.validation == Validation::custom) {
    faults.error(code::k_not_program,
                 "problem.yaml says 'validation: custom', but there is no output validator",
                 place_of(walk.root()), {"put it into output_validators/"});
  }
}

/// What is wrong with a static validation test case in this group.
class StaticValidations {
 public:
  StaticValidations(const model::Problem& problem, Faults& faults)
      : problem_(problem), faults_(faults) {}

  /// Looks at the group and those in it.
  void check(const model::TestGroup& group) {
    if (group.static_validation) {
      is_asked_ = true;
      check_place(group, *group.static_validation);
      check_score(group, *group.static_validation);
    }
    for (const model::TestGroup& inner : group.groups)
      check(inner);
  }

  [[nodiscard]] bool is_asked() const { return is_asked_; }

 private:
  void fault(const model::StaticValidation& asked, std::string message, std::string help) {
    faults_.error(code::k_bad_value, std::move(message), asked.place, {std::move(help)});
  }

  void check_place(const model::TestGroup& group, const model::StaticValidation& asked) {
    if (!model::is_sample(group.name) && !group.name.starts_with("secret")) {
      fault(asked, "submissions are judged in sample and secret only, not here",
            "move this into data/secret/test_group.yaml");
    } else if (problem_.is_submit_answer) {
      fault(asked, "submissions are answers here, and a static validator judges programs",
            "remove this, or 'submit-answer' from problem.yaml");
    } else if (!problem_.static_validator) {
      fault(asked, "this asks for a static validation, but there is no static validator",
            "put the program into static_validator/");
    }
  }

  void check_score(const model::TestGroup& group, const model::StaticValidation& asked) {
    const bool is_scored = problem_.is_scoring && !model::is_sample(group.name);
    const bool is_pass_fail =
        !is_scored || group.scoring.aggregation == model::ScoreAggregation::pass_fail;
    if (asked.max_score && is_pass_fail) {
      fault(asked,
            is_scored ? "the static validation has points, in a group that is pass-fail"
                      : "the static validation has points, where there are none",
            "write 'static_validation_score: pass-fail'");
    } else if (!asked.max_score && !is_pass_fail) {
      fault(asked, "the static validation has no points, in a group whose test cases have some",
            "write its points in place of 'pass-fail'");
    } else if (group.scoring.max_score && asked.max_score.value_or(0) > *group.scoring.max_score) {
      fault(asked, "the static validation has more points than the whole group",
            "lower it, or raise max_score");
    }
  }

  const model::Problem& problem_;
  Faults& faults_;
  bool is_asked_ = false;
};

void read_static_validator(FolderWalk& walk, Format format, model::Problem& problem,
                           Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "static_validator");
  const bool is_there = folder && !walk.list(*folder).empty();
  if (is_there && format == Format::legacy) {
    faults.warning(code::k_ignored, "legacy packages have no static validator, so this is not used",
                   place_of(*folder), {"write 'problem_format_version: 2025-09' in problem.yaml"});
    return;
  }
  if (is_there) problem.static_validator = program_of_folder(walk, *folder, faults);
  StaticValidations asked(problem, faults);
  asked.check(problem.data);
  if (is_there && !asked.is_asked()) {
    faults.warning(code::k_ignored, "no group asks for a static validation, so this is not used",
                   place_of(*folder),
                   {"write 'static_validation_score: pass-fail' into data/secret/test_group.yaml"});
  }
}

/// The package's grader, where some group asks for it.
void read_grader(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const bool is_wanted = any_group(
      problem.data, [](const model::TestGroup& group) { return group.grading.has_custom_grader; });
  const auto folder = walk.find_folder(walk.root(), "graders");
  if (!folder || walk.list(*folder).empty()) {
    if (is_wanted) {
      faults.error(code::k_not_program,
                   "a group says 'grading: custom', but there is no grader in the package",
                   place_of(walk.root()), {"put it into graders/"});
    }
  } else if (is_wanted) {
    problem.grader = only_program(walk, *folder, faults, "grader");
  } else {
    faults.warning(code::k_ignored, "no group says 'grading: custom', so this is not used",
                   place_of(*folder));
  }
}

void read_includes(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  const auto folder = walk.find_folder(walk.root(), "include");
  if (!folder) return;
  for (const FolderEntry& entry : walk.list(*folder)) {
    if (!entry.is_folder) {
      faults.warning(code::k_ignored, "this file is for no language, so it is ignored",
                     place_of(entry.path),
                     {"move it into include/default or include/LANGUAGE, as include/cpp"});
      continue;
    }
    model::ProgramSource& included = problem.includes[entry.name];
    included.name = "include/" + entry.name;
    included.base = entry.path;
    included.files = walk.files_below(entry.path);
  }
}

}  // namespace

void read_programs(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
                   Faults& faults) {
  for (const char* folder : {"input_validators", "input_format_validators"})
    read_validators(walk, folder, "input validator", problem.input_validators, faults);
  read_output_validator(walk, rules, problem, faults);
  read_grader(walk, problem, faults);
  if (const auto folder = walk.find_folder(walk.root(), "attachments")) {
    problem.attachments = walk.files_below(*folder);
  }
  read_includes(walk, problem, faults);
  read_static_validator(walk, rules.format, problem, faults);
}

void read_answer_validators(FolderWalk& walk, model::Problem& problem, Faults& faults) {
  read_validators(walk, "answer_validators", "answer validator", problem.answer_validators, faults);
}

}  // namespace arbiter::package
