#pragma once

#include <string>

#include "model/stress.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What a stress test found, for people: each failure with its input, what was expected and what
/// came, and the command that repeats it; then how much was tried and what holds on all of it.
/// Two submissions that only differ are never called right or wrong.
std::string stress_text(const model::StressResult& result, const Style& style);

/// A record of a stress test, in Markdown (`-o certificate=FILE.md`): what was tried with which
/// programs and seeds, up to which size nothing can exist, what was found, and how to repeat it.
std::string stress_certificate(const model::StressResult& result,
                               const std::string& arbiter_version);

/// One document `arbiter/stress/1` (see schema/stress-1.schema.json).
std::string stress_document(const model::StressResult& result, const std::string& arbiter_version);

/// The page of a report: each input that was found as a test case.
std::string stress_page(const model::StressResult& result, const std::string& arbiter_version);

}  // namespace arbiter::report
