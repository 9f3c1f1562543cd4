// Every problem that ships proves itself: its data against its validators, its checker against
// outputs that must be accepted or rejected, the program in output_validator/ against the
// standard checker that arbiter.yaml names.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/plan.hpp"
#include "package/package.hpp"
#include "problem_messages.hpp"
#include "store/host_paths.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

/// The boxes, compiler and languages, made once for all problems.
struct Judge {
  store::HostPaths paths;
  model::Languages languages;
  std::unique_ptr<box::BoxFactory> boxes;
  std::unique_ptr<judge::Compiler> compiler;

  static Judge& get() {
    static Judge judge = make();
    return judge;
  }

 private:
  static Judge make() {
    Judge made;
    auto environment = store::host_environment();
    if (!environment) return made;
    auto paths = store::find_host_paths(*environment);
    if (!paths) return made;
    made.paths = *paths;
    made.languages = package::load_languages(made.paths.share / "config/languages.yaml").languages;
    const box::Probe probe = box::probe(made.paths.arbiter_box);
    if (!probe.can_isolate) return made;
    auto boxes = box::make_factory(probe.mode, made.paths.arbiter_box, 1);
    if (!boxes) return made;
    made.boxes = std::move(*boxes);
    made.compiler = std::make_unique<judge::Compiler>(*made.boxes, made.paths, made.languages);
    return made;
  }
};

class ProblemPackage : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!Judge::get().boxes) GTEST_SKIP() << "programs cannot be isolated on this machine";
    auto loaded = package::load_problem(Judge::get().paths.share / "problems" / GetParam());
    for (const auto* diagnostics : {&loaded.diagnostics, &loaded.generation_diagnostics}) {
      for (const Diagnostic& diagnostic : *diagnostics)
        ADD_FAILURE() << render(diagnostic, false);
    }
    problem_ = std::move(loaded.problem);
  }

  [[nodiscard]] judge::PackagePrograms programs() const {
    Judge& judge = Judge::get();
    return {problem_, judge.languages, *judge.compiler, *judge.boxes};
  }

  /// What the first input validator says that refuses `input`; none where all take it.
  [[nodiscard]] std::optional<std::string> complaint_about(const fs::path& input) const {
    model::TestCase test;
    test.input = input;
    test.input_validator_args = problem_.input_validator_args;
    test.args = problem_.args;
    const auto validations = judge::validate_input(programs(), test);
    if (!validations) {
      ADD_FAILURE() << validations.error().text();
      return std::nullopt;
    }
    EXPECT_FALSE(validations->empty());
    for (const auto& validation : *validations) {
      if (!validation.valid) return validation.message;
    }
    return std::nullopt;
  }

  void expect_valid(const fs::path& input) const {
    const auto complaint = complaint_about(input);
    EXPECT_FALSE(complaint) << input << ": " << *complaint;
  }

  /// What a checker says of one output case.
  judge::CheckOutcome check(const model::OutputCase& output, bool with_program) {
    model::Problem one = problem_;
    one.tests = {output.test};
    if (with_program) one.standard_checker.reset();
    Judge& judge = Judge::get();
    const auto plan = judge::make_plan(one, {}, judge.languages, {});
    if (!plan) {
      ADD_FAILURE() << plan.error().text();
      return {judge::CheckOutcome::Kind::fault, plan.error().text(), std::nullopt};
    }
    judge::Executable validator;
    if (with_program) {
      auto compiled = judge::compile_package_program(programs(), *one.output_validator, "checker");
      if (!compiled) {
        ADD_FAILURE() << compiled.error().text();
        return {judge::CheckOutcome::Kind::fault, compiled.error().text(), std::nullopt};
      }
      validator = *compiled;
    }
    auto checker = with_program ? judge::program_checker(*plan, validator, *judge.boxes, -1)
                                : judge::standard_checker(*plan);
    const auto input = open_read(output.test.input);
    const auto written = open_read(output.output);
    const auto bytes = MappedFile::open(output.output);
    EXPECT_TRUE(input && written && bytes);
    return checker->check({0, input->get(), written->get(), bytes->bytes()});
  }

  model::Problem problem_;
};

TEST_P(ProblemPackage, HasAllThatADesignedPackageHas) {
  EXPECT_TRUE(problem_.output_validator);
  EXPECT_TRUE(problem_.reference);
  EXPECT_EQ(problem_.reference->filename(), "reference.cpp");
  EXPECT_FALSE(problem_.input_validators.empty());
  EXPECT_TRUE(problem_.limits.time);
  EXPECT_FALSE(problem_.invalid_inputs.empty());
  // A referee has a game to judge and no output.
  EXPECT_EQ(problem_.invalid_outputs.empty(), problem_.is_interactive);
  EXPECT_EQ(problem_.valid_outputs.empty(), problem_.is_interactive);
  EXPECT_GE(problem_.name.size(), 2U);
  int secret = 0;
  for (const auto& test : problem_.tests)
    secret += test.name.starts_with("secret/") ? 1 : 0;
  for (const auto& recipe : problem_.generation.tests)
    secret += recipe.name.starts_with("secret/") ? 1 : 0;
  EXPECT_GE(secret, 10);
  for (const auto& [language, title] : problem_.name) {
    EXPECT_TRUE(fs::exists(problem_.root / "statement" / ("problem." + language + ".md")));
  }
  for (const auto& test : problem_.tests) {
    if (!problem_.is_interactive || !test.name.starts_with("sample/")) continue;
    fs::path interaction = test.input;
    EXPECT_TRUE(fs::exists(interaction.replace_extension("interaction"))) << test.name;
  }
}

