#include "judge/generate/test_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/file.hpp"
#include "judge/generate/pattern_check.hpp"
#include "judge/program/included_files.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/program_run.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

// A solution that needs longer than this many times the time limit is taken to hang.
constexpr int k_patience = 10;

// What an answer validator finds the input as.
constexpr const char* k_input_name = "testcase.in";

using Problem = std::optional<NotMade>;

std::string name_of_validator(const model::ProgramSource& validator, const std::string& kind) {
  return kind + " " + validator.name;
}

std::string name_of_solution(const model::Problem& problem, const PlannedTest& test) {
  return "solution " + test.solution.lexically_relative(problem.root).string();
}

class Completion {
 public:
  Completion(PackageTools& tools, const PlannedTest& test, const CheckingPrograms& programs,
             const store::TestFiles& made)
      : tools_(tools), test_(test), programs_(programs), made_(made) {}

  Result<std::variant<Completed, NotMade>> run() {
    using Outcome = std::variant<Completed, NotMade>;
    if (has(".in")) {
      using Step = Result<Problem> (Completion::*)();
      for (const Step step : {&Completion::validate, &Completion::look_for_patterns_in_input,
                              &Completion::answer, &Completion::validate_answer}) {
        ARBITER_TRY(problem, (this->*step)());
        if (problem) return Outcome(*std::move(problem));
      }
    }
    ARBITER_TRY(problem, complete());
    if (problem) return Outcome(*std::move(problem));
    return Outcome(std::move(completed_));
  }

 private:
  [[nodiscard]] bool has(const std::string& extension) const {
    return made_.count(extension) + completed_.contents.count(extension) > 0;
  }

  [[nodiscard]] Result<MappedFile> file(const std::string& extension) const {
    const auto completed = completed_.contents.find(extension);
    if (completed == completed_.contents.end()) return MappedFile::open(made_.at(extension));
    return MappedFile::of_descriptor(completed->second.get());
  }

  Result<Problem> validate() {
    if (test_.input == PlannedTest::Input::anything) return Problem();
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    const model::Problem& problem = tools_.programs().problem;
    bool is_refused = false;
    for (const model::ProgramSource& validator : problem.input_validators) {
      ProgramCall call;
      call.arguments = validator_arguments(programs_.test->input_validator_args, validator.name);
      call.arguments.insert(call.arguments.end(), programs_.test->args.begin(),
                            programs_.test->args.end());
      call.input = input.bytes();
      call.input_names = problem.input_files;
      ARBITER_TRY(word, ask(validator, k_input_validator, std::move(call)));
      if (!word.fault.empty()) return Problem(NotMade{word.fault});
      is_refused = is_refused || !word.is_valid;
      if (word.is_valid || test_.input == PlannedTest::Input::invalid) continue;
      return Problem(NotMade{word.why});
    }
    if (test_.input == PlannedTest::Input::invalid && !is_refused) {
      completed_.notes.emplace_back("no input validator refuses it, though it is to be invalid");
    }
    return Problem();
  }

  /// One validator's word on the bytes of a file.
  struct Word {
    bool is_valid = false;
    std::string why;    ///< it is not
    std::string fault;  ///< there is no word: it failed
  };

  Result<Word> ask(const model::ProgramSource& validator, const std::string& kind,
                   ProgramCall call) {
    const std::string what = name_of_validator(validator, kind);
    const model::PackageLimits& limits = tools_.programs().problem.limits;
    ARBITER_TRY(executable, validator_executable(tools_, validator, kind));
    call.executable = executable;
    call.limits = {limits.validation_time, wall_limit(limits.validation_time),
                   limits.validation_memory, limits.validation_output};
    ARBITER_TRY(answer, call_program(tools_.programs().boxes, call));
    Word word;
    if (answer.record.ending != model::Ending::exited) {
      word.fault = what + ": " + reason(answer.record, call.limits, {});
      return word;
    }
    ARBITER_TRY(valid, is_valid(validator, answer.record.exit_status, {}, kind));
    word.is_valid = valid;
    if (!valid) word.why = what + " refuses it" + last_words(answer.error.get());
    return word;
  }

  /// Answer validators read the answer, and the input as a file.
  Result<Problem> validate_answer() {
    const model::Problem& problem = tools_.programs().problem;
    if (test_.validity == PlannedTest::Validity::anything || !has(".ans")) return Problem();
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    ARBITER_TRY(answer, file(".ans"));
    bool is_refused = false;
    for (const model::ProgramSource& validator : problem.answer_validators) {
      ProgramCall call;
      call.input = answer.bytes();
      if (validator.protocol != model::CallProtocol::checktestdata) {
        call.files.emplace_back(k_input_name, input.bytes());
        call.arguments.emplace_back(k_input_name);
      }
      const auto more = validator_arguments(programs_.test->answer_validator_args, validator.name);
      call.arguments.insert(call.arguments.end(), more.begin(), more.end());
      ARBITER_TRY(word, ask(validator, k_answer_validator, std::move(call)));
      if (!word.fault.empty()) return Problem(NotMade{word.fault});
      is_refused = is_refused || !word.is_valid;
      if (word.is_valid || test_.validity == PlannedTest::Validity::invalid) continue;
      return Problem(NotMade{"its answer: " + word.why});
    }
    // A validator of outputs might refuse it, which is not asked here.
    if (test_.validity == PlannedTest::Validity::invalid && !is_refused &&
        !problem.output_validator) {
      completed_.notes.emplace_back("no answer validator refuses it, though it is to be invalid");
    }
    return Problem();
  }

