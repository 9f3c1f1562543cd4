#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/grade/call.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/formats.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_not_as_asked = 1;
constexpr int k_judge_failed = 5;
constexpr int k_incomplete = 6;

/// The judgements of all works, where the engine has them.
void collect(GradeCall& call) {
  auto judged = call.engine->take();
  for (std::size_t p = 0; p < judged.size(); ++p) {
    const std::vector<std::size_t>& works = call.engine_works[p];
    for (std::size_t i = 0; i < works.size(); ++i)
      call.works.works[works[i]].judgement = std::move(judged[p][i]);
    call.own_solutions.emplace_back();
    if (judged[p].size() > works.size()) call.own_solutions.back() = std::move(judged[p].back());
  }
}

/// Programs that nobody has judged to the end.
std::size_t unjudged(const GradeCall& call) {
  return static_cast<std::size_t>(std::ranges::count_if(
      call.works.works,
      [](const model::Work& work) { return work.fault.empty() && work.judgement.unfinished; }));
}

/// Whether somebody has less of the points than that.
bool has_less(const model::Gradebook& book, double percent) {
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const report::GradeTotal total = report::total_of(book, s);
    if (total.max_points > 0 && total.points * 100 < percent * total.max_points) return true;
  }
  return false;
}

/// "WA on secret/07, 12 of 20 test cases passed": how a program did, in a few words.
std::string how_it_did(const model::SubmissionJudgement& judgement) {
  std::string code(model::code(judgement.verdict));
  if (judgement.tests.empty()) return code;
  const auto passed = std::ranges::count_if(judgement.tests, [](const model::TestJudgement& test) {
    return test.verdict == model::Verdict::ac;
  });
  const bool decides = judgement.deciding_test && *judgement.deciding_test < judgement.tests.size();
  const std::string where =
      decides ? fmt::format(" on {}", judgement.tests[*judgement.deciding_test].name) : "";
  return fmt::format("{}{}, {} of {} test cases passed", code, where, passed,
                     judgement.tests.size());
}

/// What is said of a grading run while it lasts: one line that is drawn over and over on a
/// terminal, else a line for each program that is judged.
class GradeProgress {
 public:
  GradeProgress(const Session& session, GradeCall& call)
      : session_(session), call_(call), names_(names_of_works(call)), line_(session), book_(call) {
    line_.share(call.out);
  }

  void update(const grade::EngineProgress& now) {
    const std::vector<std::size_t>& works = call_.engine_works[now.problem];
    const std::string name = now.work < works.size()
                                 ? names_[works[now.work]]
                                 : "own solution  " + call_.problems[now.problem].problem.id;
    const std::string left = report::time_left(now.left);
    line_.update(now.tests, now.all_tests,
                 fmt::format("tests, {} of {} programs{}{}, {}", now.works, now.all_works,
                             left.empty() ? "" : ", ", left, name));
    if (now.finished != nullptr) (void)book_.update(now.works, now.all_works);
    if (now.finished == nullptr || session_.progress == When::never || session_.wants_progress())
      return;
    write_text(STDERR_FILENO,
               fmt::format("{}/{}  {}  {}\n", now.works, now.all_works, in_one_line(name),
                           in_one_line(how_it_did(*now.finished))));
  }

  void clear() { line_.clear(); }

 private:
  const Session& session_;
  const GradeCall& call_;
  std::vector<std::string> names_;
  Progress line_;
  LiveBook book_;
};

class GradeVerb final : public Verb {
 public:
  void declare(CLI::App& app) override { cli::declare(app, options_); }

  Result<int> run(const Session& session) override {
    GradeCall call;
    call.options = options_;
    return end(session, call, grade(session, call), "interrupted before anything was judged",
               "run the same command to begin again");
  }

 private:
  Result<int> grade(const Session& session, GradeCall& call) const {
    ARBITER_CHECK(prepare(session, call));
    write_text(STDERR_FILENO, first_line(call));
    if (options_.judge.dry_run) return show_dry_run(call);
    std::optional<model::Gradebook> baseline;
    if (options_.baseline) {
      ARBITER_SET(baseline, load_baseline(call.surroundings.paths, *options_.baseline));
    }
    if (call.works.attempts.empty() && !options_.roster) return nothing_to_grade(session, call);
    if (auto planned = plan(session, call); !planned) return incomplete(session, planned);
    if (auto judged = judge_on_nodes(session, call); !judged) return incomplete(session, judged);
    if (call.engine->missing() > 0 && !call.is_interrupted()) {
      ARBITER_CHECK(open_boxes(call));
      if (auto ran = judge(session, call); !ran) return incomplete(session, ran);
    }
    collect(call);
    if (call.is_interrupted()) return interrupted(session, call);
    if (auto found = find_counterexamples(session, call); !found) return incomplete(session, found);
    if (call.is_interrupted()) return interrupted(session, call);
    return finish(session, call, baseline);
  }

  /// What went wrong with the folder of the run can be mended, and then the rest is done.
  static Result<int> incomplete(const Session& session, const Result<void>& failed) {
    if (failed.error().kind != ErrorKind::judge) return failed.error();
    return session.fail(resumable(failed.error()), k_incomplete);
  }

