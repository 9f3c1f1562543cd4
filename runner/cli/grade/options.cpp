#include "cli/grade/options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>

#include "report/grade/formats.hpp"

namespace arbiter::cli {
namespace {

constexpr double k_all = 100;
constexpr double k_largest_scale = 1000000;

Result<double> parse_number(const std::string& flag, const std::string& text, double most) {
  double number = 0;
  std::string_view digits = text;
  if (digits.ends_with('%')) digits.remove_suffix(1);
  const char* end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, number, std::chars_format::fixed);
  if (code == std::errc{} && stop == end && number >= 0 && number <= most) return number;
  return usage_error(fmt::format("{}: '{}' must be a number from 0 to {}", flag, text, most),
                     fmt::format("write it as {} 50", flag));
}

Result<model::AttemptRule> parse_attempts(const std::string& word) {
  using model::AttemptRule;
  if (word == "last") return AttemptRule::last;
  if (word == "best") return AttemptRule::best;
  if (word == "all") return AttemptRule::all;
  return usage_error(fmt::format("--attempts: unknown rule '{}'", word), "known: last, best, all");
}

Result<void> check_together(const GradeFlags& flags) {
  if (flags.submissions.empty()) {
    return usage_error(
        "no submissions are named",
        "name folders, files or archives: arbiter grade handed-in --problems problems "
        "--out grades");
  }
  if (flags.judge.dry_run && !flags.judge.outputs.empty()) {
    return usage_error("--dry-run judges nothing, so -o has nothing to write",
                       "leave one of them out");
  }
  if (flags.judge.dry_run && flags.reindex) {
    return usage_error("--dry-run does not change the --out folder, so --reindex can do nothing",
                       "leave one of them out");
  }
  return {};
}

void declare_rules(CLI::App& app, GradeFlags& flags) {
  app.add_option("--roster", flags.roster, "Whom to grade: each student gets exactly one row")
      ->type_name("CSV");
  app.add_option("--extensions", flags.extensions, "Who may hand in later")->type_name("CSV");
  app.add_option("--overrides", flags.overrides, "Points that you decided by hand, applied last")
      ->type_name("CSV");
  app.add_option("--comments", flags.comments, "Your comments on mistakes in common")
      ->type_name("CSV");
  app.add_option("--policy", flags.policy, "Points and late rules (default: grading.yaml)")
      ->type_name("YAML");
  app.add_option("--attempts", flags.attempts, "Which attempt counts: last, best or all")
      ->type_name("RULE");
  app.add_flag("--times-from-files", flags.times_from_files,
               "Take each file's date as its submission time");
}

void declare_judging(CLI::App& app, JudgeFlags& flags) {
  app.add_option("--jobs,-j", flags.jobs, "Test cases at the same time (default: one per core)")
      ->type_name("N");
  repeatable(app.add_option("--time-factor", flags.time_factors,
                            "Multiply a language's limit, e.g. python3=5")
                 ->type_name("ID=F"));
  app.add_option("--sandbox", flags.sandbox, "root-v1, root-v2, delegated-v2, userns or none")
      ->type_name("MODE");
  app.add_flag("--no-cache", flags.no_cache,
               "Run every test case again, even if its result is known");
  app.add_flag("--no-generate", flags.no_generate, "Do not make the test cases that data/ lacks");
  app.add_option("--links-within", flags.links_within, "The problems' links may lead into DIR")
      ->type_name("DIR");
  app.add_flag("--dry-run", flags.dry_run, "Only tell who and what would be judged");
}

void declare_results(CLI::App& app, GradeFlags& flags) {
  app.add_option("--baseline", flags.baseline, "Show who gained and who lost since that run")
      ->type_name("RUN");
  app.add_option("--fail-under", flags.fail_under,
                 "Status 1 if somebody has a smaller share of the points")
      ->type_name("PERCENT");
  app.add_option("--format", flags.judge.format, "human, json, csv, jsonl, junit, …")
      ->type_name("KIND");
  repeatable(app.add_option("-o", flags.judge.outputs, "Also write a document or a folder of them")
                 ->type_name("KIND=PATH"));
  app.add_option("--worksheet", flags.worksheet, "moodle, canvas: the file to fill in")
      ->type_name("CSV");
  app.add_option("--grade-column", flags.grade_column, "moodle, canvas: where grades go")
      ->type_name("TITLE");
  app.add_option("--feedback-column", flags.feedback_column, "moodle: where feedback goes")
      ->type_name("TITLE");
  app.add_option("--score-scale", flags.score_scale, "classroom50: full marks are N points")
      ->type_name("N");
  app.add_option("--hidden-as", flags.hidden_as,
                 "gradescope: hidden, after_due_date, after_published")
      ->type_name("WORD");
  app.add_flag("--with-names", flags.with_names, "jplag: folders are named after students");
}

}  // namespace

void declare(CLI::App& app, GradeFlags& flags) {
  app.footer(
      "SUBMISSIONS are a folder for each student, files named after students and problems, or\n"
      "exports of Moodle, Canvas, Blackboard, Gradescope or GitHub Classroom, as folders or\n"
      "archives. Arbiter detects the layout and names it in the first line. It keeps results in\n"
      "DIR as they arrive. Run the same command again to continue; only what changed is judged.\n"
      "Status 0: everything is graded, 5: the judge failed on some, 6: incomplete, can be "
      "resumed.");
  app.add_option("submissions", flags.submissions)->group("");
  repeatable(app.add_option("--problems", flags.problems, "A folder of problems, or one of them")
                 ->type_name("DIR"));
  app.add_option("--out", flags.out, "Where results and grades are kept")->type_name("DIR");
  repeatable(app.add_option("--only", flags.only, "Judge only this student or this problem")
                 ->type_name("STUDENT|PROBLEM"));
  declare_rules(app, flags);
  declare_judging(app, flags.judge);
  app.add_flag("--reindex", flags.reindex, "Read all of the journal and make its index again");
  declare_results(app, flags);
}

Result<GradeOptions> understand_grade(const GradeFlags& flags) {
  ARBITER_CHECK(check_together(flags));
  JudgeFlags shared;
  shared.jobs = flags.judge.jobs;
  shared.time_factors = flags.judge.time_factors;
  shared.sandbox = flags.judge.sandbox;
  ARBITER_TRY(common, understand(shared));
  GradeOptions options;
  options.sandbox = common.sandbox;
  options.jobs = common.jobs;
  options.time_factors = std::move(common.plan.time_factors);
  if (flags.attempts) {
    ARBITER_TRY(rule, parse_attempts(*flags.attempts));
    options.attempts = rule;
  }
  if (flags.fail_under) {
    ARBITER_TRY(percent, parse_number("--fail-under", *flags.fail_under, k_all));
    options.fail_under = percent;
  }
  if (flags.score_scale) {
    ARBITER_TRY(scale, parse_number("--score-scale", *flags.score_scale, k_largest_scale));
    options.score_scale = scale;
  }
  if (flags.hidden_as) {
    options.hidden_as = *flags.hidden_as;
    ARBITER_CHECK(report::check_gradescope_visibility(options.hidden_as));
  }
  return options;
}

}  // namespace arbiter::cli