  Result<void> look_for(const std::string& extension, std::string_view bytes) {
    const auto found = test_.recipe->patterns.find(extension);
    if (found == test_.recipe->patterns.end() || found->second.empty()) return {};
    ARBITER_TRY(missing,
                missing_patterns(tools_.programs().boxes, found->second, std::string(bytes)));
    for (const std::string& note : missing)
      completed_.notes.push_back(fmt::format("{}: {}", extension.substr(1), note));
    return {};
  }

  Result<Problem> look_for_patterns_in_input() {
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    ARBITER_CHECK(look_for(".in", input.bytes()));
    return Problem();
  }

  Result<Problem> answer() {
    if (has(".ans") || test_.answer == PlannedTest::Answer::not_needed) return Problem();
    if (test_.answer == PlannedTest::Answer::empty) {
      ARBITER_TRY(nothing, sealed_memory_file("answer", ""));
      completed_.contents[".ans"] = std::move(nothing);
      return Problem();
    }
    if (programs_.solution == nullptr) {
      return Problem(
          NotMade{test_.recipe->answer == model::AnswerSource::none
                      ? "nothing makes its answer: 'solution' is empty, and no .ans is given"
                      : "nothing makes its answer: generators.yaml names no solution, and "
                        "submissions/accepted is empty"});
    }
    return run_solution();
  }

  Result<Problem> run_solution() {
    const model::Problem& problem = tools_.programs().problem;
    const std::string what = name_of_solution(problem, test_);
    const auto executable = solution_executable(tools_, test_, *programs_.solution);
    if (!executable) {
      if (executable.error().kind != ErrorKind::invalid_package) return executable.error();
      return Problem(NotMade{executable.error().text()});
    }
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    ProgramCall call;
    call.executable = *executable;
    call.arguments = programs_.test->args;
    call.test = programs_.test;
    call.input = input.bytes();
    call.input_names = problem.input_files;
    call.collect = problem.output_files;
    call.limits = limits_of(problem, {});
    call.limits.time *= k_patience;
    call.limits.wall = wall_limit(call.limits.time);
    ARBITER_TRY(ended, call_program(tools_.programs().boxes, call));
    if (!may_be_checked(ended.record, call.limits)) {
      return Problem(
          NotMade{fmt::format("{} fails on it: {}{}", what, reason(ended.record, call.limits, {}),
                              last_words(ended.error.get()))});
    }
    UniqueFd output = std::move(ended.output);
    for (UniqueFd& collected : ended.collected) {
      if (!collected) continue;
      const auto mapped = MappedFile::of_descriptor(collected.get());
      if (!mapped || mapped->bytes().empty()) continue;
      output = std::move(collected);
      break;
    }
    completed_.contents[".ans"] = std::move(output);
    return Problem();
  }

  Result<Problem> complete() {
    const std::string root = test_.recipe->root();
    for (const char* extension : {".ans", ".out"}) {
      const bool is_needed = root == "invalid_output" || root == "valid_output";
      if (is_needed && !has(extension)) {
        return Problem(NotMade{fmt::format("a test in {} needs '{}'", root, extension + 1)});
      }
    }
    if (has(".ans")) {
      ARBITER_TRY(answer, file(".ans"));
      ARBITER_CHECK(look_for(".ans", answer.bytes()));
    }
    for (const auto& [extension, target] : test_.recipe->links) {
      if (!has(target)) {
        return Problem(NotMade{fmt::format("'{}' is a link to '{}', which nothing makes",
                                           extension.substr(1), target.substr(1))});
      }
      ARBITER_TRY(bytes, file(target));
      ARBITER_SET(completed_.contents[extension], sealed_memory_file("file", bytes.bytes()));
    }
    return Problem();
  }

  PackageTools& tools_;
  const PlannedTest& test_;
  const CheckingPrograms& programs_;
  const store::TestFiles& made_;
  Completed completed_;
};

}  // namespace

Result<const Executable*> validator_executable(PackageTools& tools,
                                               const model::ProgramSource& validator,
                                               const std::string& kind) {
  return tools.validator(validator, name_of_validator(validator, kind));
}

Result<const Executable*> solution_executable(PackageTools& tools, const PlannedTest& test,
                                              const Submission& solution) {
  const model::Problem& problem = tools.programs().problem;
  return tools.executable(solution, name_of_solution(problem, test),
                          included_files(problem, *solution.language));
}

Result<std::variant<Completed, NotMade>> complete_test(PackageTools& tools, const PlannedTest& test,
                                                       const CheckingPrograms& programs,
                                                       const store::TestFiles& made) {
  return Completion(tools, test, programs, made).run();
}

}  // namespace arbiter::judge
