#include <CLI/App.hpp>
#include <optional>

#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/verb.hpp"
#include "cli/judge/stored_run.hpp"
#include "report/json/documents.hpp"

namespace arbiter::cli {
namespace {

class ShowVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.add_option("run", run_, "last (the default), last~1, an id or a folder")->type_name("RUN");
    app.add_option("submission", submission_, "A submission of that run")->type_name("SUBMISSION");
    app.add_option("test", test_, "A test of that submission")->type_name("TEST");
    app.add_flag("--follow", follows_, "First show how far the run is, until it ends");
    add_file(app, "--input", "Write the test case's whole input, no more", TestFile::input);
    add_file(app, "--answer", "Likewise its answer", TestFile::answer);
    add_file(app, "--output", "Likewise the output, of a new run", TestFile::output);
    app.add_option("--format", format_, "As of 'judge', of whole runs")->type_name("KIND");
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    auto text = text_of(session, call);
    if (!text) return end(session, call, text.error(), "interrupted");
    if (auto written = write_results(*text); !written) {
      // What was written so far is part of a document already.
      Session without = session;
      without.json_errors = false;
      return without.fail(written.error());
    }
    return 0;
  }

 private:
  void add_file(CLI::App& app, const char* flag, const char* help, TestFile file) {
    const auto choose_file = [this, file] {
      if (file_) {
        throw FlagError(usage_error("--input, --answer and --output exclude each other",
                                    "leave all but one of them out"));
      }
      file_ = file;
    };
    app.add_flag_callback(flag, choose_file, help);
  }

  Result<std::string> text_of(const Session& session, JudgeCall& call) const {
    ARBITER_TRY(outputs, parse_outputs(format_, {}));
    if (file_ && test_.empty()) {
      return usage_error("--input, --answer and --output are of one test case",
                         "name it: arbiter show RUN SUBMISSION TEST --input");
    }
    const Terminal style = session.out();
    ARBITER_TRY(stored, find_run(session, run_));
    if (follows_) follow(session, stored);
    if (const auto book = read_graded_run(stored)) {
      if (submission_.empty()) {
        return report::run_line(book->run, book->started, style) +
               report::grade_summary(*book, style) + "\n" + report::grade_table(*book, style);
      }
      return usage_error("this is a run of 'arbiter grade'",
                         "'arbiter repro RUN STUDENT PROBLEM/TEST' shows one case of it");
    }
    ARBITER_TRY(judgement, read_judged_run(stored));
    const std::string head =
        format_ == "human" ? report::run_line(judgement.run, judgement.started, style) : "";
    if (submission_.empty()) return head + outputs.front().format->render(judgement, style);
    if (format_ != "human") {
      return usage_error("--format is for whole runs", "leave SUBMISSION out");
    }
    ARBITER_TRY(submission, find_submission(judgement, submission_));
    if (test_.empty()) return head + report::show_submission(judgement, submission, style);
    ARBITER_TRY(test, find_test(judgement.submissions[submission], test_));
    const model::SubmissionJudgement& of = judgement.submissions[submission];
    if (file_) return whole_file(session, {judgement, of, of.tests[test]}, *file_, call);
    return head + report::show_test(judgement, submission, test, style);
  }

  std::string run_ = "last";
  std::string submission_;
  std::string test_;
  std::optional<TestFile> file_;
  std::string format_ = "human";
  bool follows_ = false;
};

}  // namespace

const VerbRow k_show_verb = {"show", "[RUN [SUBMISSION [TEST]]] ",
                             "Show a stored run again, in detail", make_verb<ShowVerb>};

}  // namespace arbiter::cli
