#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/text.hpp"
#include "report/stress/formats.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::StressFailure;
using model::StressResult;

std::string name_of(std::size_t failure) {
  return fmt::format("found {}", failure + 1);
}

std::int64_t size_of(const std::string& text) {
  return static_cast<std::int64_t>(text.size());
}

/// A submission on the inputs that were found, each as a test case.
model::SubmissionJudgement judged(const StressResult& result, std::size_t submission) {
  model::SubmissionJudgement judgement;
  judgement.path = result.submissions[submission];
  judgement.verdict = model::Verdict::ac;
  judgement.compile.ok = true;
  judgement.limits = result.limits;
  for (std::size_t f = 0; f < result.failures.size(); ++f) {
    const StressFailure& failure = result.failures[f];
    model::TestJudgement test;
    test.name = name_of(f);
    test.run.ending = model::Ending::not_run;
    const auto outcome =
        std::ranges::find(failure.outcomes, submission, &model::StressOutcome::submission);
    if (failure.submission == submission) {
      test.verdict = failure.verdict;
      test.message = failure.message;
      test.first_difference = failure.first_difference;
      test.output_head = failure.got;
      test.error_tail = failure.error_tail;
    } else if (outcome != failure.outcomes.end()) {
      test.verdict = outcome->verdict;
      test.message = outcome->message;
    } else {
      continue;
    }
    if (judgement.verdict == model::Verdict::ac && test.verdict != model::Verdict::ac) {
      judgement.verdict = test.verdict;
      judgement.deciding_test = judgement.tests.size();
    }
    judgement.tests.push_back(std::move(test));
  }
  return judgement;
}

/// How an input was found and how small it became.
std::string reason_of(const StressFailure& failure) {
  return fmt::format("found by {} after {}, {} bytes, made smaller to {} bytes", failure.found_by,
                     show(failure.found_after), failure.original_bytes, failure.shrunk_bytes);
}

std::size_t place_of(const std::string& test) {
  return static_cast<std::size_t>(std::stoul(test.substr(test.rfind(' ') + 1)) - 1);
}

PageMatrix matrix_of(const StressResult& result,
                     const std::deque<model::SubmissionJudgement>& judgements) {
  PageMatrix matrix;
  PageProblem problem;
  problem.id = result.problem;
  problem.title = result.problem;
  problem.hash = result.problem_hash;
  problem.limits = result.limits;
  for (std::size_t f = 0; f < result.failures.size(); ++f)
    problem.tests.push_back({name_of(f), {}});
  matrix.problems.push_back(std::move(problem));
  for (const auto& judgement : judgements) {
    PageProgram program;
    program.name = judgement.path;
    program.judgement = &judgement;
    program.reason = [&result](const model::TestJudgement& test) {
      return reason_of(result.failures[place_of(test.name)]);
    };
    program.command = [&result](const model::TestJudgement& test) {
      return result.failures[place_of(test.name)].replay;
    };
    matrix.programs.push_back(std::move(program));
  }
  matrix.files.file = [&result](std::size_t /*problem*/, const std::string& test,
                                bool answer) -> std::optional<model::FileHead> {
    const StressFailure& failure = result.failures[place_of(test)];
    const std::string& text = answer ? failure.expected : failure.input;
    if (answer && text.empty()) return std::nullopt;
    return model::FileHead{text, Bytes{size_of(text)}, 0, {}};
  };
  matrix.files.input_size = [&result](std::size_t /*problem*/, const std::string& test) {
    return std::optional(Bytes{size_of(result.failures[place_of(test)].input)});
  };
  return matrix;
}

std::vector<std::string> notes_of(const StressResult& result) {
  std::vector<std::string> notes = {
      fmt::format("{} inputs were tried in {}", result.iterations, show(result.time))};
  for (const model::StressFault& fault : result.faults)
    notes.push_back(fmt::format("{}: {}", fault.program, fault.message));
  for (const model::StressKnown& known : result.known)
    notes.push_back(fmt::format("{} was left out: it fails {}", known.submission, known.test));
  return notes;
}

}  // namespace

std::string stress_page(const StressResult& result, const std::string& arbiter_version) {
  std::deque<model::SubmissionJudgement> judgements;
  for (std::size_t s = 0; s < result.submissions.size(); ++s)
    judgements.push_back(judged(result, s));
  Json page = page_fields("stress", "setter", result.problem);
  page["run"].update(Json{{"arbiter", arbiter_version},
                          {"started", result.started},
                          {"interrupted", result.interrupted},
                          {"command", page_text(result.command)},
                          {"sandbox", result.sandbox_mode},
                          {"unsandboxed", result.unsandboxed},
                          {"cpu", page_text(result.machine.cpu)},
                          {"kernel", page_text(result.machine.kernel)},
                          {"compilers", array_of(result.compilers, [](const auto& one) {
                             return Json::array({page_text(one.first), page_text(one.second)});
                           })}});
  page["notes"] = array_of(notes_of(result), page_text);
  add_matrix(page, matrix_of(result, judgements));
  std::vector<std::vector<std::string>> rows = {{"submission", "verdict", "inputs that it fails"}};
  for (const auto& judgement : judgements) {
    const auto failed = judgement.tests.size() -
                        static_cast<std::size_t>(std::ranges::count(
                            judgement.tests, model::Verdict::ac, &model::TestJudgement::verdict));
    rows.push_back(
        {judgement.path, std::string(model::code(judgement.verdict)), std::to_string(failed)});
  }
  return page_file(result.problem, plain_table(rows), page);
}

}  // namespace arbiter::report
