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
#include "package/grading/grading_yaml.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_policy_name = "grading.yaml";
constexpr const char* k_manifest_name = "submissions.csv";

/// The policy that is named, else that of the problems' folder, else what lies beside the
/// submissions; not in them, where a student may have put it.
fs::path find_policy(const GradeOptions& options) {
  if (options.policy) return *options.policy;
  std::error_code ignored;
  for (const std::string& word : options.problems) {
    const fs::path path = fs::path(word) / k_policy_name;
    if (fs::is_regular_file(path, ignored)) return path;
  }
  for (const std::string& word : options.submissions) {
    const fs::path folder = fs::absolute(word, ignored).lexically_normal();
    const fs::path parent =
        folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
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

template <class Row, class Read>
Result<std::vector<Row>> read_table(const Session& session, const std::optional<std::string>& path,
                                    Read read) {
  if (!path) return std::vector<Row>();
  std::vector<Diagnostic> diagnostics;
  std::vector<Row> rows = read(*path, diagnostics);
  session.show(diagnostics);
  if (has_errors(diagnostics)) return bad_file(*path);
  return rows;
}

/// What a person decided is not lost by a command that does not name it again.
Result<void> read_overrides(const Session& session,
                            const std::vector<intake::ProblemNames>& problems, GradeCall& call) {
  std::optional<std::string> file = call.options.overrides;
  std::error_code failed;
  if (!file && call.options.judge.out &&
      fs::exists(fs::path(*call.options.judge.out) / k_kept_overrides, failed)) {
    call.kept_overrides = fs::path(*call.options.judge.out) / k_kept_overrides;
    file = call.kept_overrides.string();
  }
  ARBITER_SET(call.overrides,
              read_table<model::Override>(session, file, [&](const fs::path& path, auto& found) {
                return intake::read_overrides(path, call.intake->students, problems, found);
              }));
  if (!call.options.overrides) return {};
  ARBITER_SET(call.overrides_text, read_file(*call.options.overrides));
  return {};
}

Result<void> take_in(const Session& session, GradeCall& call) {
  intake::IntakeOptions options;
  for (const std::string& word : call.options.submissions) {
    const fs::path path = word;
    // Nobody can put it into an archive that a platform made.
    if (path.filename() == k_manifest_name && !options.manifest) {
      options.manifest = path;
    } else {
      options.sources.push_back(path);
    }
  }
  options.problems = names_of(call);
  if (call.options.roster) options.roster = *call.options.roster;
  options.languages = call.surroundings.languages;
  options.times_from_files = call.options.times_from_files;
  std::vector<Diagnostic> diagnostics;
  auto taken = intake::take_in(options, diagnostics);
  session.show(diagnostics);
  if (!taken) return std::move(taken).error();
  call.intake = std::move(*taken);
  const auto& students = call.intake->students;
  ARBITER_SET(call.extensions,
              read_table<model::Extension>(
                  session, call.options.extensions, [&](const fs::path& path, auto& found) {
                    return intake::read_extensions(path, students, options.problems, found);
                  }));
  ARBITER_CHECK(read_overrides(session, options.problems, call));
  ARBITER_SET(call.comments, read_table<model::MistakeComment>(session, call.options.comments,
                                                               intake::read_comments));
  return {};
}

void load_works(GradeCall& call) {
  std::vector<const model::Problem*> problems;
  for (const judge::OpenProblem& one : call.problems)
    problems.push_back(&one.problem);
  call.works = grade::gather_works(call.intake->deliveries, problems, call.surroundings.languages);
}

/// What an output lacks is said before anything is judged.
Result<void> check_targets(GradeCall& call) {
  if (call.options.worksheet) {
    ARBITER_SET(call.worksheet, read_file(*call.options.worksheet));
  }
  report::GradeOutputOptions known;
  known.worksheet = call.worksheet;
  known.score_scale = call.options.score_scale;
  known.classroom = classroom_facts();
  for (const GradeTarget& target : call.targets) {
    ARBITER_CHECK(report::check_grade_output(*target.format, known));
  }
  return {};
}

}  // namespace

Result<void> prepare(const Session& session, GradeCall& call) {
  call.started = utc_now();
  ARBITER_CHECK(check_together(call.options));
  ARBITER_SET(call.targets,
              parse_grade_targets(call.options.judge.format, call.options.judge.outputs));
  ARBITER_CHECK(check_targets(call));
  ARBITER_CHECK(set_up(session, call.options.judge.jobs, call));
  ARBITER_CHECK(load_policy(session, call));
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

std::string first_line(const GradeCall& call) {
  using report::counted;
  const intake::Intake& intake = *call.intake;
  std::string line = fmt::format(
      "{}: {}, {} at {}, {}", intake.layout, counted(intake.students.size(), "student"),
      counted(intake.deliveries.size(), "attempt"), counted(call.problems.size(), "problem"),
      counted(call.works.works.size(), "different program"));
  if (!intake.unattributed.empty()) {
    line += fmt::format("; {} not attributed", intake.unattributed.size());
  }
  const std::string safe = in_one_line(line) + "\n";
  if (call.kept_overrides.empty() || call.overrides.empty()) return safe;
  return safe + fmt::format("{} decided by hand earlier, from {}\n",
                            counted(call.overrides.size(), "grade") +
                                (call.overrides.size() == 1 ? " was" : " were"),
                            printable(call.kept_overrides.string()));
}

}  // namespace arbiter::cli
