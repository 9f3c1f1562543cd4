#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "cli/common/version.hpp"
#include "cli/grade/call.hpp"
#include "grade/points/points.hpp"
#include "judge/run/test_keys.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_beneath = "overridden.csv";

/// The problem as it is graded, with what judging it depends on.
model::GradedProblem problem_of(const GradeCall& call, std::size_t problem) {
  const judge::OpenProblem& one = call.problems[problem];
  model::GradedProblem graded = grade::graded_problem(one.problem, call.policy);
  graded.root = one.given;
  graded.limits = call.engine->plan_of(problem).limits;
  if (const auto hash = judge::hash_problem(one.problem)) graded.hash = *hash;
  return graded;
}

/// All that was handed in and judged, without grades.
model::Gradebook whole_book(const GradeCall& call) {
  model::Gradebook book;
  book.arbiter_version = version();
  book.run = call.run;
  book.started = call.started;
  book.finished = utc_now();
  book.sandbox_mode = box::mode_name(call.mode);
  book.unsandboxed = call.mode == box::Mode::unsandboxed;
  book.layout = call.intake->layout;
  book.policy = call.policy;
  book.decisions = call.decisions;
  book.policy_words = policy_line(call);
  book.warnings = call.intake->notes;
  for (std::size_t p = 0; p < call.problems.size(); ++p)
    book.problems.push_back(problem_of(call, p));
  book.students = call.intake->students;
  book.unattributed = call.intake->unattributed;
  book.attempts = call.works.attempts;
  book.works = call.works.works;
  return book;
}

/// What students got with the packages, and what the policy names.
grade::GivenFiles given_files(const GradeCall& call) {
  grade::GivenFiles given;
  for (const judge::OpenProblem& one : call.problems) {
    std::vector<fs::path>& files = given[one.problem.id];
    files = one.problem.attachments;
    const auto add = [&](const std::vector<fs::path>& more) {
      files.insert(files.end(), more.begin(), more.end());
    };
    for (const auto& [language, included] : one.problem.includes)
      add(included.files);
    add(grade::policy_of(one.problem.id, call.policy).templates);
  }
  return given;
}

using Clock = std::chrono::steady_clock;

/// Both ends of a long one: nobody reads more, and there may be a copy for every student.
std::string text_of_file(const std::optional<fs::path>& path) {
  if (!path || path->empty()) return {};
  const auto mapped = MappedFile::open(*path);
  return mapped ? report::tidy_text(mapped->bytes()) : std::string();
}

std::vector<report::OutputFile> files_of(const judge::Submission& submission) {
  std::vector<report::OutputFile> files;
  for (const judge::ProgramFile& file : submission.files) {
    auto bytes = read_file(file.path, mib(16), file.links);
    if (bytes) files.push_back({file.name, std::move(*bytes)});
  }
  return files;
}

/// Making the book may take this part of the time; all judging waits for it.
constexpr int k_part = 50;
constexpr Clock::duration k_least_between = std::chrono::seconds(1);

}  // namespace

grade::BookPart make_book(const GradeCall& call, const Selection& selection,
                          const grade::PointsByName& before) {
  grade::BookPart made = grade::part_of(whole_book(call), selection.students, selection.problems);
  grade::complete(made, call.works.submissions,
                  {call.extensions, call.overrides, before, call.options.allow_extra},
                  call.comments, given_files(call));
  for (std::size_t p = 0; p < call.own_solutions.size(); ++p) {
    if (!selection.problems.contains(call.problems[p].problem.id)) continue;
    auto warnings = grade::failures_of_own(call.problems[p].problem.id, call.own_solutions[p]);
    std::ranges::move(warnings, std::back_inserter(made.book.warnings));
  }
  return made;
}

