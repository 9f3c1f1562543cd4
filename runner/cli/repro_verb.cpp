#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <optional>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/verb.hpp"
#include "cli/grade/call.hpp"
#include "cli/judge/call.hpp"
#include "grade/works.hpp"
#include "model/reason.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/phrases.hpp"
#include "report/grade/view.hpp"
#include "report/text/excerpt.hpp"

namespace arbiter::cli {
namespace {

constexpr std::size_t k_most_lines = 40;
constexpr std::size_t k_most_bytes = std::size_t{64} << 10;

/// One test of one student in a run.
struct Case {
  std::string student;  ///< id
  const model::GradedProblem* problem = nullptr;
  std::string test;
  const model::Attempt* attempt = nullptr;
  const model::Work* work = nullptr;
};

/// PROBLEM/TEST, or TEST alone where there is one problem.
Result<void> find_test(const model::Gradebook& book, const std::string& word, Case& found) {
  std::vector<std::string> names;
  for (const model::GradedProblem& problem : book.problems) {
    for (const std::string& test : problem.tests) {
      names.push_back(fmt::format("{}/{}", problem.id, test));
      if (names.back() != word && (book.problems.size() > 1 || test != word)) continue;
      found.problem = &problem;
      found.test = test;
      return {};
    }
  }
  return no_such(fmt::format("this run has no test '{}'", printable(word)), word, names,
                 "it has no test cases");
}

/// The attempt that counts, or the one of that number.
Result<void> find_attempt(const model::Gradebook& book, std::optional<int> number, Case& found) {
  const auto grade = std::ranges::find_if(book.grades, [&](const model::Grade& one) {
    return one.student == found.student && one.problem == found.problem->id;
  });
  for (std::size_t i = 0; i < book.attempts.size(); ++i) {
    const model::Attempt& one = book.attempts[i];
    const bool is_theirs =
        one.problem == found.problem->id &&
        std::find(one.students.begin(), one.students.end(), found.student) != one.students.end();
    const bool is_counting = grade != book.grades.end() && grade->attempt == i;
    if (!is_theirs || (number ? one.number != *number : !is_counting)) continue;
    found.attempt = &one;
    found.work = &*std::find(book.works.begin(), book.works.end(), one);
    return {};
  }
  return no_match_error(
      fmt::format("{} has no such attempt for {}", printable(found.student), found.problem->id),
      number ? "leave out --attempt for the one that counts" : "");
}

std::string verdict_then(const Case& found) {
  for (const model::TestJudgement& test : found.work->judgement.tests) {
    if (test.name == found.test) return std::string(model::code(test.verdict));
  }
  return found.work->fault.empty() ? std::string(model::code(found.work->judgement.verdict))
                                   : "no program";
}

std::string file_block(std::string_view what, const std::optional<std::filesystem::path>& path,
                       const report::Style& style) {
  if (!path || path->empty()) return {};
  const auto mapped = MappedFile::open(*path);
  if (!mapped) return {};
  const std::string_view bytes = mapped->bytes();
  return fmt::format(
      "\n{} ({}):\n{}", what, arbiter::show(Bytes{static_cast<std::int64_t>(bytes.size())}),
      report::quoted_block(bytes.substr(0, k_most_bytes), k_most_lines, false, style));
}

/// The flags of `judge` that do what this call does.
TypedFlags typed_as(const Session& session, const JudgeOptions& options) {
  TypedFlags typed = session.typed;
  if (!options.language.empty()) typed["--language"] = {options.language};
  for (const auto& [language, factor] : options.plan.time_factors)
    typed["--time-factor"].push_back(fmt::format("{}={}", language, factor));
  return typed;
}

std::optional<std::string> bytes_of(const std::optional<std::filesystem::path>& path) {
  if (!path || path->empty()) return std::nullopt;
  const auto mapped = MappedFile::open(*path);
  return mapped ? std::optional(std::string(mapped->bytes())) : std::nullopt;
}

/// What the student gets of the case.
std::string handed_case(const JudgeCall& call, const model::Gradebook& book, const Case& found,
                        const model::Judgement& judgement) {
  const auto& names = found.problem->tests;
  const auto place = std::find(names.begin(), names.end(), found.test) - names.begin();
  report::HandedCase handed;
  handed.language = book.policy.language;
  handed.title = fmt::format(
      "{}, {}", found.problem->title,
      report::student_name_of(*found.problem, static_cast<std::size_t>(place), book.policy));
  const model::SubmissionJudgement& submission = judgement.submissions.front();
  handed.verdict = submission.verdict;
  if (submission.tests.empty()) return report::case_for_student(handed);
  const model::TestJudgement& test = submission.tests.front();
  const model::TestCase& files = call.problem.tests[call.plan.tests.front()];
  handed.verdict = test.verdict;
  handed.reason = report::Phrases(book.policy.language).reason(test, submission.limits);
  handed.input = bytes_of(files.input);
  handed.answer = bytes_of(files.answer);
  handed.is_game = test.transcript.has_value();
  handed.output = test.transcript ? report::transcript_text(*test.transcript) : test.output_head;
  return report::case_for_student(handed);
}

class ReproVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "RUN is the --out folder of 'arbiter grade', or last. If the run has only one problem, "
        "TEST\n"
        "is enough. Status 0: the verdict is the same as then, 1: it differs.");
    app.add_option("run", run_)->group("")->required();
    app.add_option("student", student_)->group("")->required();
    app.add_option("test", test_)->group("")->required();
    add_flag_of(app, {"--attempt", "N", "Another attempt than the one that counts"}, attempt_,
                number_of("--attempt", 1, 1000000));
    app.add_option("--for-student", for_student_,
                   "Write this one case to hand out to the student, and nothing else")
        ->type_name("FILE");
    app.add_option("--problem", problem_, "Where the problem is now")->type_name("DIR");
    SharedFlags(app, options_).sandbox();
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    const auto status = repeat(session, call);
    return status ? *status : session.fail(status.error());
  }

 private:
  Result<int> repeat(const Session& session, JudgeCall& call) const {
    ARBITER_TRY(around, look_around(session));
    ARBITER_TRY(folder, find_grade_run(around.paths, run_));
    ARBITER_TRY(book, load_baseline(around.paths, folder.string()));
    Case found;
    ARBITER_TRY(student, find_student(student_, book.students));
    found.student = book.students[student].id;
    ARBITER_CHECK(find_test(book, test_, found));
    ARBITER_CHECK(find_attempt(book, attempt_, found));
    ARBITER_TRY(program, grade::kept_path(folder, found.work->sha256));
    call.options = options_;
    call.options.words = {problem_.value_or(found.problem->root), program.string()};
    call.options.plan.tests = {found.test};
    call.options.language = found.work->judgement.language;
    call.options.plan.time_factors = book.policy.time_factors;
    ARBITER_CHECK(prepare(session, call));
    call.plan.keep_outputs = true;
    ARBITER_CHECK(open(session, call));
    model::Judgement judgement = header_of(call);
    judgement.repeat_options = repeating(typed_as(session, call.options), std::nullopt);
    Recorder progress(session, nullptr, call.plan.tests.size());
    ARBITER_SET(judgement.submissions, execute(call, progress));
    if (call.is_interrupted() || judgement.submissions.empty()) return interrupted_error();
    if (for_student_) {
      ARBITER_CHECK(write_file(*for_student_, handed_case(call, book, found, judgement)));
    }
    return show(session, call, found, judgement);
  }

  static Result<int> show(const Session& session, const JudgeCall& call, const Case& found,
                          const model::Judgement& judgement) {
    const Terminal style = session.out();
    const model::SubmissionJudgement& submission = judgement.submissions.front();
    const std::string then = verdict_then(found);
    const bool ran = !submission.tests.empty();
    const std::string now(model::code(ran ? submission.tests.front().verdict : submission.verdict));
    std::string text =
        fmt::format("{}, attempt {}: {}\n{} then, {} now\n\n", printable(found.student),
                    found.attempt->number, printable(found.attempt->origin), then, now);
    text += ran ? report::show_test(judgement, 0, 0, style)
                : report::show_submission(judgement, 0, style);
    if (ran) {
      const model::TestCase& test = call.problem.tests[call.plan.tests.front()];
      text += file_block("input", test.input, style);
      text += file_block("expected", test.answer, style);
    }
    return end_with(text, then == now ? 0 : 1);
  }

  std::string run_;
  std::string student_;
  std::string test_;
  std::optional<int> attempt_;
  std::optional<std::string> problem_;
  std::optional<std::string> for_student_;
  JudgeOptions options_;
};

}  // namespace

const VerbRow k_repro_verb = {"repro", "RUN STUDENT PROBLEM/TEST ",
                              "Run one case of a graded class again and show all of it",
                              make_verb<ReproVerb>};

}  // namespace arbiter::cli
