#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/grade/call.hpp"
#include "cli/judge/run_files.hpp"
#include "cli/judge/stored_run.hpp"
#include "grade/anonymous.hpp"
#include "grade/book.hpp"
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

  int run(const Session& session) override {
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
    const bool is_for_students = reader_ == "student" || !student_.empty() || !folder_.empty();
    auto book = is_for_students ? read_graded_run(folder, report::GradebookPart::all)
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
      ARBITER_TRY(read, read_judged_run(other));
      before = std::move(read);
    }
    const report::RunFiles files = files_of(session, judgement, call);
    const std::string page = report::judge_page(judgement, files, before ? &*before : nullptr);
    ARBITER_CHECK(write_document(out_, page));
    return tell_of(session, page);
  }

  /// What was asked for fits the run, and each other.
  [[nodiscard]] Result<void> check(bool is_graded) const {
    const bool is_for_students = reader_ == "student" || !student_.empty() || !folder_.empty();
    struct Rule {
      bool is_broken;
      std::string message;
      std::string help;
    };
    const std::array rules{
        Rule{
            !reader_.empty() && reader_ != "setter" && reader_ != "teacher" && reader_ != "student",
            fmt::format("--for: unknown reader '{}'", printable(reader_)),
            "there are: setter, teacher, student"},
        Rule{out_.empty() == folder_.empty(), "name one place for the page",
             "-o FILE.html, or --per-student FOLDER for a page for each student"},
        Rule{!is_graded && (is_anonymous_ || is_for_students),
             "there are no students in a run of 'arbiter judge'", "name a run of 'arbiter grade'"},
        Rule{!reader_.empty() && reader_ == (is_graded ? "setter" : "teacher"),
             fmt::format("this is a run of 'arbiter {}', which has no page for a {}",
                         is_graded ? "grade" : "judge", reader_),
             "leave --for out"},
        Rule{is_for_students && !reader_.empty() && reader_ != "student",
             "the page of a student is for students", "leave --for out"},
        Rule{is_for_students && student_.empty() && folder_.empty(), "--for student: whose page?",
             "--student WHO, or --per-student FOLDER"},
        Rule{!student_.empty() && !folder_.empty(), "--per-student is for all students",
             "leave --student out"},
        Rule{is_for_students && (is_anonymous_ || !against_.empty()),
             "--anonymous and --against are for the teacher's page", "leave them out"},
    };
    for (const Rule& rule : rules) {
      if (rule.is_broken) return usage_error(rule.message, rule.help);
    }
    return {};
  }

  Result<void> write_grades(const Session& session, StoredClass& call) {
    const bool is_for_students = !student_.empty() || !folder_.empty();
    std::size_t student = 0;
    if (!student_.empty()) {
      ARBITER_TRY(id, find_student(student_, call.book.students));
      const auto who = std::ranges::find(call.book.students, id, &model::Student::id);
      student = static_cast<std::size_t>(who - call.book.students.begin());
    }
    if (!against_.empty()) {
      ARBITER_TRY(paths, find_paths(session));
      ARBITER_TRY(before, load_baseline(paths, against_));
      add_changes(before, call.book);
    }
    ARBITER_CHECK(open_stored_class(session, call));
    if (is_anonymous_) ARBITER_CHECK(hide_names(call));
    if (!is_for_students) {
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
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed) return system_error("cannot make the folder " + folder_, failed.value());
    ARBITER_TRY(made, page_of(call, "pages"));
    for (const report::OutputFile& file : made.files)
      ARBITER_CHECK(write_private(fs::path(folder_) / file.name, file.bytes));
    const std::size_t count = made.files.size();
    tell(session,
         fmt::format("{} {} in {}\n", count, count == 1 ? "page" : "pages", printable(folder_)));
    return {};
  }

  [[nodiscard]] Result<void> put(const Session& session, const std::string& page) const {
    ARBITER_CHECK(write_private(out_, page));
    return tell_of(session, page);
  }

  [[nodiscard]] Result<void> tell_of(const Session& session, const std::string& page) const {
    tell(session, fmt::format("{}: {}\n", printable(out_),
                              show(Bytes{static_cast<std::int64_t>(page.size())})));
    return {};
  }

  static void tell(const Session& session, const std::string& text) {
    if (session.progress != When::never) write_text(STDERR_FILENO, text);
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

std::unique_ptr<Verb> make_report_verb() {
  return std::make_unique<ReportVerb>();
}

}  // namespace arbiter::cli
