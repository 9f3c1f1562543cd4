#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "cli/common/locate.hpp"
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

  Result<int> run(const Session& session) override {
    ARBITER_TRY(paths, find_paths(session));
    ARBITER_TRY(book, load_baseline(paths, run_, report::GradebookPart::all));
    ARBITER_TRY(student, find_student(student_, book.students));
    std::optional<std::size_t> place;
    if (problem_) {
      ARBITER_SET(place, find_problem(book));
    }
    return end_with(report::explain_grades(book, student, place, run_, session.out()));
  }

 private:
  [[nodiscard]] Result<std::size_t> find_problem(const model::Gradebook& book) const {
    const std::vector<std::string> ids = ids_of(book.problems);
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

const VerbRow k_explain_verb = {"explain", "RUN STUDENT [PROBLEM] ",
                                "Tell how the grades of one student came to be",
                                make_verb<ExplainVerb>};

}  // namespace arbiter::cli
