#include <CLI/App.hpp>

#include "base/time_zone.hpp"
#include "cli/grade/call.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::cli {
namespace {

constexpr double k_all = 100;
constexpr double k_largest_scale = 1000000;

Result<double> parse_percent(const std::string& text) {
  const std::string digits = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  return number_of("--fail-under", 0.0, k_all)(digits);
}

std::optional<model::AttemptRule> parse_attempts(const std::string& word) {
  using model::AttemptRule;
  if (word == "last") return AttemptRule::last;
  if (word == "best") return AttemptRule::best;
  if (word == "all") return AttemptRule::all;
  return std::nullopt;
}

Result<std::string> parse_visibility(const std::string& word) {
  ARBITER_CHECK(report::check_gradescope_visibility(word));
  return word;
}

Result<std::string> parse_timezone(const std::string& name) {
  auto zone = check_time_zone(name);
  if (!zone) zone.error().message.insert(0, "--timezone: ");
  return zone;
}

void declare_rules(CLI::App& app, GradeOptions& options) {
  app.add_option("--roster", options.roster, "Whom to grade: each student gets exactly one row")
      ->type_name("CSV");
  app.add_option("--extensions", options.extensions, "Who may hand in later")->type_name("CSV");
  app.add_option("--overrides", options.overrides, "Points that you decided by hand, applied last")
      ->type_name("CSV");
  app.add_flag("--allow-extra", options.allow_extra,
               "Overrides may give more points than there are");
  app.add_option("--decisions", options.decisions,
                 "Your decisions in the table of -o needs-a-person=FILE")
      ->type_name("CSV");
  app.add_option("--comments", options.comments, "Your comments on mistakes in common")
      ->type_name("CSV");
  app.add_option("--policy", options.policy, "Points and late rules (default: grading.yaml)")
      ->type_name("YAML");
  add_flag_of(app, {"--attempts", "RULE", "Which attempt counts: last, best or all"},
              options.attempts, word_of("--attempts", "rule", "last, best, all", parse_attempts));
  app.add_flag("--times-from-files", options.times_from_files,
               "Take each file's date as its submission time");
  add_flag_of(app, {"--timezone", "NAME", "The zone of times that have none, as Europe/Berlin"},
              options.timezone, parse_timezone);
}

void declare_judging(CLI::App& app, EngineOptions& engine, bool& counterexamples,
                     SharedFlags shared) {
  declare(app, engine);
  shared.jobs("Test cases at the same time (default: one per core)");
  shared.time_factors();
  shared.sandbox();
  shared.no_cache();
  shared.no_generate();
  shared.links_within("The problems' links may lead into DIR");
  shared.dry_run("Only tell who and what would be judged");
  app.add_flag("--counterexamples", counterexamples,
               "Show each student the smallest input that fails");
}

void declare_results(CLI::App& app, GradeOptions& options) {
  app.add_option("--baseline", options.baseline, "Show who gained and who lost since that run")
      ->type_name("RUN");
  add_flag_of(app,
              {"--fail-under", "PERCENT", "Status 1 if somebody has a smaller share of the points"},
              options.fail_under, parse_percent);
  SharedFlags shared(app, options.judge);
  shared.format("human, json, csv, jsonl, junit, …");
  shared.outputs("Also write a document or a folder of them");
  app.add_option("--worksheet", options.worksheet, "moodle, canvas: the file to fill in")
      ->type_name("CSV");
  app.add_option("--grade-column", options.grade_column, "moodle, canvas: where grades go")
      ->type_name("TITLE");
  app.add_option("--feedback-column", options.feedback_column, "moodle: where feedback goes")
      ->type_name("TITLE");
  add_flag_of(app, {"--score-scale", "N", "classroom50: full marks are N points"},
              options.score_scale, number_of("--score-scale", 0.0, k_largest_scale));
  add_flag_of(app, {"--hidden-as", "WORD", "gradescope: hidden, after_due_date, after_published"},
              options.hidden_as, parse_visibility);
  app.add_flag("--with-names", options.with_names, "jplag: folders are named after students");
}

}  // namespace

void declare(CLI::App& app, GradeOptions& options) {
  app.footer(
      "SUBMISSIONS are a folder for each student, files named after students and problems, or\n"
      "exports of Moodle, Canvas, Blackboard, Gradescope or GitHub Classroom, as folders or\n"
      "archives. Arbiter detects the layout and names it in the first line. It keeps results in\n"
      "DIR as they arrive. Run the same command again to continue; only what changed is judged.\n"
      "Status 0: everything is graded, 5: the judge failed on some, 6: incomplete, can be "
      "resumed.");
  app.add_option("submissions", options.submissions)->group("");
  repeatable(app.add_option("--problems", options.problems, "A folder of problems, or one of them")
                 ->type_name("DIR"));
  SharedFlags shared(app, options.judge);
  shared.out("Where results and grades are kept");
  repeatable(app.add_option("--only", options.only, "Judge only this student or this problem")
                 ->type_name("STUDENT|PROBLEM"));
  declare_rules(app, options);
  declare_judging(app, options.engine, options.counterexamples, shared);
  declare_results(app, options);
}

}  // namespace arbiter::cli
