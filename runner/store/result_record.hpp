#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/judgement.hpp"

namespace arbiter::store {

/// How judgements are written as one line of JSON, and read again.
struct ResultCodec {
  std::string (*write_test)(const model::TestJudgement&) = nullptr;
  std::optional<model::TestJudgement> (*read_test)(std::string_view) = nullptr;
  std::string (*write_submission)(const model::SubmissionJudgement&) = nullptr;
  std::optional<model::SubmissionJudgement> (*read_submission)(std::string_view) = nullptr;
};

/// Leaves out what nobody asks for once it is graded: what a test that went well wrote, and much of
/// what others wrote. Twice is the same as once.
void clip(model::TestJudgement& test);
/// The same for all tests of a submission; of the first failing ones more is kept.
void clip(model::SubmissionJudgement& submission);

/// One test of a journal. Most tests go well and have nothing to say: those are a few numbers, so
/// that thousands are read in no time; all others are written by the codec.
std::string test_record(const ResultCodec& codec, const model::TestJudgement& test);
/// None: not such a record. `name` is that of the test.
std::optional<model::TestJudgement> read_test_record(const ResultCodec& codec,
                                                     std::string_view record,
                                                     const std::string& name);

}  // namespace arbiter::store
