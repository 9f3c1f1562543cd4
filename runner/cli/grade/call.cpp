#include "cli/grade/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "base/text.hpp"
#include "grade/points/points.hpp"
#include "intake/names/tables.hpp"
#include "model/points.hpp"
#include "package/package.hpp"
#include "report/grade/feedback.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_policy_name = "grading.yaml";

fs::path folder_around(const std::string& word) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(word, ignored).lexically_normal();
  return folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
}

/// The policy that is named, else that in the problems' folder or beside a problem, else what lies
/// beside the submissions; not in them, where a student may have put it.
fs::path find_policy(const GradeOptions& options) {
  if (options.policy) return *options.policy;
  std::error_code ignored;
  for (const std::string& word : options.problems) {
    for (const fs::path& folder : {fs::path(word), folder_around(word)}) {
      if (fs::is_regular_file(folder / k_policy_name, ignored)) return folder / k_policy_name;
    }
  }
  for (const std::string& word : options.submissions) {
    const fs::path parent = folder_around(word);
    if (fs::is_regular_file(parent / k_policy_name, ignored)) return parent / k_policy_name;
  }
  return {};
}

Error bad_file(const fs::path& path) {
  return usage_error(fmt::format("{} cannot be used", path.string()));
}

Result<void> load_policy(const Session& session, GradeCall& call) {
  call.policy_file = find_policy(call.options);
  if (!call.policy_file.empty()) {
    package::LoadedPolicy loaded = package::load_grading_policy(call.policy_file);
    session.show(loaded.diagnostics);
    if (has_errors(loaded.diagnostics)) return bad_file(call.policy_file);
    call.policy = std::move(loaded.policy);
  }
  if (call.options.attempts) call.policy.attempts = *call.options.attempts;
  model::Audience& audience = call.policy.counterexamples.audience;
  if (call.options.counterexamples && audience == model::Audience::none)
    audience = model::Audience::student;
  for (const auto& [language, factor] : call.options.judge.plan.time_factors)
    call.policy.time_factors.insert_or_assign(language, factor);
  return {};
}

Result<void> check_policy(const Session& session, const GradeCall& call) {
  if (call.policy_file.empty()) return {};
  std::vector<model::Problem> problems;
  for (const judge::OpenProblem& one : call.problems)
    problems.push_back(one.problem);
  const std::vector<std::string> ids = call.surroundings.languages.ids();
  const auto found = grade::check_policy(call.policy, problems, {ids.begin(), ids.end()},
                                         call.policy_file.string());
  session.show(found);
  if (has_errors(found)) return bad_file(call.policy_file);
  return {};
}

std::vector<intake::ProblemNames> names_of(const GradeCall& call) {
  std::vector<intake::ProblemNames> names;
  for (const judge::OpenProblem& one : call.problems) {
    intake::ProblemNames name{one.problem.id, {}};
    const model::ProblemPolicy policy = grade::policy_of(one.problem.id, call.policy);
    name.others = policy.other_names;
    if (!policy.title.empty()) name.others.push_back(policy.title);
    for (const auto& [language, title] : one.problem.name)
      name.others.push_back(title);
    names.push_back(std::move(name));
  }
  return names;
}

/// Reads the file that the option names, or what an earlier run with the same --out kept of it.
template <class Row, class Read>
Result<std::vector<Row>> read_decisions(const Session& session, const GradeOptions& options,
                                        std::optional<std::string> file, Read read,
                                        DecisionTable& table) {
  std::error_code failed;
  if (file) {
    ARBITER_SET(table.text, read_file(*file));
  } else if (options.judge.out && fs::exists(fs::path(*options.judge.out) / table.name, failed)) {
    table.kept = fs::path(*options.judge.out) / table.name;
    file = table.kept.string();
  }
  if (!file) return std::vector<Row>();
  std::vector<Diagnostic> diagnostics;
  std::vector<Row> rows = read(fs::path(*file), diagnostics);
  session.show(diagnostics);
  if (has_errors(diagnostics)) return bad_file(*file);
  table.rows = rows.size();
  return rows;
}

