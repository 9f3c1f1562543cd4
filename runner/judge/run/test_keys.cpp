#include "judge/run/test_keys.hpp"

#include <fmt/format.h>

#include "base/file.hpp"
#include "judge/compile/package_program.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

// Raise it when the meaning of a stored judgement changes.
constexpr std::string_view k_format = "test-key-6";

Result<void> add_file(store::Sha256& hash, std::string_view name, const std::filesystem::path& path,
                      Links links = Links::follow) {
  ARBITER_TRY(file, MappedFile::open(path, links));
  hash.add_field(name);
  hash.add_field(file.bytes());
  return {};
}

Result<void> add_if_there(store::Sha256& hash, const std::filesystem::path& root,
                          std::string_view name) {
  std::error_code ignored;
  if (!std::filesystem::exists(root / name, ignored)) return {};
  return add_file(hash, name, root / name);
}

Result<void> add_files(store::Sha256& hash, const std::vector<ProgramFile>& files) {
  for (const ProgramFile& file : files)
    ARBITER_CHECK(add_file(hash, file.name, file.path, file.links));
  return {};
}

Result<void> add_files(store::Sha256& hash, const model::ProgramSource& program) {
  for (const auto& file : program.files)
    ARBITER_CHECK(add_file(hash, file.filename().string(), file));
  return {};
}

Result<void> add_program(store::Sha256& hash, const std::optional<model::ProgramSource>& program) {
  if (!program) return {};
  hash.add_field(std::to_string(static_cast<int>(program->protocol)));
  return add_files(hash, *program);
}

Result<void> add_judges(store::Sha256& hash, const model::Problem& problem) {
  ARBITER_CHECK(add_program(hash, problem.output_validator));
  ARBITER_CHECK(add_program(hash, problem.static_validator));
  if (!problem.interactor) return {};
  hash.add_field(fmt::format("interactor {} {} {}", problem.processes, problem.tells_process,
                             problem.opens_channels));
  return add_program(hash, problem.interactor);
}

Result<void> add_test(store::Sha256& hash, const model::TestCase& test) {
  hash.add_words(test.args);
  if (test.is_static) return {};
  ARBITER_CHECK(add_file(hash, "input", test.input));
  if (test.answer) ARBITER_CHECK(add_file(hash, "answer", *test.answer));
  hash.add_words(test.output_validator_args);
  hash.add_field(std::to_string(test.files.size()));
  for (const model::NamedFile& file : test.files)
    ARBITER_CHECK(add_file(hash, file.name, file.path));
  return {};
}

void add_group(store::Sha256& hash, const model::TestGroup& group) {
  const model::LegacyGrading& grading = group.grading;
  hash.add_field(group.name);
  hash.add_field(fmt::format("{} {} {} {} {} {}", grading.breaks_on_reject,
                             grading.has_custom_grader, grading.accept_score, grading.reject_score,
                             grading.range.low, grading.range.high));
  hash.add_words(grading.grader_flags);
  hash.add_words(group.own_grader_flags);
  hash.add_field(fmt::format("{} {} {} {}", group.own_accept_score.value_or(-1),
                             group.own_accept_score.has_value(), group.has_own_file,
                             static_cast<int>(group.scoring.aggregation)));
  hash.add_field(fmt::format("{} {}", group.scoring.max_score.value_or(-1),
                             group.scoring.max_score.has_value()));
  hash.add_words(group.scoring.require_pass);
  if (group.static_validation)
    hash.add_field(fmt::format("static {}", group.static_validation->max_score.value_or(-1)));
  for (const model::TestGroup& inner : group.groups)
    add_group(hash, inner);
}

}  // namespace