void add_files(const std::vector<judge::OpenProblem>& problems, const model::Gradebook& book,
               ProgramOf program, report::GradeOutputOptions& options) {
  options.test_files = [&problems](const std::string& problem, std::size_t test, bool answer) {
    const auto named = std::ranges::find_if(
        problems, [&](const judge::OpenProblem& one) { return one.problem.id == problem; });
    if (named == problems.end()) return std::string();
    const model::TestCase& files = named->problem.tests[test];
    return text_of_file(answer ? files.answer : files.input);
  };
  options.attempt_files = [&book, program = std::move(program)](std::size_t attempt) {
    const auto submission = program(book.attempts[attempt]);
    return submission ? files_of(*submission) : std::vector<report::OutputFile>();
  };
}

report::GradeOutputOptions output_options(const GradeCall& call, const grade::BookPart& made) {
  report::GradeOutputOptions options = call.given;
  options.hidden_visibility = call.options.hidden_as;
  options.grade_column = call.options.grade_column;
  options.feedback_column = call.options.feedback_column;
  options.is_anonymous = !call.options.with_names;
  options.path_here = path_here;
  options.feedback_folder = (call.out / "feedback").string();
  if (made.book.problems.size() == 1) options.problem = 0;
  add_files(
      call.problems, made.book,
      [&call](const model::WorkId& id) -> std::optional<judge::Submission> {
        const auto found = call.works.submissions.find(id);
        return found == call.works.submissions.end() ? std::nullopt : std::optional(found->second);
      },
      options);
  return options;
}

grade::PointsByName points_beneath(const GradeCall& call) {
  const auto text = read_file(call.out / k_beneath, mib(64));
  return text ? grade::read_beneath_table(*text, call.overrides) : grade::PointsByName();
}

Result<void> keep_decisions(const GradeCall& call, const model::Gradebook& book,
                            const grade::PointsByName& before) {
  for (const DecisionTable* table : {&call.extensions_table, &call.overrides_table,
                                     &call.comments_table, &call.decisions_table}) {
    if (table->text) ARBITER_CHECK(write_file(call.out / table->name, *table->text));
  }
  if (call.overrides.empty()) return {};
  return write_file(call.out / k_beneath, grade::beneath_table(book, call.overrides, before));
}

/// What was handed in and is judged, without the programs.
grade::Works LiveBook::judged_part() const {
  grade::Works part;
  std::set<model::WorkId> waiting;
  std::map<model::WorkId, const model::SubmissionJudgement*> judged;
  for (std::size_t p = 0; p < call_.engine_works.size(); ++p) {
    for (std::size_t i = 0; i < call_.engine_works[p].size(); ++i)
      judged[call_.works.works[call_.engine_works[p][i]]] = &call_.engine->judgement(p, i);
  }
  for (const model::Work& work : call_.works.works) {
    const auto known = judged.find(work);
    if (known != judged.end() && known->second->unfinished) {
      waiting.insert(work);
      continue;
    }
    part.works.push_back(work);
    if (known != judged.end()) part.works.back().judgement = *known->second;
  }
  std::ranges::copy_if(call_.works.attempts, std::back_inserter(part.attempts),
                       [&](const model::Attempt& one) { return !waiting.contains(one); });
  return part;
}

Result<void> LiveBook::update(std::size_t judged, std::size_t of,
                              const std::function<Result<void>()>& refresh) {
  const auto begin = Clock::now();
  if (begin < next_) return {};
  if (refresh) ARBITER_CHECK(refresh());
  grade::Works all = std::exchange(call_.works, judged_part());
  call_.works.submissions.swap(all.submissions);
  grade::BookPart made = make_book(call_, call_.only, points_beneath(call_));
  made.book.warnings.insert(
      made.book.warnings.begin(),
      fmt::format("so far {} of {} programs are judged; the others are left out", judged, of));
  const auto* json = report::format_named(report::grade_formats(), "json");
  const auto text = report::make_grade_output(*json, made.book, output_options(call_, made));
  call_.works.submissions.swap(all.submissions);
  call_.works = std::move(all);
  // Where nothing can be written any more, the journal says so.
  if (text) (void)write_private(call_.out / store::k_book_so_far, text->files.front().bytes);
  const auto end = Clock::now();
  next_ = end + std::max(k_least_between, (end - begin) * k_part);
  return {};
}

}  // namespace arbiter::cli