/// Points that nobody can get are more often a slip than meant.
Result<void> check_extra(const GradeCall& call) {
  if (call.options.allow_extra) return {};
  for (const model::Override& row : call.overrides) {
    const double most = grade::policy_of(row.problem, call.policy).points;
    if (row.is_relative || row.points <= most) continue;
    const auto student = std::ranges::find(call.intake->students, row.student, &model::Student::id);
    return usage_error(
        fmt::format("overrides, line {}: {} points for {} at {}, where students can get {}",
                    row.line, model::show_points(row.points, 6),
                    printable(model::shown_name(*student)), printable(row.problem),
                    model::show_points(most, 6)),
        "correct it, or add --allow-extra if it is meant");
  }
  return {};
}

Result<void> take_in(const Session& session, GradeCall& call) {
  intake::IntakeOptions options;
  options.sources.assign(call.options.submissions.begin(), call.options.submissions.end());
  options.problems = names_of(call);
  if (call.options.roster) options.roster = *call.options.roster;
  const auto& worksheet = call.options.worksheet;
  if (options.roster) options.worksheets.push_back(*options.roster);
  if (worksheet && worksheet != call.options.roster) options.worksheets.emplace_back(*worksheet);
  options.timezone = call.options.timezone;
  options.languages = call.surroundings.languages;
  options.times_from_files = call.options.times_from_files;
  ARBITER_SET(call.decisions,
              read_decisions<model::Question>(session, call.options, call.options.decisions,
                                              intake::read_decisions, call.decisions_table));
  options.decisions = call.decisions;
  options.decisions_file = call.options.decisions.value_or(call.decisions_table.kept.string());
  std::vector<Diagnostic> diagnostics;
  auto taken = intake::take_in(options, diagnostics);
  session.show(diagnostics);
  if (!taken) return std::move(taken).error();
  call.intake = std::move(*taken);
  const auto& students = call.intake->students;
  const auto& problems = options.problems;
  ARBITER_SET(call.extensions, read_decisions<model::Extension>(
                                   session, call.options, call.options.extensions,
                                   [&](const fs::path& path, auto& found) {
                                     return intake::read_extensions(path, students, problems,
                                                                    found);
                                   },
                                   call.extensions_table));
  ARBITER_SET(call.overrides, read_decisions<model::Override>(
                                  session, call.options, call.options.overrides,
                                  [&](const fs::path& path, auto& found) {
                                    return intake::read_overrides(path, students, problems, found);
                                  },
                                  call.overrides_table));
  ARBITER_SET(call.comments,
              read_decisions<model::MistakeComment>(session, call.options, call.options.comments,
                                                    intake::read_comments, call.comments_table));
  return check_extra(call);
}

void load_works(GradeCall& call) {
  std::vector<const model::Problem*> problems;
  for (const judge::OpenProblem& one : call.problems)
    problems.push_back(&one.problem);
  call.works = grade::gather_works(call.intake->deliveries, problems, call.surroundings.languages);
}

/// What Classroom 50 says of the submission in the environment.
report::ClassroomFacts classroom_facts() {
  report::ClassroomFacts facts;
  facts.classroom = variable("CLASSROOM");
  facts.assignment = variable("ASSIGNMENT");
  if (const std::string_view type = variable("ASSIGNMENT_TYPE"); !type.empty())
    facts.assignment_type = type;
  facts.owner = variable("OWNER");
  if (facts.owner.empty()) facts.owner = variable("USERNAME");
  facts.submission = variable("SUBMISSION_TAG");
  facts.commit = variable("COMMIT_URL");
  facts.release = variable("RELEASE_URL");
  facts.review = variable("REVIEW_URL");
  facts.actor = variable("GITHUB_ACTOR");
  facts.actor_id = variable("GITHUB_ACTOR_ID");
  return facts;
}

