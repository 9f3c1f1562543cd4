#include "judge/checking.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/file.hpp"
#include "box/retry.hpp"

namespace arbiter::judge {
namespace {

constexpr int k_accepted_status = 42;
constexpr int k_rejected_status = 43;
constexpr std::size_t k_message_bytes = 4096;

CheckOutcome fault(std::string message) {
  return {CheckOutcome::Kind::fault, std::move(message), std::nullopt};
}

model::FirstDifference to_model(const checkers::Difference& difference) {
  model::FirstDifference first;
  first.output_line = difference.output_line;
  first.output_column = difference.output_column;
  first.answer_line = difference.answer_line;
  first.answer_column = difference.answer_column;
  first.expected = difference.expected;
  first.got = difference.got;
  first.expected_end = difference.expected_end;
  first.got_end = difference.got_end;
  return first;
}

Result<MappedFile> open_answer(const model::TestCase& test) {
  if (!test.answer) return Error{ErrorKind::invalid_package, "the test has no answer file", {}, {}};
  return MappedFile::open(*test.answer);
}

class StandardOutputChecker final : public OutputChecker {
 public:
  explicit StandardOutputChecker(const Plan& plan) : plan_(plan) {}

  CheckOutcome check(const CheckRequest& request) override {
    const auto answer = open_answer(plan_.problem->tests[request.test]);
    if (!answer) return fault(answer.error().text());
    auto outcome = plan_.checker.standard->check(answer->bytes(), request.output_bytes,
                                                 plan_.checker.options[request.test]);
    if (!outcome.judge_error.empty()) return fault(std::move(outcome.judge_error));
    CheckOutcome verdict;
    verdict.kind = outcome.accepted ? CheckOutcome::Kind::accepted : CheckOutcome::Kind::rejected;
    verdict.message = std::move(outcome.message);
    if (outcome.difference) verdict.first_difference = to_model(*outcome.difference);
    return verdict;
  }

  void begin_submission() override {}

 private:
  const Plan& plan_;
};

class AcceptingChecker final : public OutputChecker {
 public:
  CheckOutcome check(const CheckRequest& /*request*/) override {
    return {CheckOutcome::Kind::accepted, {}, std::nullopt};
  }
  void begin_submission() override {}
};

/// The files that a validator may leave, by their place in RunRequest::collect.
constexpr std::array<std::string_view, 3> k_feedback = {
    "feedback/judgeerror.txt", "feedback/judgemessage.txt", "feedback/teammessage.txt"};

class ProgramOutputChecker final : public OutputChecker {
 public:
  ProgramOutputChecker(const Plan& plan, const Executable& validator, box::BoxFactory& boxes,
                       int core)
      : plan_(plan), validator_(validator), boxes_(boxes), core_(core) {}

  void begin_submission() override { box_.reset(); }

  CheckOutcome check(const CheckRequest& request) override {
    auto outcome = box::try_twice([&] {
      auto tried = try_check(request);
      if (!tried) box_.reset();
      return tried;
    });
    if (outcome) return std::move(outcome).value();
    return fault("the output validator could not be run: " + outcome.error().text());
  }

 private:
  Result<void> ensure_box() {
    if (box_) return {};
    ARBITER_TRY(placed, place(validator_));
    box::BoxConfig config;
    config.policy = box::Policy::package;
    config.allow_processes = true;
    config.program_files = std::move(placed.files);
    for (const std::string& bind : validator_.binds)
      config.binds.push_back({bind, bind, true});
    config.core = core_;
    ARBITER_TRY(box, boxes_.make(config));
    box_ = std::move(box);
    return {};
  }

  box::RunRequest request_for(const model::TestCase& test) const {
    const model::PackageLimits& limits = plan_.problem->limits;
    box::RunRequest run;
    run.argv = validator_.argv;
    run.argv.insert(run.argv.end(), {"/work/input", "/work/answer", "/work/feedback/"});
    const auto& arguments =
        test.output_validator_args.empty() ? plan_.checker.arguments : test.output_validator_args;
    run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
    run.cpu_limit = limits.validation_time;
    run.wall_limit = wall_limit(limits.validation_time);
    run.memory_limit = limits.validation_memory;
    run.output_limit = limits.validation_output;
    run.folders = {"feedback"};
    run.collect.assign(k_feedback.begin(), k_feedback.end());
    return run;
  }

