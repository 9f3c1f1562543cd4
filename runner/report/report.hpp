#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// How a report for people may look.
struct Style {
  bool color = false;
  std::size_t width = 80;  ///< terminal columns, at least 20
};

/// Turns a finished (or interrupted) judgement into one document.
using Render = std::string (*)(const model::Judgement& judgement, const Style& style);

/// An output format: one row of the registry.
struct Format {
  std::string_view name;       ///< "json"
  std::string_view extension;  ///< ".json"; tells the kind of -o PATH when it is left out
  std::string_view summary;
  Render render;
};

/// All formats of `judge`, "human" first.
std::span<const Format> judge_formats();
const Format* find_format(std::string_view name);
const Format* format_of_extension(std::string_view path);

/// One submission, or one test of it, in full (the `show` verb). `command` repeats it by hand.
std::string show_submission(const model::Judgement& judgement, std::size_t submission,
                            const Style& style);
std::string show_test(const model::Judgement& judgement, std::size_t submission, std::size_t test,
                      const Style& style);

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

/// The test of one line that archive_test made; none for any other line.
std::optional<model::TestJudgement> test_from_archive(std::string_view line);

/// The submission of one line that archive_submission made, without tests; none for any other line.
std::optional<model::SubmissionJudgement> submission_from_archive(std::string_view line);

/// The judgement of an archive. A cut or damaged last line is left out; without an end line the
/// judgement is marked as interrupted. Tests come back in judging order. None: not an archive.
std::optional<model::Judgement> from_archive(std::string_view lines);

}  // namespace arbiter::report
