#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "judge/run/program_run.hpp"
#include "judge/run/validator_run.hpp"

namespace arbiter::judge {
namespace {

constexpr std::string_view k_who = "the static validator";

/// What the validator finds in its work folder. The sources stand before what was made of them.
std::vector<ProgramFile> files_to_validate(const model::Problem& problem,
                                           const Submission& submission,
                                           const Executable& program) {
  std::vector<ProgramFile> all = submission.files;
  const auto add = [&](const std::vector<ProgramFile>& files) {
    for (const ProgramFile& file : files) {
      if (std::ranges::find(all, file.name, &ProgramFile::name) == all.end()) all.push_back(file);
    }
  };
  add(included_files(problem, *submission.language));
  add(program.work_files);
  add(program.files);
  return all;
}

/// A name that no file of the submission lies at or below.
std::string free_folder(const std::vector<ProgramFile>& files) {
  std::set<std::string, std::less<>> taken;
  for (const ProgramFile& file : files)
    taken.insert(file.name.substr(0, file.name.find('/')));
  std::string name = "feedback";
  while (taken.contains(name))
    name += '_';
  return name;
}

/// As the format's table of languages calls it: a class, or the file that is run first.
std::string entry_point(const Submission& submission) {
  const std::string stem = std::filesystem::path(submission.main).stem().string();
  const std::string& family = submission.language->family;
  if (family == "java") return stem;
  return family == "kotlin" ? stem + "Kt" : submission.main;
}

}  // namespace

model::TestJudgement validate_files(const model::Problem& problem, const model::TestCase& test,
                                    const Executable& validator, const Submission& submission,
                                    const Executable& program, box::BoxFactory& boxes) {
  Executable with_files = validator;
  with_files.work_files = files_to_validate(problem, submission, program);
  const std::string feedback = free_folder(with_files.work_files);
  ProgramCall call;
  call.arguments = {submission.language->family, entry_point(submission),
                    "/work/" + feedback + "/"};
  call.arguments.insert(call.arguments.end(), test.args.begin(), test.args.end());
  call.folders = {feedback};
  call.collect = feedback_files(feedback, problem.is_scoring);
  call.limits = validation_limits(problem.limits);
  CheckOutcome outcome;
  auto ended = call_program(boxes, with_files, call);
  if (ended) {
    box::RunReport left;
    left.collected = std::move(ended->collected);
    const std::string message = feedback_message(left, ended->error.get());
    outcome =
        outcome_of_end(k_who, ended->record, {.message = message}, model::CheckerPoints::none);
    if (const auto read = add_leftovers(left, nullptr, outcome); !read) ended = read.error();
  }
  if (!ended) {
    outcome = fault_outcome(fmt::format("{} could not be run: {}", k_who, ended.error().text()));
  }
  model::TestJudgement judgement;
  judgement.name = test.name;
  judgement.run.ending = model::Ending::exited;
  judgement.verdict = decide(judgement.run, call.limits, outcome);
  judgement.message = reason(judgement.run, call.limits, outcome);
  judgement.score_file = outcome.score;
  judgement.score_multiplier = outcome.score_multiplier;
  return judgement;
}

}  // namespace arbiter::judge
