#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/counterexample.hpp"
#include "model/judgement.hpp"

namespace arbiter::store {

/// The archive of a run: JSON Lines that are appended as results arrive, so that a killed run
/// loses nothing it had finished. Nothing is lost in a round trip, bytes that are not UTF-8
/// included. Each function returns one line with its end; `archive_begin` comes first and holds
/// everything but the submissions; `archive_submission` everything but the tests, written when
/// compiled and again when judged (the last one counts); `archive_test` names its submission;
/// `archive_end` comes last.
std::string archive_begin(const model::Judgement& judgement);
std::string archive_submission(std::size_t index, const model::SubmissionJudgement& submission);
std::string archive_test(std::size_t submission, const model::TestJudgement& test);
std::string archive_end(const model::Judgement& judgement);

/// A counterexample in a line of its own.
std::string archive_counterexample(const model::Counterexample& counterexample);

/// The TestJudgement, SubmissionJudgement (without tests) or Counterexample of one such line; none
/// for any other line.
template <class T>
std::optional<T> from_archive_line(std::string_view line);

/// The judgement of an archive. A cut or damaged last line is left out; without an end line the
/// judgement is marked as interrupted. Tests come back in judging order. None: not an archive.
std::optional<model::Judgement> from_archive(std::string_view lines);

}  // namespace arbiter::store
