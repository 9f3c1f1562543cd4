#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/cluster/cluster.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "grade/book.hpp"
#include "grade/engine.hpp"
#include "grade/works.hpp"
#include "intake/intake.hpp"
#include "judge/open_problem.hpp"
#include "model/gradebook.hpp"
#include "report/grade/formats.hpp"
#include "store/journal.hpp"

namespace arbiter::cli {

/// What was asked of `grade`.
struct GradeOptions {
  std::vector<std::string> submissions;        ///< what was handed in: folders, files, archives
  std::vector<std::string> problems;           ///< --problems
  std::optional<std::string> roster;           ///< --roster
  std::optional<std::string> extensions;       ///< --extensions
  std::optional<std::string> overrides;        ///< --overrides
  std::optional<std::string> comments;         ///< --comments
  std::optional<std::string> decisions;        ///< --decisions
  std::optional<std::string> policy;           ///< --policy
  std::optional<model::AttemptRule> attempts;  ///< --attempts
  std::vector<std::string> only;               ///< --only
  std::optional<std::string> baseline;         ///< --baseline
  std::optional<double> fail_under;            ///< --fail-under: 0 to 100
  std::optional<std::string> worksheet;        ///< --worksheet
  double score_scale = 1;                      ///< --score-scale
  std::string hidden_as = "hidden";            ///< --hidden-as: a visibility of Gradescope
  std::string grade_column;                    ///< --grade-column
  std::string feedback_column;                 ///< --feedback-column
  bool with_names = false;                     ///< --with-names
  bool times_from_files = false;               ///< --times-from-files
  bool allow_extra = false;                    ///< --allow-extra
  bool counterexamples = false;                ///< --counterexamples
  std::optional<std::string> timezone;         ///< --timezone
  EngineOptions engine;                        ///< --engine and what belongs to it
  JudgeOptions judge;                          ///< those that `judge` has as well
};

void declare(CLI::App& app, GradeOptions& options);

/// One document of a grade book, or a folder of them: -o KIND=PATH, or one that --out holds.
using GradeTarget = OutputOf<report::GradeFormat>;

/// Which students and problems --only names; all of a kind where none of it is named.
struct Selection {
  grade::Ids students;
  grade::Ids problems;
  bool is_everything = true;