Result<std::string> hash_problem(const model::Problem& problem) {
  store::Sha256 hash;
  std::vector<std::string_view> names(model::k_main_files.begin(), model::k_main_files.end());
  names.insert(names.end(), {"arbiter.yaml", ".timelimit", "subtasks.json", "solutions.json"});
  for (const std::string_view name : names)
    ARBITER_CHECK(add_if_there(hash, problem.root, name));
  ARBITER_CHECK(add_judges(hash, problem));
  for (const model::TestCase& test : problem.tests) {
    hash.add_field(test.name);
    if (test.is_static || !test.input.empty()) ARBITER_CHECK(add_test(hash, test));
  }
  if (problem.group_rules != model::GroupRules::none) {
    hash.add_field(std::to_string(static_cast<int>(problem.group_rules)));
    add_group(hash, problem.data);
  }
  if (problem.grader) ARBITER_CHECK(add_files(hash, *problem.grader));
  return hash.hex();
}

Result<std::string> hash_submission(const Submission& submission) {
  store::Sha256 hash;
  ARBITER_CHECK(add_files(hash, submission.files));
  return hash.hex();
}

TestKeys::TestKeys(const Plan& plan, const std::string& surroundings) : plan_(plan) {
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(surroundings);
  // Validators may be compiled with what lies there.
  hash.add_field(testlib_setting());
  const PlannedChecker& checker = plan.checker;
  hash.add_field(std::to_string(static_cast<int>(checker.kind)));
  hash.add_field(checker.standard == nullptr ? "" : checker.standard->name);
  hash.add_field(policy_word(checker.policy));
  hash.add_field(plan.transcript ? "transcript" : "");
  hash.add_words(checker.arguments);
  hash.add_words(plan.problem->input_files);
  hash.add_words(plan.problem->output_files);
  hash.add_field(plan.problem->is_scoring ? "points" : "");
  hash.add_field(std::to_string(static_cast<int>(plan.problem->checker_points)));
  const int passes = plan.problem->is_multi_pass ? plan.problem->limits.validation_passes : 0;
  hash.add_field(std::to_string(passes));
  // An unreadable validator fails when it is compiled, before any key is asked for.
  if (const auto added = add_judges(hash, *plan.problem); !added) hash.add_field("unreadable");
  common_ = hash.hex();
}

Result<std::string> TestKeys::program(std::size_t submission, const Executable& executable) {
  const auto known = programs_.find(submission);
  if (known != programs_.end()) return known->second;
  store::Sha256 hash;
  ARBITER_CHECK(add_files(hash, executable.files));
  ARBITER_CHECK(add_files(hash, executable.work_files));
  hash.add_words(executable.argv);
  hash.add_field(executable.toolchain);
  // The sources, too, are judged then.
  if (plan_.problem->static_validator) {
    ARBITER_TRY(sources, hash_submission(*plan_.submissions[submission].submission));
    hash.add_field(sources);
  }
  const model::RunLimits& limits = plan_.submissions[submission].limits;
  hash.add_field(fmt::format("{} {} {} {}", limits.time.count(), limits.wall.count(),
                             limits.memory.count, limits.output.count));
  return programs_.emplace(submission, hash.hex()).first->second;
}

Result<std::string> TestKeys::data(std::size_t test) {
  const auto known = tests_.find(test);
  if (known != tests_.end()) return known->second;
  store::Sha256 hash;
  hash.add_field(plan_.problem->tests[test].name);
  ARBITER_CHECK(add_test(hash, plan_.problem->tests[test]));
  return tests_.emplace(test, hash.hex()).first->second;
}

Result<std::string> TestKeys::key(std::size_t submission, std::size_t test,
                                  const Executable& executable) {
  const std::lock_guard lock(mutex_);
  ARBITER_TRY(of_program, program(submission, executable));
  ARBITER_TRY(of_data, data(test));
  return store::sha256(common_ + of_program + of_data);
}

Result<std::string> TestKeys::key(const std::string& program, std::size_t test) {
  const std::lock_guard lock(mutex_);
  ARBITER_TRY(of_data, data(test));
  return store::sha256(common_ + program + of_data);
}

}  // namespace arbiter::judge
