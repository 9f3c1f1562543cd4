#include "grade/engine_part.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/execute.hpp"
#include "judge/verdict/scoring.hpp"
#include "store/hash.hpp"
#include "store/results.hpp"

namespace arbiter::grade {
namespace {

using model::SubmissionJudgement;

// Raise it when the meaning of a stored result changes.
constexpr std::string_view k_format = "work-key-1";

Result<void> add_file(store::Sha256& hash, const judge::ProgramFile& file) {
  ARBITER_TRY(mapped, MappedFile::open(file.path, file.links));
  hash.add_field(file.name);
  hash.add_field(file.is_executable ? "x" : "");
  hash.add_field(mapped.bytes());
  return {};
}

/// An upgraded compiler makes other programs.
void add_tools(store::Sha256& hash, const model::Language& language) {
  for (const std::string& tool : judge::tools_of(language)) {
    struct stat info {};
    const bool is_there = ::stat(tool.c_str(), &info) == 0;
    hash.add_field(is_there ? fmt::format("{} {} {}.{:09}", tool, info.st_size, info.st_mtim.tv_sec,
                                          info.st_mtim.tv_nsec)
                            : tool + " missing");
  }
}

/// Names what the program that comes of a submission depends on, by content: its files, what the
/// package adds to them, its language and the tools behind that, its limits. So results can be
/// found without compiling anything. 64 hex digits. Error: a file cannot be read.
Result<std::string> work_key(const judge::Plan& plan, std::size_t submission) {
  const judge::CompileRequest request = judge::compile_request(plan, submission);
  const judge::Submission& program = *request.submission;
  const model::Language& language = *program.language;
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(language.id);
  hash.add_words(language.compile);
  hash.add_words(language.check);
  hash.add_words(language.run);
  add_tools(hash, language);
  hash.add_field(program.main);
  hash.add_field(std::to_string(program.files.size()));
  for (const judge::ProgramFile& file : program.files)
    ARBITER_CHECK(add_file(hash, file));
  for (const judge::ProgramFile& file : request.includes)
    ARBITER_CHECK(add_file(hash, file));
  if (request.constants != nullptr) {
    for (const auto& [name, value] : *request.constants) {
      hash.add_field(name);
      hash.add_field(value);
    }
  }
  const model::PackageLimits& package = plan.problem->limits;
  hash.add_field(fmt::format("{} {} {}", package.code.count, package.compilation_time.count(),
                             package.compilation_memory.count));
  const model::RunLimits& limits = plan.submissions[submission].limits;
  hash.add_field(fmt::format("{} {} {} {}", limits.time.count(), limits.wall.count(),
                             limits.memory.count, limits.output.count));
  return hash.hex();
}

SubmissionJudgement not_begun(const judge::PlannedSubmission& planned) {
  SubmissionJudgement judgement;
  judgement.path = planned.submission->given;
  judgement.language = planned.submission->language->id;
  judgement.limits = planned.limits;
  judgement.unfinished = true;
  return judgement;
}

/// Where the package brings its own program to make a score of verdicts, that has to be run.
bool needs_program(const model::Problem& problem) {
  return problem.grader && problem.group_rules == model::GroupRules::kattis;
}

std::optional<model::CompileJudgement> known_compile(const EngineRecords& records,
                                                     const std::string& key) {
  auto known = store::find_compile(records.journal, key);
  if (!known && records.elsewhere != nullptr) known = store::find_compile(*records.elsewhere, key);
  if (known || records.shared == nullptr) return known;
  known = store::find_compile(*records.shared, key);
  if (!known) return std::nullopt;
  SubmissionJudgement kept;
  kept.compile = *known;
  return store::keep_compile(records.journal, key, kept) ? known : std::nullopt;
}

/// The work as the records know it; none if something is missing.
std::optional<SubmissionJudgement> known_work(const EngineRecords& records, EnginePart& part,
                                              std::size_t work) {
  const std::string& key = part.work_keys[work];
  if (records.ignores_known) return std::nullopt;
  auto compiled = known_compile(records, key);
  if (!compiled) return std::nullopt;
  SubmissionJudgement judgement = not_begun(part.plan.submissions[work]);
  judgement.compile = std::move(*compiled);
  if (judgement.compile.ok) {
    for (const std::size_t test : part.plan.tests) {
      const auto test_key = part.keys->key(key, test);
      if (!test_key) return std::nullopt;
      auto known = known_test(records, *test_key, part.plan.problem->tests[test].name);
      if (!known) return std::nullopt;
      judgement.tests.push_back(std::move(*known));
      if (part.plan.stop_after_tle > 0 && judge::is_too_slow(part.plan, judgement)) break;
    }
    if (part.plan.stop_after_tle > 0) judge::stop_when_too_slow(part.plan, judgement);
  }
  judgement.unfinished = false;
  judge::aggregate(judgement, part.plan.tests.size(), part.plan.all_tests, false,
                   *part.plan.problem);
  settle(judgement);
  return judgement;
}

Result<void> look_up(const EngineRecords& records, EnginePart& part) {
  for (std::size_t i = 0; i < part.works.submissions.size(); ++i) {
    if (part.works.keys.empty()) {
      ARBITER_TRY(key, work_key(part.plan, i));
      part.work_keys.push_back(std::move(key));
    } else {
      part.work_keys.push_back(part.works.keys[i]);
    }
    auto known = known_work(records, part, i);
    const bool is_wanted = part.works.is_wanted.empty() || part.works.is_wanted[i];
    if (!known && is_wanted) part.unrecorded.push_back(i);
    if (known && needs_program(*part.plan.problem)) known.reset();
    part.judgements.push_back(known ? std::move(*known) : not_begun(part.plan.submissions[i]));
    if (!known && is_wanted) part.missing.push_back(i);
  }
  return {};
}

constexpr std::size_t k_enough_tests = 10;

}  // namespace

std::optional<model::TestJudgement> known_test(const EngineRecords& records, const std::string& key,
                                               const std::string& name) {
  auto known = store::find_test(records.journal, key, name);
  if (!known && records.elsewhere != nullptr)
    known = store::find_test(*records.elsewhere, key, name);
  if (known || records.shared == nullptr) return known;
  known = store::find_test(*records.shared, key, name);
  const bool is_kept = known && store::keep_test(records.journal, key, *known);
  return is_kept ? known : std::nullopt;
}

void settle(SubmissionJudgement& judgement) {
  judgement.compile.cached = false;
  for (model::TestJudgement& test : judgement.tests)
    test.cached = false;
  store::clip(judgement);
}

Result<std::unique_ptr<EnginePart>> make_part(ProblemWorks works, const model::Languages& languages,
                                              const EngineRecords& records) {
  auto part = std::make_unique<EnginePart>();
  part->works = std::move(works);
  ARBITER_SET(part->plan, judge::make_plan(*part->works.problem, part->works.submissions, languages,
                                           part->works.options));
  part->keys = std::make_unique<judge::TestKeys>(part->plan, records.surroundings);
  ARBITER_CHECK(look_up(records, *part));
  return part;
}

TimeLeft::TimeLeft(std::vector<Program> programs, int jobs)
    : programs_(std::move(programs)), jobs_(std::max(1, jobs)) {
  for (const Program& one : programs_)
    usual_left_ += one.tests_left;
}

void TimeLeft::on_test(std::size_t program, Nanoseconds took, bool is_slow) {
  Program& one = programs_[program];
  if (one.tests_left == 0) return;
  --one.tests_left;
  ran_ += took;
  if (one.is_hopeless()) {
    hopeless_left_ -= one.limit;
    return;
  }
  --usual_left_;
  ++usual_;
  ran_usual_ += took;
  if (is_slow) ++one.slow;
  if (!one.is_hopeless()) return;
  usual_left_ -= one.tests_left;
  hopeless_left_ += one.limit * static_cast<std::int64_t>(one.tests_left);
}

void TimeLeft::on_end(std::size_t program) {
  Program& one = programs_[program];
  if (one.is_hopeless()) {
    hopeless_left_ -= one.limit * static_cast<std::int64_t>(one.tests_left);
  } else {
    usual_left_ -= one.tests_left;
  }
  one.tests_left = 0;
}

Nanoseconds TimeLeft::left(Nanoseconds elapsed) const {
  if (usual_ < k_enough_tests || ran_.count() <= 0) return {};
  const double a_test = seconds(ran_usual_) / static_cast<double>(usual_);
  const double lost = std::max(1.0, seconds(elapsed) * jobs_ / seconds(ran_));
  const double work = a_test * static_cast<double>(usual_left_) + seconds(hopeless_left_) / lost;
  return from_seconds(work * lost / jobs_);
}

}  // namespace arbiter::grade