  [[nodiscard]] bool has(const model::Attempt& attempt) const;
};

/// A table of what a person decided. It is kept in the folder of the run, so that it is not lost by
/// a command that does not name it again.
struct DecisionTable {
  const char* name;                 ///< in the folder of the run
  std::optional<std::string> text;  ///< the bytes of the file that was named
  std::filesystem::path kept;       ///< of an earlier run, used in its place; or empty
  std::size_t rows = 0;
};

/// Everything that one call of `grade` works with, in the order in which it comes to be.
struct GradeCall : ProgramCall {
  GradeOptions options;  ///< set by the caller
  std::vector<GradeTarget> targets;
  std::vector<judge::OpenProblem> problems;
  model::GradingPolicy policy;
  std::filesystem::path policy_file;  ///< empty: there is none
  std::optional<intake::Intake> intake;
  std::vector<model::Extension> extensions;
  std::vector<model::Override> overrides;
  DecisionTable extensions_table{"extensions.csv", {}, {}, 0};
  DecisionTable overrides_table{"overrides.csv", {}, {}, 0};
  DecisionTable comments_table{"comments.csv", {}, {}, 0};
  DecisionTable decisions_table{"decisions.csv", {}, {}, 0};
  std::vector<model::Question> decisions;
  std::vector<model::MistakeComment> comments;
  Selection only;
  grade::Works works;
  report::GradeOutputOptions given;  ///< what is known of documents before anything is judged
  std::filesystem::path out;
  std::string run;  ///< id
  box::Mode mode = box::Mode::unsandboxed;
  std::unique_ptr<store::Journal> journal;
  std::unique_ptr<store::Journal> shared;  ///< results that all runs share; null: there are none
  std::unique_ptr<grade::Engine> engine;
  /// By problem, the index of each of the engine's works in `works`. One behind them is the
  /// problem's own accepted solution.
  std::vector<std::vector<std::size_t>> engine_works;
  /// What became of these solutions, by problem, as far as they were judged.
  std::vector<model::SubmissionJudgement> own_solutions;
  std::string started;
};

/// Reads everything that `call.options` names: problems, policy, what was handed in. Starts no
/// process, unless tests have to be made first.
Result<void> prepare(const Session& session, GradeCall& call);

/// The packages that --problems names, or the one that we are in: each a package, an archive of
/// one, or a folder that holds some. Loads them, makes tests that are missing and shows what is
/// wrong. Error{usage}: nothing there, or two problems of one name; {invalid_package}: one of them
/// cannot be judged.
Result<void> load_problems(const Session& session, GradeCall& call);

/// What --only names: students by anything that is theirs alone (id, user name, email, platform id,
/// name), problems by id. Error{nothing_matched}: a word that names neither, with the nearest;
/// {usage}: a word that names several students.
Result<Selection> select(const std::vector<std::string>& words,
                         const std::vector<model::Student>& students,
                         const std::vector<judge::OpenProblem>& problems);

/// The place of the student that a word names, as above.
Result<std::size_t> find_student(const std::string& word,
                                 const std::vector<model::Student>& students);

/// The folder of a run of `grade`: `last`, an id or a path. Error{usage}: there is none, or it is
/// of another verb.
Result<std::filesystem::path> find_grade_run(const store::HostPaths& paths, const std::string& run);

/// The grade book of a run, as far as it can be read back. Error: as above; {usage}: it was not
/// finished.
Result<model::Gradebook> load_baseline(const store::HostPaths& paths, const std::string& run,
                                       report::GradebookPart part = report::GradebookPart::grades);

/// Opens the folder of the run and finds out what is to be judged; keeps what was handed in there.
/// Error: those of Journal::open and Engine::plan.
Result<void> plan(const Session& session, GradeCall& call);

/// Looks up anew what is known, after others wrote into the journal of the run.
Result<void> plan_again(GradeCall& call);

/// Looks for the smallest input on which each judged program fails, if the policy says so, or takes
/// it from the records of earlier runs. What cannot be found says why; an interrupt ends it early.
/// Error: a result cannot be kept; a fault of the judge.
Result<void> find_counterexamples(const Session& session, GradeCall& call);

/// Foreign text, safe to print on one line.
std::string in_one_line(const std::string& text);

/// Writes who and what would be judged to standard output; starts and writes nothing else. Returns
/// the exit status.
Result<int> show_dry_run(const GradeCall& call);

/// A file as it is seen from the current folder, if it lies below that; else as it is called.
std::string path_here(const std::string& file);

/// The policy in force, in words: its file, deadline and rules.
std::string policy_line(const GradeCall& call);

/// What was found, a line each: layout, students, attempts and problems; the policy in force; the
/// zone of times without one; decisions of earlier runs.
std::string first_line(const GradeCall& call);

/// Whose each work is, for people: "ada  twofive", "ada and 3 more  twofive".
std::vector<std::string> names_of_works(const GradeCall& call);

/// --format, unless that is "human", and all of -o. Error{usage}: an unknown kind (with the
/// nearest), an extension that tells none, a folder that does not exist, a kind that makes several
/// files for standard output.
Result<std::vector<GradeTarget>> parse_grade_targets(const std::string& format,
                                                     const std::vector<std::string>& files);

/// Writes all of them; those that can be written even when others fail, and what holds the same
/// bytes already not again. Shows warnings. `options` gives what the kinds need.
Result<void> write_targets(const Session& session, const std::vector<GradeTarget>& targets,
                           const model::Gradebook& book, const report::GradeOutputOptions& options);

/// Likewise what the folder of a run always holds: gradebook.json, grades.csv and feedback/, of
/// which goes what the grades speak of no more.
Result<void> write_run_folder(const Session& session, const std::filesystem::path& out,
                              const model::Gradebook& book,
                              const report::GradeOutputOptions& options);

/// The grade book of those students and problems that `selection` holds, of works that are judged.
/// `before`: see points_beneath().
grade::BookPart make_book(const GradeCall& call, const Selection& selection,
                          const grade::PointsByName& before);

/// The program of a work; none: it is no program, or was not kept.
using ProgramOf = std::function<std::optional<judge::Submission>(const model::WorkId&)>;

/// Lets formats read the files of tests and of attempts. The problems and the book must outlive
/// `options`.
void add_files(const std::vector<judge::OpenProblem>& problems, const model::Gradebook& book,
               ProgramOf program, report::GradeOutputOptions& options);

/// The grade book of what is judged so far, in the folder of the run for those who look at it
/// meanwhile. What is not judged yet is left out of it, as if it had not been handed in.
class LiveBook {
 public:
  explicit LiveBook(GradeCall& call) : call_(call) {}

  /// Called when a program is judged, by one thread at a time; writes now and then, after
  /// `refresh`, which tells the engine what others have judged. Error: that of `refresh`.
  Result<void> update(std::size_t judged, std::size_t of,
                      const std::function<Result<void>()>& refresh = {});

 private:
  [[nodiscard]] grade::Works judged_part() const;

  GradeCall& call_;
  std::chrono::steady_clock::time_point next_;
};

/// What formats need besides the book; both must outlive it.
report::GradeOutputOptions output_options(const GradeCall& call, const grade::BookPart& made);

/// Points that were beneath overrides when a person decided them, as the folder of the run has it.
/// A row that the person has changed since counts as decided now.
grade::PointsByName points_beneath(const GradeCall& call);
/// Keeps them for the next call, and all tables of decisions. Error: cannot be written.
Result<void> keep_decisions(const GradeCall& call, const model::Gradebook& book,
                            const grade::PointsByName& before);

}  // namespace arbiter::cli
