#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/decide.hpp"
#include "verify/mangle.hpp"
#include "verify/verify.hpp"

namespace arbiter::verify {
namespace {

// As many as problemtools tries strange outputs on.
constexpr std::size_t k_strange_tests = 3;

/// One output that the checker is asked about.
struct AskedOutput {
  enum class Kind { answer, valid, invalid, strange, junk };
  Kind kind = Kind::answer;
  std::size_t test = 0;        ///< index into the tests of the view
  std::filesystem::path file;  ///< what it is; empty: `text`
  std::string_view what;
  std::string text;
};

/// The problem with the cases of data/valid_output and data/invalid_output among its tests.
model::Problem view_of(const model::Problem& problem) {
  model::Problem view = problem;
  for (const auto* cases : {&problem.valid_outputs, &problem.invalid_outputs}) {
    for (const model::OutputCase& one : *cases)
      view.tests.push_back(one.test);
  }
  return view;
}

class Outputs {
 public:
  explicit Outputs(const Bench& bench)
      : bench_(bench), view_(view_of(bench.tools.programs().problem)) {
    part_.name = k_outputs;
  }

  Result<model::VerifiedPart> run() {
    // A referee is judged by the submissions that play against it.
    if (view_.is_interactive || view_.is_multi_pass) return std::move(part_);
    // Where both are there, other judges run the program.
    if (view_.output_validator) view_.standard_checker.reset();
    ARBITER_SET(plan_, judge::make_plan(view_, {}, bench_.tools.programs().languages, {}));
    ARBITER_CHECK(compile());
    if (!part_.findings.empty()) return std::move(part_);
    choose();
    outcomes_.resize(asked_.size());
    // A checker serves one caller at a time, so each has its own.
    const auto jobs = static_cast<std::size_t>(std::max(1, bench_.how.jobs));
    ARBITER_CHECK(judge::side_by_side(
        jobs, bench_.how, [](std::size_t) { return std::string("checking outputs"); },
        [&](std::size_t worker) { return check_share(worker, jobs); }));
    report();
    return std::move(part_);
  }

 private:
  [[nodiscard]] bool is_program() const {
    return plan_.checker.kind == judge::PlannedChecker::Kind::program;
  }

  Result<void> compile() {
    if (!is_program()) return {};
    const auto made = bench_.tools.validator(*view_.output_validator, "output validator");
    if (made) {
      validator_ = *made;
      return {};
    }
    ARBITER_TRY(why, why_it_cannot_run(made.error(), code::k_checker_fails,
                                       view_.output_validator->files.front()));
    part_.findings.push_back(std::move(why));
    return {};
  }

  void choose() {
    using Kind = AskedOutput::Kind;
    const model::Problem& problem = bench_.tools.programs().problem;
    const std::size_t count = problem.tests.size();
    std::vector<std::size_t> answered;
    for (std::size_t i = 0; i < count; ++i) {
      const model::TestCase& test = problem.tests[i];
      if (!test.answer || test.input.empty() || !model::answers_are_outputs(problem)) continue;
      asked_.push_back({Kind::answer, i, *test.answer, {}, {}});
      answered.push_back(i);
    }
    std::size_t next = count;
    for (const model::OutputCase& one : problem.valid_outputs)
      asked_.push_back({Kind::valid, next++, one.output, {}, {}});
    for (const model::OutputCase& one : problem.invalid_outputs)
      asked_.push_back({Kind::invalid, next++, one.output, {}, {}});
    if (bench_.is_quick || !is_program()) return;
    answered.resize(std::min(answered.size(), k_strange_tests));
    for (const std::size_t test : answered) {
      const auto answer = read_file(*problem.tests[test].answer, mib(1));
      for (Mangled& one : nasty_outputs(answer ? *answer : std::string()))
        asked_.push_back({Kind::strange, test, {}, one.what, std::move(one.text)});
      for (Mangled& one : junk())
        asked_.push_back({Kind::junk, test, {}, one.what, std::move(one.text)});
    }
  }

  Result<void> check_share(std::size_t worker, std::size_t jobs) {
    std::unique_ptr<judge::OutputChecker> checker =
        is_program() ? judge::program_checker(plan_, *validator_, bench_.tools.programs().boxes, -1)
                     : judge::standard_checker(plan_);
    for (std::size_t i = worker; i < asked_.size(); i += jobs) {
      if (bench_.how.is_stopped && bench_.how.is_stopped()) return {};
      ARBITER_CHECK(check(*checker, i));
    }
    return {};
  }

