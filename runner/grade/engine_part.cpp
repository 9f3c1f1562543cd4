#include "grade/engine_part.hpp"

#include <utility>

#include "grade/work_key.hpp"
#include "judge/verdict/aggregate.hpp"

namespace arbiter::grade {
namespace {

using model::SubmissionJudgement;

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

/// The work as the journal knows it; none if something is missing.
std::optional<SubmissionJudgement> known_work(const EngineRecords& records, EnginePart& part,
                                              std::size_t work) {
  const std::string& key = part.work_keys[work];
  if (records.ignores_known || needs_program(*part.plan.problem)) return std::nullopt;
  auto compiled = known_compile(records.journal, records.codec, key);
  if (!compiled) return std::nullopt;
  SubmissionJudgement judgement = not_begun(part.plan.submissions[work]);
  judgement.compile = std::move(compiled->compile);
  if (judgement.compile.ok) {
    for (const std::size_t test : part.plan.tests) {
      const auto test_key = part.keys->key(key, test);
      if (!test_key) return std::nullopt;
      auto known = known_test(records.journal, records.codec, *test_key,
                              part.plan.problem->tests[test].name);
      if (!known) return std::nullopt;
      judgement.tests.push_back(std::move(*known));
    }
  }
  judgement.unfinished = false;
  judge::aggregate(judgement, part.plan.tests.size(), part.plan.all_tests, false,
                   part.plan.problem);
  settle(judgement);
  return judgement;
}

Result<void> look_up(const EngineRecords& records, EnginePart& part) {
  for (std::size_t i = 0; i < part.works.submissions.size(); ++i) {
    ARBITER_TRY(key, work_key(part.plan, i));
    part.work_keys.push_back(std::move(key));
    auto known = known_work(records, part, i);
    part.judgements.push_back(known ? std::move(*known) : not_begun(part.plan.submissions[i]));
    const bool is_wanted = part.works.is_wanted.empty() || part.works.is_wanted[i];
    if (!known && is_wanted) part.missing.push_back(i);
  }
  part.missing_plan = part.plan;
  part.missing_plan.submissions.clear();
  for (const std::size_t i : part.missing)
    part.missing_plan.submissions.push_back(part.plan.submissions[i]);
  return {};
}

}  // namespace

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
  const model::Problem& problem = *part->works.problem;
  auto plan = judge::make_plan(problem, part->works.submissions, languages, part->works.options);
  if (!plan) return std::move(plan).error().within(problem.id);
  part->plan = std::move(*plan);
  part->keys = std::make_unique<judge::TestKeys>(part->plan, records.surroundings);
  if (auto looked = look_up(records, *part); !looked)
    return std::move(looked).error().within(problem.id);
  return part;
}

}  // namespace arbiter::grade
