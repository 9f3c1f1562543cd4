#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "cli/judge/call.hpp"
#include "model/gradebook.hpp"
#include "model/judgement.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::cli {

/// The folder of a run that `word` names, as of `show`.
Result<std::filesystem::path> find_run(const Session& session, const std::string& word);

/// The grade book in the folder of a run; none where it is no run of `grade`, or was not finished.
std::optional<model::Gradebook> read_graded_run(
    const std::filesystem::path& folder,
    report::GradebookPart part = report::GradebookPart::grades);

/// The same, or the newer one of those that are judged so far.
std::optional<model::Gradebook> read_class_so_far(const std::filesystem::path& folder);

/// The judgement in the folder of a run of `judge`. Error: there is none that can be read.
Result<model::Judgement> read_judged_run(const std::filesystem::path& folder);

/// The places of a submission of a run, and of a test of a submission, by the name or its end.
/// Error{usage}: several end so; {nothing_matched}: none.
Result<std::size_t> find_submission(const model::Judgement& judgement, const std::string& word);
Result<std::size_t> find_test(const model::SubmissionJudgement& submission,
                              const std::string& word);

/// One test of one submission of a stored run.
struct StoredTest {
  const model::Judgement& judgement;
  const model::SubmissionJudgement& submission;
  const model::TestJudgement& test;
};

/// Which file of a test is wanted.
enum class TestFile : std::uint8_t { input, answer, output };

/// The whole of that file, as long as what it depends on is what it was: the input and the answer
/// from the problem, the output of a new run. Uses `call` for that, which is fresh. Error
/// {nothing_matched}: something changed; {usage}: there is no such file, or it was not kept.
Result<std::string> whole_file(const Session& session, const StoredTest& stored, TestFile wanted,
                               JudgeCall& call);

/// Makes a plan of that test alone; of the submission only if it is `wanted`. Errors as above.
Result<void> prepare_stored(const Session& session, const StoredTest& stored, bool wanted,
                            JudgeCall& call);

/// Error{nothing_matched}: the problem that was loaded is not what it was.
Result<void> check_problem(const StoredTest& stored, const JudgeCall& call);

/// Runs that test again, once the boxes are open, and keeps all of its output; warns if the verdict
/// is another. Error{nothing_matched}: problem or submission have changed.
Result<model::TestJudgement> run_again(const Session& session, const StoredTest& stored,
                                       JudgeCall& call);

}  // namespace arbiter::cli
