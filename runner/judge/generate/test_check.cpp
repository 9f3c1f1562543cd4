#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/generate/input_maker.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/by_hand.hpp"

namespace arbiter::judge {
namespace {

// What an answer validator finds the input as.
constexpr const char* k_input_name = "testcase.in";

std::string name_of_solution(const model::Problem& problem, const PlannedTest& test) {
  return "solution " + test.solution.lexically_relative(problem.root).string();
}

// Python's own engine, since the patterns are written for it; in a box, since one can be written
// that takes for ever. It prints the number of each pattern that is not found, or is none.
constexpr const char* k_script = R"(
import re, sys
text = open("text", encoding="utf-8", errors="replace", newline="").read()
for number, pattern in enumerate(sys.argv[1:]):
    try:
        if not re.search(pattern, text, re.MULTILINE | re.DOTALL):
            print(number, "is not found")
    except re.error as error:
        print(number, "is not a regular expression:", error)
)";

/// Those of `patterns` (regular expressions as Python has them) that are found nowhere in `text`,
/// or why that cannot be told, as sentences. Error: a fault of the box.
Result<std::vector<std::string>> missing_patterns(box::BoxFactory& boxes,
                                                  const std::vector<std::string>& patterns,
                                                  const std::string& text) {
  ToolRun run;
  run.argv = {"/usr/bin/python3", "-I", "-S", "-c", k_script};
  run.argv.insert(run.argv.end(), patterns.begin(), patterns.end());
  run.sources = {{"text", &text}};
  run.cpu_limit = std::chrono::seconds(10);
  run.memory_limit = mib(1024);
  ARBITER_TRY(outcome, run_tool(boxes, run));
  if (outcome.is_missing) {
    return std::vector<std::string>{
        "its patterns cannot be checked, because python3 is not installed"};
  }
  if (!outcome.succeeded()) return std::vector<std::string>{"its patterns take too long to find"};
  std::vector<std::string> missing;
  for (const std::string_view line : split_lines(outcome.log)) {
    const std::size_t blank = line.find(' ');
    std::size_t number = patterns.size();
    std::from_chars(line.data(), line.data() + std::min(blank, line.size()), number);
    // A message may quote a pattern that has several lines.
    if (number >= patterns.size() || blank == std::string_view::npos) continue;
    missing.push_back(fmt::format("the pattern '{}'{}", patterns[number], line.substr(blank)));
  }
  return missing;
}

class Completion {
 public:
  Completion(PackageTools& tools, const PlannedTest& test, const model::TestCase& test_case,
             const Submission* solution, const store::TestFiles& made)
      : tools_(tools), test_(test), test_case_(test_case), solution_(solution), made_(made) {}

  Result<MadeContents> run() {
    if (has(".in")) {
      using Step = Result<void> (Completion::*)();
      for (const Step step : {&Completion::validate, &Completion::look_for_patterns_in_input,
                              &Completion::answer, &Completion::validate_answer}) {
        ARBITER_CHECK((this->*step)());
        if (!completed_.fault.empty()) return std::move(completed_);
      }
    }
    ARBITER_CHECK(complete());
    return std::move(completed_);
  }

 private:
  /// It cannot be made, though the judge did nothing wrong.
  Result<void> fail(std::string why) {
    completed_.fault = std::move(why);
    return {};
  }

  [[nodiscard]] bool has(const std::string& extension) const {
    return made_.count(extension) + completed_.contents.count(extension) > 0;
  }

  [[nodiscard]] Result<MappedFile> file(const std::string& extension) const {
    const auto completed = completed_.contents.find(extension);
    if (completed == completed_.contents.end()) return MappedFile::open(made_.at(extension));
    return MappedFile::of_descriptor(completed->second.get());
  }

  Result<void> validate() {
    const model::Problem& problem = tools_.programs().problem;
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    const auto call_of = [&](const model::ProgramSource& validator) {
      ProgramCall call = call_with_input(input.bytes(), problem.input_files);
      call.arguments = validator_arguments(test_case_.input_validator_args, validator.name);
      call.arguments.insert(call.arguments.end(), test_case_.args.begin(), test_case_.args.end());
      return call;
    };
    return ask_all(problem.input_validators, k_input_validator, test_.input, call_of);
  }

  /// Answer validators read the answer, and the input as a file.
  Result<void> validate_answer() {
    if (!has(".ans")) return {};
    const model::Problem& problem = tools_.programs().problem;
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    ARBITER_TRY(answer, file(".ans"));
    const auto call_of = [&](const model::ProgramSource& validator) {
      ProgramCall call;
      call.input = answer.bytes();
      if (validator.protocol != model::CallProtocol::checktestdata) {
        call.files.emplace_back(k_input_name, input.bytes());
        call.arguments.emplace_back(k_input_name);
      }
      const auto more = validator_arguments(test_case_.answer_validator_args, validator.name);
      call.arguments.insert(call.arguments.end(), more.begin(), more.end());
      return call;
    };
    return ask_all(problem.answer_validators, k_answer_validator, test_.validity, call_of);
  }