/// Whether verdicts are asked for, and AC is none of them.
bool is_without_ac(const std::optional<std::vector<model::Verdict>>& verdicts) {
  return verdicts && !verdicts->empty() &&
         std::find(verdicts->begin(), verdicts->end(), model::Verdict::ac) == verdicts->end();
}

/// Whether the rule holds only while some test, or group, that it names catches the submission; or,
/// for points, while all do that should.
bool needs_a_catch(const model::SubmissionRule& rule) {
  if (rule.score) return true;
  return !rule.group.empty() && (is_without_ac(rule.required) || is_without_ac(rule.permitted));
}

// Whether the rules hold is seen when the submissions are judged; rules for tests that are not
// there are warnings, which are failures here.
TEST_P(ProblemPackage, SaysWhichTestsCatchEachWrongSubmission) {
  int wrong = 0;
  for (const auto& submission : problem_.submissions) {
    if (submission.label == "accepted") continue;
    ++wrong;
    EXPECT_TRUE(std::any_of(submission.rules.begin(), submission.rules.end(), needs_a_catch))
        << "submissions.yaml names no test that catches " << submission.label << '/'
        << submission.path.filename().string();
  }
  EXPECT_GE(wrong, 8);
}

TEST_P(ProblemPackage, HasValidInputs) {
  for (const auto& test : problem_.tests)
    expect_valid(test.input);
  for (const auto& output : problem_.valid_outputs)
    expect_valid(output.test.input);
  for (const auto& output : problem_.invalid_outputs)
    expect_valid(output.test.input);
}

TEST_P(ProblemPackage, RefusesInvalidInputs) {
  for (const auto& test : problem_.invalid_inputs) {
    const auto complaint = complaint_about(test.input);
    EXPECT_TRUE(complaint) << test.name << " is taken for valid";
    EXPECT_NE(complaint, "") << test.name << " is refused without a word";
  }
}

// docs/problems.md says how the file is written.
TEST_P(ProblemPackage, SaysWhatIsWrongWithEachInvalidCase) {
  const fs::path path = problem_.root / "messages.yaml";
  ASSERT_TRUE(fs::exists(path)) << "what is said of each invalid case stands in no file";
  ProblemMessages messages = read_messages(path);
  for (const auto& test : problem_.invalid_inputs)
    compare_message(messages, test.name, complaint_about(test.input).value_or(""));
  for (const auto& output : problem_.invalid_outputs)
    compare_message(messages, output.test.name, check(output, true).message);
  for (const std::string& fault : messages.faults)
    ADD_FAILURE() << fault;
  for (const auto& [name, part] : messages.parts)
    ADD_FAILURE() << "messages.yaml: there is no " << name << " in data/";
}

TEST_P(ProblemPackage, ChecksOutputsAsItSays) {
  if (problem_.is_interactive) GTEST_SKIP() << "a referee has no outputs to check";
  using Kind = judge::CheckOutcome::Kind;
  for (const bool with_program : {true, false}) {
    if (!with_program && !problem_.standard_checker) continue;
    for (const auto& output : problem_.valid_outputs) {
      EXPECT_EQ(check(output, with_program).kind, Kind::accepted) << output.output;
    }
    for (const auto& output : problem_.invalid_outputs) {
      EXPECT_EQ(check(output, with_program).kind, Kind::rejected) << output.output;
    }
    for (const auto& test : problem_.tests) {
      EXPECT_EQ(check({test, *test.answer}, with_program).kind, Kind::accepted) << test.name;
    }
  }
}

TEST_P(ProblemPackage, HasTheAnswersThatTheReferenceGives) {
  if (problem_.is_interactive) GTEST_SKIP() << "a game has no answer";
  const TempDir folder = TempDir::make("answers").value();
  for (const auto& test : problem_.tests) {
    const fs::path made = folder.path() / "answer";
    const auto answered = judge::make_answer(programs(), test.input, made);
    ASSERT_TRUE(answered) << answered.error().text();
    const auto same = read_file(made);
    const auto committed = read_file(*test.answer);
    ASSERT_TRUE(same && committed);
    EXPECT_EQ(*same, *committed) << test.name;
  }
}

/// The folders in problems/; asked for before any test runs, so no box is opened for it.
std::vector<std::string> shipped() {
  std::vector<std::string> names;
  const auto environment = store::host_environment();
  if (!environment) return names;
  const auto paths = store::find_host_paths(*environment);
  if (!paths) return names;
  std::error_code failed;
  for (fs::directory_iterator at(paths->share / "problems", failed), end; !failed && at != end;
       at.increment(failed)) {
    if (at->is_directory()) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Shipped, ProblemPackage, ::testing::ValuesIn(shipped()),
                         [](const auto& problem) { return "P" + problem.param; });

}  // namespace
}  // namespace arbiter