  Result<void> check(judge::OutputChecker& checker, std::size_t i) {
    const AskedOutput& asked = asked_[i];
    ARBITER_TRY(input, open_read(view_.tests[asked.test].input));
    UniqueFd output;
    if (asked.file.empty()) {
      ARBITER_SET(output, sealed_memory_file("output", asked.text));
    } else {
      ARBITER_SET(output, open_read(asked.file));
    }
    ARBITER_TRY(bytes, MappedFile::of_descriptor(output.get()));
    judge::CheckRequest request;
    request.test = asked.test;
    request.input = input.get();
    request.output = output.get();
    request.output_bytes = bytes.bytes();
    outcomes_[i] = checker.check(request);
    return {};
  }

  void report() {
    using Kind = AskedOutput::Kind;
    report_faults();
    report_verdict(Kind::answer, false, code::k_answer_refused,
                   "the checker refuses the answers of",
                   "the answer, the checker or its arguments are wrong");
    // A checker that refuses answers judges nothing else as it should.
    if (!has_errors(part_.findings)) report_cases();
    report_junk();
    std::size_t strange = 0;
    for (const AskedOutput& asked : asked_)
      strange += asked.what.empty() ? 0 : 1;
    part_.summary = counted(asked_.size() - strange, "output");
    if (strange > 0) part_.summary += ", " + counted(strange, "strange one");
  }

  void report_cases() {
    using Kind = AskedOutput::Kind;
    report_verdict(Kind::valid, false, code::k_valid_output_refused,
                   "the checker refuses these outputs of data/valid_output:",
                   "correct the checker, or move them to data/invalid_output");
    report_verdict(Kind::invalid, true, code::k_invalid_output_accepted,
                   "the checker accepts these outputs of data/invalid_output:",
                   "correct the checker, or move them to data/valid_output");
  }

  void report_faults() {
    std::map<std::string, std::vector<std::string>> by_fault;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (outcomes_[i].kind != judge::CheckOutcome::Kind::fault) continue;
      const std::string& message = outcomes_[i].message;
      by_fault[message.substr(0, message.find('\n'))].push_back(
          asked_[i].what.empty() ? view_.tests[asked_[i].test].name : std::string(asked_[i].what));
    }
    for (const auto& [fault, where] : by_fault) {
      add(Severity::error, code::k_checker_fails, fmt::format("{} (on {})", fault, listed(where)),
          place_of_checker(), "a checker must come to a verdict on whatever a submission prints");
    }
  }

  /// Those of a kind that were accepted, or refused, though they should not be.
  void report_verdict(AskedOutput::Kind kind, bool accepted, std::string_view code,
                      std::string_view words, std::string_view help) {
    const auto bad =
        accepted ? judge::CheckOutcome::Kind::accepted : judge::CheckOutcome::Kind::rejected;
    std::vector<std::string> names;
    std::filesystem::path place;
    std::string why;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (asked_[i].kind != kind || outcomes_[i].kind != bad) continue;
      names.push_back(view_.tests[asked_[i].test].name);
      if (names.size() > 1) continue;
      place = asked_[i].file;
      why = outcomes_[i].message.substr(0, outcomes_[i].message.find('\n'));
    }
    if (names.empty()) return;
    add(Severity::error, code,
        fmt::format("{} {}{}{}", words, listed(names), why.empty() ? "" : ": ", why), place,
        std::string(help));
  }

  /// What is wrong everywhere and accepted everywhere.
  void report_junk() {
    std::map<std::string_view, bool> is_always_accepted;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (asked_[i].kind != AskedOutput::Kind::junk) continue;
      const bool is_accepted = outcomes_[i].kind == judge::CheckOutcome::Kind::accepted;
      bool& always = is_always_accepted.try_emplace(asked_[i].what, true).first->second;
      always = always && is_accepted;
    }
    std::vector<std::string> names;
    for (const auto& [what, always] : is_always_accepted) {
      if (always) names.emplace_back(what);
    }
    if (names.empty()) return;
    add(Severity::warning, code::k_junk_accepted,
        fmt::format("the checker accepts {} as output of every test case that was tried",
                    joined(names, ", ")),
        place_of_checker(), "let the checker read all of the output and compare it");
  }

  [[nodiscard]] std::filesystem::path place_of_checker() const {
    return is_program() ? view_.output_validator->files.front() : view_.root / "problem.yaml";
  }

  void add(Severity severity, std::string_view code, std::string message,
           const std::filesystem::path& place, std::string help) {
    part_.findings.push_back(finding(severity, code, std::move(message), place, std::move(help)));
  }

  const Bench& bench_;
  model::Problem view_;
  judge::Plan plan_;
  const judge::Executable* validator_ = nullptr;
  model::VerifiedPart part_;
  std::vector<AskedOutput> asked_;
  std::vector<judge::CheckOutcome> outcomes_;
};

}  // namespace

Result<model::VerifiedPart> verify_outputs(const Bench& bench) {
  return Outputs(bench).run();
}

}  // namespace arbiter::verify