  /// Asks validators of one kind until it is clear that the test is not what it should be.
  Result<void> ask_all(const std::vector<model::ProgramSource>& validators, const std::string& kind,
                       PlannedTest::Validity wanted,
                       const std::function<ProgramCall(const model::ProgramSource&)>& call_of) {
    using Validity = PlannedTest::Validity;
    if (wanted == Validity::anything) return {};
    const bool is_of_answer = kind == k_answer_validator;
    bool is_refused = false;
    for (const model::ProgramSource& validator : validators) {
      const std::string name = kind + " " + validator.name;
      ARBITER_TRY(executable, tools_.validator(validator, name));
      const PackagePrograms& programs = tools_.programs();
      ARBITER_TRY(word, ask_validator(programs.boxes, programs.problem.limits, validator,
                                      *executable, name, call_of(validator)));
      if (!word.fault.empty()) return fail(word.fault);
      is_refused = is_refused || !word.valid;
      if (word.valid || wanted == Validity::invalid) continue;
      return fail(fmt::format("{}{} refuses it{}", is_of_answer ? "its answer: " : "", name,
                              word.last_words));
    }
    // A validator of outputs might refuse an answer, which is not asked here.
    const bool may_be_refused = is_of_answer && tools_.programs().problem.output_validator;
    if (wanted == Validity::invalid && !is_refused && !may_be_refused) {
      completed_.notes.push_back(
          fmt::format("no {} refuses it, although it should be invalid", kind));
    }
    return {};
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

  Result<void> look_for_patterns_in_input() {
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    return look_for(".in", input.bytes());
  }

  Result<void> answer() {
    if (has(".ans") || test_.answer == PlannedTest::Answer::not_needed) return {};
    if (test_.answer == PlannedTest::Answer::empty) {
      ARBITER_SET(completed_.contents[".ans"], sealed_memory_file("answer", ""));
      return {};
    }
    if (solution_ == nullptr) {
      return fail(test_.recipe->answer == model::AnswerSource::none
                      ? "its answer is missing: 'solution' is empty, and there is no .ans"
                      : "its answer is missing: generators.yaml names no solution, and "
                        "submissions/accepted is empty");
    }
    return answer_by_solution();
  }

  Result<void> answer_by_solution() {
    const model::Problem& problem = tools_.programs().problem;
    const std::string what = name_of_solution(problem, test_);
    const auto executable = solution_executable(tools_, test_, *solution_);
    if (!executable) {
      if (executable.error().kind != ErrorKind::invalid_package) return executable.error();
      return fail(executable.error().text());
    }
    ARBITER_TRY(input, MappedFile::open(made_.at(".in")));
    ARBITER_TRY(run, run_solution(tools_.programs(), **executable, input.bytes(), test_case_));
    if (!run.failure.empty()) {
      return fail(fmt::format("{} fails on it: {}", what, run.failure));
    }
    completed_.contents[".ans"] = std::move(run.answer);
    return {};
  }

  Result<void> complete() {
    const std::string root = test_.recipe->root();
    for (const char* extension : {".ans", ".out"}) {
      const bool is_needed = root == "invalid_output" || root == "valid_output";
      if (is_needed && !has(extension)) {
        return fail(fmt::format("a test in {} needs '{}'", root, extension + 1));
      }
    }
    if (has(".ans")) {
      ARBITER_TRY(answer, file(".ans"));
      ARBITER_CHECK(look_for(".ans", answer.bytes()));
    }
    for (const auto& [extension, target] : test_.recipe->links) {
      if (!has(target)) {
        return fail(fmt::format("'{}' is a link to '{}', which does not exist", extension.substr(1),
                                target.substr(1)));
      }
      ARBITER_TRY(bytes, file(target));
      ARBITER_SET(completed_.contents[extension], sealed_memory_file("file", bytes.bytes()));
    }
    return {};
  }

  PackageTools& tools_;
  const PlannedTest& test_;
  const model::TestCase& test_case_;
  const Submission* solution_;
  const store::TestFiles& made_;
  MadeContents completed_;
};

}  // namespace

Result<const Executable*> solution_executable(PackageTools& tools, const PlannedTest& test,
                                              const Submission& solution) {
  const model::Problem& problem = tools.programs().problem;
  return tools.executable(solution, name_of_solution(problem, test),
                          included_files(problem, *solution.language));
}

Result<MadeContents> complete_test(PackageTools& tools, const PlannedTest& test,
                                   const model::TestCase& test_case, const Submission* solution,
                                   const store::TestFiles& made) {
  return Completion(tools, test, test_case, solution, made).run();
}

}  // namespace arbiter::judge