  static Result<int> nothing_to_grade(const Session& session, const GradeCall& call) {
    for (const model::Unattributed& one : call.intake->unattributed) {
      session.warn(fmt::format("{}: {}", printable(one.path), printable(one.why)), one.help);
    }
    return no_match_error(
        "no file could be attributed to a student and a problem",
        "--roster names the students, --problems the problems; 'arbiter grade --help' "
        "lists the supported layouts");
  }

  static Result<void> judge_on_nodes(const Session& session, GradeCall& call) {
    std::vector<const judge::OpenProblem*> problems;
    for (const judge::OpenProblem& one : call.problems)
      problems.push_back(&one);
    return judge_on_cluster({session, call, call.options.engine, std::move(problems), call.out,
                             surroundings_of(call.mode), call.engine, call.journal,
                             [&call] { return plan_again(call); },
                             [&call, book = LiveBook(call)](auto judged, auto of) mutable {
                               return book.update(judged, of, [&] { return plan_again(call); });
                             }});
  }

  static Result<void> judge(const Session& session, GradeCall& call) {
    GradeProgress progress(session, call);
    judge::ExecuteOptions how;
    how.jobs = call.jobs;
    how.cores = call.cores;
    how.stop = &call.stop;
    const grade::EngineTools tools{*call.workshop.compiler, *call.workshop.boxes,
                                   call.surroundings.languages, how, [&call] { call.stop_all(); }};
    std::size_t runs = 0;
    const std::size_t works = call.engine->missing();
    const auto begin = std::chrono::steady_clock::now();
    auto ran = call.engine->run(tools, [&](const grade::EngineProgress& now) {
      runs = now.runs;
      progress.update(now);
    });
    progress.clear();
    const Nanoseconds took = std::chrono::steady_clock::now() - begin;
    for (const std::string& warning : call.workshop.compiler->take_warnings())
      session.warn(warning);
    if (ran && !call.is_interrupted()) {
      write_text(STDERR_FILENO,
                 fmt::format("{} judged by {} in {}; compiling took {} of all workers' time\n",
                             report::counted(works, "program"), report::counted(runs, "run"),
                             show(took), show(call.engine->compile_time())));
    }
    return ran;
  }

  static int interrupted(const Session& session, const GradeCall& call) {
    const std::size_t left = unjudged(call);
    return session.fail(
        interrupted_error(fmt::format("interrupted after {} of {} programs",
                                      call.works.works.size() - left, call.works.works.size()),
                          "run the same command to continue"));
  }

  Result<int> finish(const Session& session, const GradeCall& call,
                     const std::optional<model::Gradebook>& baseline) const {
    const grade::PointsByName before = points_beneath(call);
    grade::BookPart chosen = make_book(call, call.only, before);
    if (baseline) grade::add_changes(*baseline, chosen.book);
    for (const std::string& warning : chosen.book.warnings)
      session.warn(warning);
    std::optional<Error> failed;
    const auto attempt = [&](const Result<void>& done) {
      if (!done && !failed) failed = done.error();
    };
    attempt(keep(session, call, chosen, before, baseline));
    std::error_code ignored;
    std::filesystem::remove(call.out / store::k_book_so_far, ignored);
    attempt(write_targets(session, call.targets, chosen.book, output_options(call, chosen)));
    if (options_.judge.format == "human") attempt(show_text(session, chosen.book));
    if (failed && failed->kind != ErrorKind::judge) return *failed;
    if (failed) return incomplete(session, Result<void>(*failed));
    return status_of(call, chosen.book);
  }

  /// The folder of the run holds everybody, or what it held before.
  Result<void> keep(const Session& session, const GradeCall& call, const grade::BookPart& chosen,
                    const grade::PointsByName& before,
                    const std::optional<model::Gradebook>& baseline) const {
    if (unjudged(call) > 0) {
      session.warn(fmt::format("only the selected students were judged; grades and feedback in {} "
                               "were not changed",
                               call.out.string()),
                   "to judge everybody, leave out --only");
      return {};
    }
    std::optional<grade::BookPart> all;
    if (!call.only.is_everything) {
      ARBITER_TRY(everybody, select({}, call.intake->students, call.problems));
      all = make_book(call, everybody, before);
      if (baseline) grade::add_changes(*baseline, all->book);
    }
    const grade::BookPart& made = all ? *all : chosen;
    ARBITER_CHECK(write_run_folder(session, call.out, made.book, output_options(call, made)));
    ARBITER_CHECK(keep_decisions(call, made.book, before));
    write_text(STDERR_FILENO, fmt::format("all results are in {}\n", printable(call.out.string())));
    return {};
  }

  static Result<void> show_text(const Session& session, const model::Gradebook& book) {
    const Terminal style = session.out();
    // The summary last: below a long table it is what is still to be seen.
    return write_results(report::grade_table(book, style) + "\n" +
                         report::grade_summary(book, style, false));
  }

  [[nodiscard]] static int status_of(const GradeCall& call, const model::Gradebook& book) {
    const bool has_fault = std::ranges::any_of(book.grades, [](const model::Grade& grade) {
      return grade.status == model::GradeStatus::judge_error;
    });
    if (has_fault) return k_judge_failed;
    const auto& least = call.options.fail_under;
    return least && has_less(book, *least) ? k_not_as_asked : 0;
  }

  GradeOptions options_;
};

}  // namespace

const VerbRow k_grade_verb = {"grade", "SUBMISSIONS... ", "Grade what a whole class handed in",
                              make_verb<GradeVerb>};

}  // namespace arbiter::cli
