#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "model/judgement.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

/// Leaves out what nobody asks for once it is graded: what a test that went well wrote, and much of
/// what others wrote. Twice is the same as once.
void clip(model::TestJudgement& test);
/// The same for all tests of a submission; of the first failing ones more is kept.
void clip(model::SubmissionJudgement& submission);

/// Keeps the judgement of a test in a journal, under a key that names all that it depends on. Most
/// tests go well and have nothing to say: those are a few numbers, so that thousands are read in no
/// time; all others are lines of an archive. A fault of the judge is not kept: the test is tried
/// again. Error: that of Journal::append.
Result<void> keep_test(Journal& journal, const std::string& key, const model::TestJudgement& test);
/// The judgement under `key` if it is of the test `name`.
std::optional<model::TestJudgement> find_test(const Journal& journal, const std::string& key,
                                              const std::string& name);

/// Keeps how a submission was compiled, unless the judge failed at it. Error: as above.
Result<void> keep_compile(Journal& journal, const std::string& key,
                          const model::SubmissionJudgement& submission);
std::optional<model::CompileJudgement> find_compile(const Journal& journal, const std::string& key);

/// What a record of a journal says of a test or a compile, without measurements: the code of the
/// verdict, "compiled" or "CE". Empty: it is no such record.
std::string outcome_of(const JournalRecord& record);

}  // namespace arbiter::store