  Result<CheckOutcome> try_check(const CheckRequest& request) {
    ARBITER_CHECK(ensure_box());
    const model::TestCase& test = plan_.problem->tests[request.test];
    if (!test.answer) return fault("the test has no answer file");
    ARBITER_TRY(answer, open_read(*test.answer));
    ARBITER_TRY(input, reopen(request.output, O_RDONLY));
    ARBITER_TRY(output, memory_file("validator-output"));
    ARBITER_TRY(error, memory_file("validator-error"));
    box::RunRequest run = request_for(test);
    run.files = {{"input", request.input, false}, {"answer", answer.get(), false}};
    ARBITER_TRY(report, box_->run(run, {input.get(), output.get(), error.get()}));
    if (report.is_worn) box_.reset();
    return outcome_of(report, error.get());
  }

  static std::string message_of(const box::RunReport& report, int error) {
    for (const UniqueFd& file : report.collected) {
      if (!file) continue;
      const auto mapped = MappedFile::of_descriptor(file.get());
      if (mapped && !mapped->bytes().empty()) {
        return std::string(mapped->bytes().substr(0, k_message_bytes));
      }
    }
    const auto mapped = MappedFile::of_descriptor(error);
    return mapped ? std::string(mapped->bytes().substr(0, k_message_bytes)) : std::string();
  }

  static std::string_view over_limit(box::Stopped stopped) {
    switch (stopped) {
      case box::Stopped::cpu_limit:
        return "went over its limit of CPU time";
      case box::Stopped::wall_limit:
        return "went over its wall limit";
      case box::Stopped::memory_limit:
        return "went over its memory limit";
      default:
        return "went over its output limit";
    }
  }

  static CheckOutcome outcome_of(const box::RunReport& report, int error) {
    std::string message = message_of(report, error);
    while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
      message.pop_back();
    const bool ended = report.stopped == box::Stopped::no && report.exited;
    if (ended && report.exit_status == k_accepted_status) {
      return {CheckOutcome::Kind::accepted, std::move(message), std::nullopt};
    }
    if (ended && report.exit_status == k_rejected_status) {
      return {CheckOutcome::Kind::rejected, std::move(message), std::nullopt};
    }
    std::string why = "the output validator ";
    if (report.stopped != box::Stopped::no) {
      why += over_limit(report.stopped);
    } else if (report.exited) {
      why += fmt::format("ended with status {}, which is neither 42 nor 43", report.exit_status);
    } else {
      why += fmt::format("was ended by signal {}", report.signal);
    }
    return fault(message.empty() ? why : why + ": " + message);
  }

  const Plan& plan_;
  const Executable& validator_;
  box::BoxFactory& boxes_;
  int core_;
  std::unique_ptr<box::Box> box_;
};

}  // namespace

std::unique_ptr<OutputChecker> standard_checker(const Plan& plan) {
  return std::make_unique<StandardOutputChecker>(plan);
}

std::unique_ptr<OutputChecker> program_checker(const Plan& plan, const Executable& validator,
                                               box::BoxFactory& boxes, int core) {
  return std::make_unique<ProgramOutputChecker>(plan, validator, boxes, core);
}

std::unique_ptr<OutputChecker> accepting_checker() {
  return std::make_unique<AcceptingChecker>();
}

Result<PlacedProgram> place(const Executable& executable) {
  PlacedProgram placed;
  for (const ProgramFile& file : executable.files) {
    ARBITER_TRY(fd, open_read(file.path));
    placed.files.push_back({file.name, fd.get(), file.name == executable.entry});
    placed.descriptors.push_back(std::move(fd));
  }
  return placed;
}

}  // namespace arbiter::judge
