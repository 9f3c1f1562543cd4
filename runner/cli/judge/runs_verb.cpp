#include <CLI/App.hpp>
#include <algorithm>

#include "cli/common/verb.hpp"
#include "cli/judge/stored_run.hpp"
#include "report/grade/facts.hpp"
#include "report/json/documents.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

constexpr std::size_t k_usually_listed = 20;

void add_facts(const model::Judgement& judgement, report::RunEntry& entry) {
  entry.verb = "judge";
  entry.problems = {judgement.problem};
  entry.started = judgement.started;
  entry.finished = judgement.finished;
  entry.is_interrupted = judgement.interrupted;
  entry.exit_status = judgement.exit_status;
  for (const model::SubmissionJudgement& submission : judgement.submissions) {
    entry.submissions.push_back(submission.path);
    if (!submission.unfinished) entry.verdicts.push_back(submission.verdict);
  }
}

void add_facts(const model::Gradebook& book, report::RunEntry& entry) {
  entry.verb = "grade";
  entry.students = book.students.size();
  entry.started = book.started;
  entry.finished = book.finished;
  entry.is_interrupted = book.finished.empty();
  for (const model::GradedProblem& problem : book.problems)
    entry.problems.push_back(problem.id);
  for (const model::Grade& grade : book.grades) {
    if (const auto verdict = report::grade_verdict(book, grade)) entry.verdicts.push_back(*verdict);
  }
}

report::RunEntry entry_of(const store::StoredRun& run, std::size_t back) {
  report::RunEntry entry;
  entry.id = run.id;
  entry.back = back;
  entry.folder = run.folder.string();
  if (const auto book = read_graded_run(run.folder)) {
    add_facts(*book, entry);
  } else if (const auto judgement = read_judged_run(run.folder)) {
    add_facts(*judgement, entry);
  }
  return entry;
}

class RunsVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "The newest comes first. 'arbiter show RUN' shows one again; RUN is last, last~1\n"
        "or an id.");
    app.add_flag("--all", all_, "Not only the newest 20");
    app.add_option("--format", format_, "human or json")->type_name("KIND");
  }

  Result<int> run(const Session& session) override {
    ARBITER_CHECK(check_human_or_json(format_));
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(store, store::RunStore::open(paths.state));
    std::vector<store::StoredRun> runs = store.list();
    std::ranges::reverse(runs);
    const std::size_t count = all_ ? runs.size() : std::min(runs.size(), k_usually_listed);
    std::vector<report::RunEntry> entries;
    for (std::size_t back = 0; back < count; ++back)
      entries.push_back(entry_of(runs[back], back));
    return end_with(format_ == "json" ? report::runs_document(entries, runs.size())
                                      : report::runs_text(entries, runs.size(), session.out()));
  }

 private:
  bool all_ = false;
  std::string format_ = "human";
};

}  // namespace

const VerbRow k_runs_verb = {"runs", "", "List the stored runs", make_verb<RunsVerb>};

}  // namespace arbiter::cli
