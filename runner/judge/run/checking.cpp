#include "judge/run/checking.hpp"

#include <utility>

#include "base/file.hpp"
#include "box/retry.hpp"
#include "judge/run/program_run.hpp"
#include "judge/run/validator_run.hpp"
#include "judge/verdict/call_protocol.hpp"

namespace arbiter::judge {
namespace {

constexpr const char* k_no_answer = "the test case has no answer file";

class StandardOutputChecker final : public OutputChecker {
 public:
  explicit StandardOutputChecker(const Plan& plan) : plan_(plan) {}

  CheckOutcome check(const CheckRequest& request) override {
    const auto& file = plan_.problem->tests[request.test].answer;
    if (!file) return fault_outcome(k_no_answer);
    const auto answer = MappedFile::open(*file);
    if (!answer) return fault_outcome(answer.error().text());
    auto outcome = plan_.checker.standard->check(answer->bytes(), request.output_bytes,
                                                 plan_.checker.options[request.test]);
    if (!outcome.judge_error.empty()) return fault_outcome(std::move(outcome.judge_error));
    CheckOutcome verdict;
    verdict.kind = outcome.accepted ? CheckOutcome::Kind::accepted : CheckOutcome::Kind::rejected;
    verdict.message = std::move(outcome.message);
    verdict.first_difference = std::move(outcome.difference);
    return verdict;
  }

 private:
  const Plan& plan_;
};

class AcceptingChecker final : public OutputChecker {
 public:
  CheckOutcome check(const CheckRequest& /*request*/) override {
    return {CheckOutcome::Kind::accepted, {}, std::nullopt};
  }
};

class ProgramOutputChecker final : public OutputChecker {
 public:
  ProgramOutputChecker(const Plan& plan, const Executable& validator, box::BoxFactory& boxes,
                       int core)
      : plan_(plan), validator_(validator), boxes_(boxes), core_(core) {}

  void begin_submission() override { box_.reset(); }

  CheckOutcome check(const CheckRequest& request) override {
    auto outcome = box::try_twice([&] { return try_check(request); });
    if (outcome) return std::move(outcome).value();
    return fault_outcome("the output validator could not be run: " + outcome.error().text());
  }

 private:
  Result<CheckOutcome> try_check(const CheckRequest& request) {
    // It is given back where all went well.
    auto box = std::move(box_);
    if (!box) {
      ARBITER_SET(box, make_box(validator_, box::Policy::package, boxes_, core_));
    }
    const model::TestCase& test = plan_.problem->tests[request.test];
    if (!test.answer) return fault_outcome(k_no_answer);
    ARBITER_TRY(answer, open_read(*test.answer));
    ARBITER_TRY(output, memory_file("validator-output"));
    ARBITER_TRY(error, memory_file("validator-error"));
    box::RunRequest run = validator_request(plan_, validator_, ProgramRole::checker, test);
    run.files = {{"input", request.input, false}, {"answer", answer.get(), false}};
    const auto protocol = protocol_of(*plan_.problem, ProgramRole::checker);
    if (protocol != model::CallProtocol::kattis) {
      run.files.push_back({"output", request.output, false});
    }
    ARBITER_TRY(kept, continue_from(request.pass, run));
    ARBITER_TRY(report, box->run(run, {request.output, output.get(), error.get()}));
    constexpr std::size_t k_most_output = 4096;
    CheckOutcome outcome =
        outcome_of_end("the output validator", to_record(report),
                       {protocol, ProgramRole::checker, 0, feedback_message(report, error.get()),
                        head_of(output.get(), k_most_output)},
                       plan_.problem->checker_points);
    ARBITER_CHECK(add_leftovers(report, request.pass, outcome));
    if (!report.is_worn) box_ = std::move(box);
    return outcome;
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

}  // namespace arbiter::judge