/// What an output lacks is said before anything is judged.
Result<void> check_targets(GradeCall& call) {
  if (call.options.worksheet) {
    ARBITER_SET(call.given.worksheet, read_file(*call.options.worksheet));
  }
  call.given.score_scale = call.options.score_scale;
  call.given.classroom = classroom_facts();
  for (const GradeTarget& target : call.targets) {
    ARBITER_CHECK(report::check_grade_output(*target.format, call.given));
  }
  return {};
}

/// The teacher's own templates, which lie beside the policy.
Result<void> read_templates(GradeCall& call) {
  if (call.policy_file.empty()) return {};
  const fs::path folder = call.policy_file.parent_path() / "feedback";
  for (const auto& [name, text] : {std::pair("template.md", &call.given.markdown_template),
                                   std::pair("template.html", &call.given.html_template)}) {
    std::error_code failed;
    if (!fs::exists(folder / name, failed)) continue;
    ARBITER_SET(*text, read_file(folder / name, mib(1)));
    auto checked = report::check_feedback_template(*text);
    if (!checked) return std::move(checked).error().within((folder / name).string());
  }
  return {};
}

}  // namespace

Result<void> prepare(const Session& session, GradeCall& call) {
  call.started = utc_now();
  ARBITER_CHECK(check_rules(
      {{call.options.submissions.empty(), "no submissions are named",
        "name folders, files or archives: arbiter grade handed-in --problems problems --out "
        "grades"},
       {call.options.judge.dry_run && !call.options.judge.outputs.empty(),
        "--dry-run judges nothing, so -o has nothing to write"}}));
  ARBITER_SET(call.targets,
              parse_grade_targets(call.options.judge.format, call.options.judge.outputs));
  ARBITER_CHECK(check_targets(call));
  ARBITER_CHECK(set_up(session, call.options.judge, call));
  ARBITER_CHECK(load_policy(session, call));
  ARBITER_CHECK(read_templates(call));
  ARBITER_CHECK(load_problems(session, call));
  ARBITER_CHECK(check_policy(session, call));
  ARBITER_CHECK(take_in(session, call));
  load_works(call);
  ARBITER_SET(call.only, select(call.options.only, call.intake->students, call.problems));
  return {};
}

std::string in_one_line(const std::string& text) {
  std::string safe = printable(text);
  std::ranges::replace(safe, '\n', ' ');
  return safe;
}

std::string path_here(const std::string& file) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  const fs::path seen = (here / file).lexically_normal().lexically_relative(here);
  const bool is_below = !failed && !seen.empty() && *seen.begin() != "..";
  return is_below ? seen.generic_string() : file;
}

std::string policy_line(const GradeCall& call) {
  const std::string file =
      call.policy_file.empty() ? "none (no grading.yaml)" : path_here(call.policy_file.string());
  return file + ": " + grade::policy_words(call.policy);
}

std::string first_line(const GradeCall& call) {
  const intake::Intake& intake = *call.intake;
  std::string line = fmt::format(
      "{}: {}, {} at {}, {}", intake.layout, counted(intake.students.size(), "student"),
      counted(intake.deliveries.size(), "attempt"), counted(call.problems.size(), "problem"),
      counted(call.works.works.size(), "different program"));
  if (!intake.unattributed.empty()) {
    line += fmt::format("; {} not attributed", intake.unattributed.size());
  }
  line = in_one_line(line) + "\npolicy " + in_one_line(policy_line(call)) + "\n";
  if (!intake.timezone.empty()) {
    line += fmt::format("times without a zone are those of {}{}\n", intake.timezone,
                        call.options.timezone ? "" : ", this machine's; --timezone names another");
  }
  for (const auto& [table, what] :
       {std::pair(&call.overrides_table, "override"),
        std::pair(&call.extensions_table, "extension"), std::pair(&call.comments_table, "comment"),
        std::pair(&call.decisions_table, "decision")}) {
    if (table->kept.empty() || table->rows == 0) continue;
    line += fmt::format("{} of an earlier run, from {}\n", counted(table->rows, what),
                        printable(table->kept.string()));
  }
  return line;
}

}  // namespace arbiter::cli
