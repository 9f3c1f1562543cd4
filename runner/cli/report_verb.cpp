#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <optional>
#include <random>
#include <string>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/verb.hpp"
#include "cli/grade/call.hpp"
#include "cli/judge/stored_run.hpp"
#include "grade/book.hpp"
#include "grade/works.hpp"
#include "judge/open_problem.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/formats.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// What decides the order of pseudonyms. It is kept with the run, so that they stay the same.
Result<std::string> secret_of(const fs::path& run) {
  const fs::path path = run / "pseudonyms.secret";
  std::error_code ignored;
  if (fs::exists(path, ignored)) return read_file(path, kib(1));
  std::random_device device;
  std::string secret;
  for (int word = 0; word < 4; ++word)
    secret += fmt::format("{:08x}", device());
  ARBITER_CHECK(write_private(path, secret));
  return secret;
}

/// A finished run of `grade`, with what of its problems is still as it was.
struct StoredClass : ProgramCall {
  std::filesystem::path folder;  ///< of the run
  model::Gradebook book;
  std::vector<judge::OpenProblem> problems;
  report::GradeOutputOptions given;
};

/// Opens a problem of a stored run. Error: it is gone or no longer what it was.
Result<judge::OpenProblem> open_again(const model::GradedProblem& problem,
                                      const judge::ProblemServices& services) {
  const judge::ProblemRequest request = request_of({}, problem.root, problem.root);
  ARBITER_TRY(opened, judge::open_problem(request, services));
  ARBITER_TRY(hash, judge::hash_problem(opened.problem));
  if (hash == problem.hash) return opened;
  return usage_error(problem.root + " has changed since");
}

/// Fills in all but the first two, and says what is missing. Error{judge}: the installation is
/// damaged.
Result<void> open_stored_class(const Session& session, StoredClass& call) {
  ARBITER_CHECK(set_up(session, {}, call));
  const judge::ProblemServices services = services_of(session, call);
  for (const model::GradedProblem& one : call.book.problems) {
    auto opened = open_again(one, services);
    if (opened) {
      call.problems.push_back(std::move(*opened));
    } else {
      session.warn("inputs and answers of " + one.id + " are not shown: " + opened.error().text(),
                   "run this in the folder in which you graded");
    }
  }
  const auto works = model::places_of(call.book.works);
  add_files(
      call.problems, call.book,
      [&call, works](const model::WorkId& id) -> std::optional<judge::Submission> {
        const auto work = works.find(id);
        const auto path = grade::kept_path(call.folder, id.sha256);
        if (work == works.end() || !path) return std::nullopt;
        auto loaded = judge::load_submission(*path, call.surroundings.languages,
                                             call.book.works[work->second].judgement.language);
        return loaded ? std::optional(std::move(*loaded)) : std::nullopt;
      },
      call.given);
  return {};
}

class ReportVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "RUN is last (the default), last~1, an id, or a folder: of --out, also that of 'grade'.");
    app.add_option("run", run_)->group("");
    app.add_option("-o", out_, "Write the page there")->type_name("FILE.html");
    app.add_option("--for", reader_,
                   "Who reads it: setter (of judge), teacher or student (of grade)")
        ->type_name("READER");
    app.add_option("--student", student_, "The page of that student")->type_name("WHO");
    app.add_option("--per-student", folder_, "Write a page for each student into a folder")
        ->type_name("FOLDER");
    app.add_option("--against", against_, "Show also what has changed since that run")
        ->type_name("RUN");
    app.add_flag("--anonymous", is_anonymous_,
                 "Call students by numbers; FILE.key.csv says who is who");
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    const auto written = write(session, call);
    return end(session, call, written ? Result<int>(0) : Result<int>(written.error()),
               "interrupted");
  }

 private:
  Result<void> write(const Session& session, JudgeCall& call) {
    if (!out_.empty()) ARBITER_CHECK(check_file("-o " + out_, out_));
    if (!folder_.empty()) ARBITER_CHECK(check_folder("--per-student " + folder_, folder_));
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(store, store::RunStore::open(paths.state));
    ARBITER_TRY(folder, store.find(run_));
    // From here on the current folder may change.
    std::error_code failed;
    if (!out_.empty()) out_ = fs::absolute(out_, failed).string();
    if (!folder_.empty()) folder_ = fs::absolute(folder_, failed).string();
    // Students get what is final.
    auto book = is_for_students() ? read_graded_run(folder, report::GradebookPart::all)
                                  : read_class_so_far(folder);
    ARBITER_CHECK(check(book.has_value()));
    if (book) {
      StoredClass graded;
      graded.folder = folder;
      graded.book = std::move(*book);
      return write_grades(session, graded);
    }
    ARBITER_TRY(judgement, read_judged_run(folder));
    std::optional<model::Judgement> before;
    if (!against_.empty()) {
      ARBITER_TRY(other, store.find(against_));
      ARBITER_SET(before, read_judged_run(other));
    }
    const report::RunFiles files = files_of(session, judgement, call);
    const std::string page = report::judge_page(judgement, files, before ? &*before : nullptr);
    ARBITER_CHECK(write_document(out_, page));
    tell_of(session, page);
    return {};
  }

  [[nodiscard]] bool is_for_students() const {
    return reader_ == "student" || !student_.empty() || !folder_.empty();
  }

  /// What was asked for fits the run, and each other.
  [[nodiscard]] Result<void> check(bool is_graded) const {
    return check_rules(
        {{!reader_.empty() && reader_ != "setter" && reader_ != "teacher" && reader_ != "student",
          fmt::format("--for: unknown reader '{}'", printable(reader_)),
          "there are: setter, teacher, student"},
         {out_.empty() == folder_.empty(), "name one place for the page",
          "-o FILE.html, or --per-student FOLDER for a page for each student"},
         {!is_graded && (is_anonymous_ || is_for_students()),
          "there are no students in a run of 'arbiter judge'", "name a run of 'arbiter grade'"},
         {!reader_.empty() && reader_ == (is_graded ? "setter" : "teacher"),
          fmt::format("this is a run of 'arbiter {}', which has no page for a {}",
                      is_graded ? "grade" : "judge", reader_),
          "leave --for out"},
         {is_for_students() && !reader_.empty() && reader_ != "student",
          "the page of a student is for students", "leave --for out"},
         {is_for_students() && student_.empty() && folder_.empty(), "--for student: whose page?",
          "--student WHO, or --per-student FOLDER"},
         {!student_.empty() && !folder_.empty(), "--per-student is for all students",
          "leave --student out"},
         {is_for_students() && (is_anonymous_ || !against_.empty()),
          "--anonymous and --against are for the teacher's page", "leave them out"}});
  }

  Result<void> write_grades(const Session& session, StoredClass& call) {
    std::size_t student = 0;
    if (!student_.empty()) {
      ARBITER_SET(student, find_student(student_, call.book.students));
    }
    if (!against_.empty()) {
      ARBITER_TRY(paths, find_paths(session));
      ARBITER_TRY(before, load_baseline(paths, against_));
      grade::add_changes(before, call.book);
    }
    ARBITER_CHECK(open_stored_class(session, call));
    if (is_anonymous_) ARBITER_CHECK(hide_names(call));
    if (!is_for_students()) {
      ARBITER_TRY(made, page_of(call, "html"));
      return put(session, made.files.front().bytes);
    }
    if (!folder_.empty()) return write_students(session, call);
    const report::StudentViews views(call.book, call.given.test_files, call.given.attempt_files);
    return put(session, report::student_page(views.view(student)));
  }

  /// Sources stay away, since they may say who wrote them.
  Result<void> hide_names(StoredClass& call) const {
    ARBITER_TRY(secret, secret_of(call.folder));
    std::string key = csv_row(std::vector<std::string>{"pseudonym", "id", "name"});
    for (const auto& [pseudonym, student] : grade::make_anonymous(call.book, secret))
      key += csv_row(std::vector<std::string>{pseudonym, student.id, student.name});
    call.given.attempt_files = {};
    return write_private(out_ + ".key.csv", key);
  }

  static Result<report::GradeOutput> page_of(const StoredClass& call, const char* format) {
    return report::make_grade_output(*report::format_named(report::grade_formats(), format),
                                     call.book, call.given);
  }

  Result<void> write_students(const Session& session, const StoredClass& call) {
    ARBITER_CHECK(make_folders(folder_));
    ARBITER_TRY(made, page_of(call, "pages"));
    for (const report::OutputFile& file : made.files)
      ARBITER_CHECK(write_private(fs::path(folder_) / file.name, file.bytes));
    tell(session, counted(made.files.size(), "page") + " in " + printable(folder_));
    return {};
  }

  [[nodiscard]] Result<void> put(const Session& session, const std::string& page) const {
    ARBITER_CHECK(write_private(out_, page));
    tell_of(session, page);
    return {};
  }

  void tell_of(const Session& session, const std::string& page) const {
    const Bytes size{static_cast<std::int64_t>(page.size())};
    tell(session, printable(out_) + ": " + show(size));
  }

  static void tell(const Session& session, const std::string& text) {
    if (session.progress != When::never) write_text(STDERR_FILENO, text + "\n");
  }

  std::string run_ = "last";
  std::string out_;
  std::string reader_;
  std::string student_;
  std::string folder_;
  std::string against_;
  bool is_anonymous_ = false;
};

}  // namespace

const VerbRow k_report_verb = {"report", "[RUN] ", "Write a page that shows a stored run",
                               make_verb<ReportVerb>};

}  // namespace arbiter::cli
