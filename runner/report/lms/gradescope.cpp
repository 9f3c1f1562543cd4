#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/points.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {
namespace {

using model::Verdict;
using model::Visibility;

constexpr std::array<std::string_view, 4> k_gradescope_visibilities{
    "visible", "hidden", "after_due_date", "after_published"};

/// results.json of one student while it is written.
class GradescopeResults {
 public:
  GradescopeResults(const StudentView& view, const std::string& hidden)
      : view_(view), hidden_(hidden) {}

  Json results() {
    Json json;
    // Given besides the tests' scores, it holds: lateness and decisions by hand are in it alone.
    json["score"] = rounded(view_.points());
    if (const auto seconds = execution_time()) json["execution_time"] = *seconds;
    json["output"] = output();
    json["output_format"] = "text";
    json["test_output_format"] = "text";
    json["test_name_format"] = "text";
    json["visibility"] = "visible";
    json["stdout_visibility"] = "hidden";
    for (std::size_t p = 0; p < view_.problems().size(); ++p)
      add_problem(view_.problems()[p], p + 1);
    json["tests"] = std::move(tests_);
    return json;
  }

 private:
  [[nodiscard]] double rounded(double points) const {
    return model::rounded_points(points, view_.decimals());
  }

  /// Whole seconds, begun ones counted; none where no test ran.
  [[nodiscard]] std::optional<std::int64_t> execution_time() const {
    Nanoseconds time{};
    for (const SeenProblem& problem : view_.problems())
      time += problem.run_time;
    if (time <= Nanoseconds{}) return std::nullopt;
    return std::chrono::ceil<std::chrono::seconds>(time).count();
  }

  [[nodiscard]] std::string output() const {
    std::string text;
    for (const std::string& line : feedback_lines(view_, std::nullopt))
      text += line + "\n";
    if (!view_.is_final()) text += "Some of it could not be judged: these points are not final.\n";
    return text;
  }

  Json& add(const std::string& name, std::string number, Visibility visibility) {
    tests_.push_back(Json{{"name", name},
                          {"number", std::move(number)},
                          {"visibility", visibility == Visibility::hidden ? hidden_ : "visible"}});
    return tests_.back();
  }

  void add_problem(const SeenProblem& problem, std::size_t number) {
    std::size_t part = 0;
    const auto next = [&] { return fmt::format("{}.{}", number, ++part); };
    if (!model::is_blank(problem.status)) add_compile(problem, next());
    const auto add_points = [&](const std::string& name, const auto& of, const std::string& words) {
      Json& test = add(problem.title + ": " + name, next(), Visibility::sample);
      test["score"] = rounded(of.points);
      test["max_score"] = rounded(of.max_points);
      test["output"] = words;
    };
    for (const model::GroupPoints& group : problem.groups)
      add_points(group.name.empty() ? "all test cases" : group.name, group, group.words);
    if (problem.groups.empty())
      add_points("points", problem, problem.words.empty() ? "" : problem.words.front());
    for (const SeenTest& seen : problem.tests) {
      Json& test = add(problem.title + ": " + seen.name, next(), seen.visibility);
      test["status"] = seen.verdict == Verdict::ac ? "passed" : "failed";
      test["output"] = test_explanation(seen, view_.language());
      test["tags"] = Json::array({std::string(model::code(seen.verdict))});
    }
  }

  void add_compile(const SeenProblem& problem, std::string number) {
    const bool is_good = problem.verdict != Verdict::ce && problem.fault.empty();
    Json& test = add(problem.title + ": compile", std::move(number), Visibility::sample);
    test["status"] = is_good ? "passed" : "failed";
    std::string text = problem.fault;
    if (!is_good) text += problem.compile_log;
    for (const std::string& help : problem.helps) {
      if (!is_good) text += "\nhelp: " + help;
    }
    test["output"] = text;
  }

  const StudentView& view_;
  const std::string& hidden_;
  Json tests_ = Json::array();
};

}  // namespace

Result<void> check_gradescope_visibility(const std::string& visibility) {
  const auto& known = k_gradescope_visibilities;
  if (std::ranges::find(known, visibility) != known.end()) return {};
  return usage_error(fmt::format("Gradescope has no visibility '{}'", visibility),
                     fmt::format("write one of {}", fmt::join(known, ", ")));
}

Result<GradeOutput> grade_gradescope(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_CHECK(check_gradescope_visibility(options.hidden_visibility));
  GradeOutput output;
  const std::vector<std::string> names = views.file_names();
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    const Json results = GradescopeResults(view, options.hidden_visibility).results();
    output.files.push_back({views.size() == 1 ? "" : names[s] + ".json", dumped(results, 2)});
  }
  return output;
}

}  // namespace arbiter::report
