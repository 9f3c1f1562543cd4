#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/grade/call.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::cli {
namespace {

class ExplainVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer("RUN is the --out folder of 'arbiter grade', or last.");
    app.add_option("run", run_)->group("")->required();
    app.add_option("student", student_)->group("")->required();
    app.add_option("problem", problem_)->group("");
  }

  int run(const Session& session) override {
    const auto text = explain(session);
    if (!text) return session.fail(text.error());
    const auto written = write_results(*text);
    return written ? 0 : session.fail(written.error());
  }

 private:
  [[nodiscard]] Result<std::string> explain(const Session& session) const {
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(book, load_baseline(paths, run_, report::GradebookPart::all));
    ARBITER_TRY(id, find_student(student_, book.students));
    const auto student = std::ranges::find(book.students, id, &model::Student::id);
    std::optional<std::size_t> place;
    if (problem_) {
      ARBITER_SET(place, find_problem(book));
    }
    return report::explain_grades(book, static_cast<std::size_t>(student - book.students.begin()),
                                  place, run_, session.out());
  }

  [[nodiscard]] Result<std::size_t> find_problem(const model::Gradebook& book) const {
    std::vector<std::string> ids;
    for (const model::GradedProblem& problem : book.problems)
      ids.push_back(problem.id);
    const auto found = std::ranges::find(ids, *problem_);
    if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
    return no_such(fmt::format("this run has no problem '{}'", printable(*problem_)), *problem_,
                   ids, "it has no problems");
  }

  std::string run_;
  std::string student_;
  std::optional<std::string> problem_;
};

}  // namespace

std::unique_ptr<Verb> make_explain_verb() {
  return std::make_unique<ExplainVerb>();
}

}  // namespace arbiter::cli
