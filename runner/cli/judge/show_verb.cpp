#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "report/grade/formats.hpp"
#include "report/report.hpp"
#include "store/archive.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {
namespace {

/// The place in `names` of what `word` means: the name itself, or the only one that ends in it.
Result<std::size_t> choose(const std::string& what, const std::vector<std::string>& names,
                           const std::string& word) {
  const auto exact = std::find(names.begin(), names.end(), word);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  std::vector<std::size_t> endings;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].ends_with("/" + word)) endings.push_back(i);
  }
  if (endings.size() == 1) return endings.front();
  if (endings.size() > 1) {
    return usage_error(fmt::format("'{}' means several {}s", word, what),
                       fmt::format("for example '{}'", names[endings.front()]));
  }
  return no_such(fmt::format("this run has no {} '{}'", what, printable(word)), word, names,
                 fmt::format("it has no {}s", what));
}

class ShowVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.add_option("run", run_, "last (the default), last~1, an id or a folder")->type_name("RUN");
    app.add_option("submission", submission_, "A submission of that run")->type_name("SUBMISSION");
    app.add_option("test", test_, "A test of that submission")->type_name("TEST");
    app.add_option("--format", format_, "human, json, jsonl or junit (whole runs)")
        ->type_name("KIND");
  }

  int run(const Session& session) override {
    auto text = text_of(session);
    if (!text) return session.fail(text.error());
    if (auto written = write_results(*text); !written) {
      // What was written so far is part of a document already.
      Session without = session;
      without.json_errors = false;
      return without.fail(written.error());
    }
    return 0;
  }

 private:
  Result<std::filesystem::path> find(const Session& session) const {
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(store, store::RunStore::open(paths.state));
    return store.find(run_);
  }

  /// None where the run is none of `grade`, or was not finished.
  static std::optional<std::string> graded_text(const std::filesystem::path& stored,
                                                const report::Style& style) {
    const auto bytes = read_file(stored / "gradebook.json", mib(1024));
    const auto book = bytes ? report::read_gradebook(*bytes) : std::nullopt;
    if (!book) return std::nullopt;
    return report::grade_summary(*book, style) + "\n" + report::grade_table(*book, style);
  }

  static Result<model::Judgement> load(const std::filesystem::path& stored) {
    ARBITER_TRY(journal, read_file(stored / "journal.jsonl", mib(1024)));
    auto judgement = store::from_archive(journal);
    if (judgement) return std::move(*judgement);
    return judge_error(fmt::format("{} has no readable run", stored.string()),
                       "'arbiter show last~1' shows the run before");
  }

  Result<std::string> text_of(const Session& session) const {
    ARBITER_TRY(outputs, parse_outputs(format_, {}));
    const Terminal style = session.out();
    ARBITER_TRY(stored, find(session));
    if (auto graded = graded_text(stored, style)) {
      if (submission_.empty()) return *std::move(graded);
      return usage_error("this is a run of 'arbiter grade'",
                         "'arbiter repro RUN STUDENT PROBLEM/TEST' shows one case of it");
    }
    ARBITER_TRY(judgement, load(stored));
    if (submission_.empty()) return outputs.front().format->render(judgement, style);
    if (format_ != "human") {
      return usage_error("--format is for whole runs", "leave SUBMISSION out");
    }
    std::vector<std::string> names;
    for (const auto& submission : judgement.submissions)
      names.push_back(submission.path);
    ARBITER_TRY(submission, choose("submission", names, submission_));
    if (test_.empty()) return report::show_submission(judgement, submission, style);
    std::vector<std::string> tests;
    for (const auto& test : judgement.submissions[submission].tests)
      tests.push_back(test.name);
    ARBITER_TRY(test, choose("test", tests, test_));
    return report::show_test(judgement, submission, test, style);
  }

  std::string run_ = "last";
  std::string submission_;
  std::string test_;
  std::string format_ = "human";
};

}  // namespace

std::unique_ptr<Verb> make_show_verb() {
  return std::make_unique<ShowVerb>();
}

}  // namespace arbiter::cli
