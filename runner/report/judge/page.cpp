#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "report/judge/details.hpp"
#include "report/judge/formats.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;

std::string found_words(const std::optional<model::FoundTimeLimit>& found) {
  if (!found) return {};
  return fmt::format("{} took {} on {}; {:g} times that, rounded up to {:g} s, is {}",
                     found->submission, show(found->slowest), found->test, found->multiplier,
                     found->resolution_s, show(found->limit));
}

std::string command_to(const Judgement& judgement, const SubmissionJudgement& submission,
                       const TestJudgement& test) {
  return joined(repeating_command(judgement, submission, test), " ",
                [](const std::string& word) { return printable(shell_quoted(word)); });
}

Json run_fields(const Judgement& judgement) {
  std::map<std::string, std::string> compilers;
  for (const SubmissionJudgement& one : judgement.submissions) {
    if (!one.compile.compiler.empty()) compilers.emplace(one.language, one.compile.compiler);
  }
  return Json{{"id", judgement.run},
              {"arbiter", judgement.arbiter_version},
              {"started", judgement.started},
              {"finished", judgement.finished},
              {"interrupted", judgement.interrupted},
              {"command", ""},
              {"folder", page_text(judgement.folder)},
              {"sandbox", judgement.sandbox_mode},
              {"unsandboxed", judgement.unsandboxed},
              {"cpu", page_text(judgement.machine.cpu)},
              {"kernel", page_text(judgement.machine.kernel)},
              {"jobs", judgement.jobs},
              {"compilers", array_of(compilers, [](const auto& one) {
                 return Json::array({page_text(one.first), page_text(one.second)});
               })}};
}

PageMatrix matrix_of(const Judgement& judgement, const RunFiles& files) {
  PageMatrix matrix;
  PageProblem problem;
  problem.id = judgement.problem;
  problem.title = judgement.problem;
  problem.hash = judgement.problem_hash;
  problem.limits = judgement.limits;
  problem.found_limit = found_words(judgement.found_time_limit);
  problem.is_scoring = judgement.is_scoring;
  if (judgement.is_scoring && !judgement.submissions.empty())
    problem.max_points = judgement.submissions.front().max_score;
  problem.tests = tests_of(judgement);
  matrix.problems.push_back(std::move(problem));
  for (const SubmissionJudgement& one : judgement.submissions) {
    PageProgram program;
    program.name = one.path;
    program.judgement = &one;
    program.has_expectation = true;
    program.command = [&judgement, &one](const TestJudgement& test) {
      return command_to(judgement, one, test);
    };
    matrix.programs.push_back(std::move(program));
  }
  matrix.files = files;
  return matrix;
}

Json against_fields(const Judgement& before, const Judgement& now,
                    const std::vector<PageTest>& tests) {
  const bool is_other = !before.problem_hash.empty() && before.problem_hash != now.problem_hash;
  return Json{{"run", before.run},
              {"started", before.started},
              {"note", is_other ? "the problem is not the same: its test cases, limits or checker "
                                  "have changed"
                                : ""},
              {"programs", array_of(before.submissions,
                                    [&](const SubmissionJudgement& one) {
                                      return Json{{"problem", 0},
                                                  {"name", page_text(one.path)},
                                                  {"verdict",
                                                   one.unfinished ? "" : model::code(one.verdict)},
                                                  {"score", or_null(one.score)},
                                                  {"verdicts", verdict_letters(one, tests, '?')}};
                                    })},
              {"changes", Json::array()}};
}

std::string table_of(const Judgement& judgement, const std::vector<PageTest>& tests) {
  std::vector<std::vector<std::string>> rows = {
      {"submission", "language", "verdict", "as expected", "points", "test cases"}};
  for (const SubmissionJudgement& one : judgement.submissions) {
    rows.push_back({one.path, one.language,
                    one.unfinished ? "" : std::string(model::code(one.verdict)),
                    one.expected.empty() ? ""
                    : one.as_expected    ? "yes"
                                         : "no",
                    points_text(one.score, one.max_score), verdict_letters(one, tests, '.')});
  }
  return plain_table(rows);
}

}  // namespace

std::string judge_page(const Judgement& judgement, const RunFiles& files,
                       const Judgement* against) {
  Json page = page_fields("judge", "setter", judgement.problem);
  page["run"] = run_fields(judgement);
  if (judgement.found_time_limit) page["notes"] = texts(judgement.found_time_limit->warnings);
  const PageMatrix matrix = matrix_of(judgement, files);
  add_matrix(page, matrix);
  const auto& tests = matrix.problems.front().tests;
  if (against != nullptr) page["against"] = against_fields(*against, judgement, tests);
  return page_file(judgement.problem, table_of(judgement, tests), page);
}

std::string render_html(const Judgement& judgement, const RunFiles& files) {
  return judge_page(judgement, files, nullptr);
}

}  // namespace arbiter::report
