#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "model/stress.hpp"

namespace arbiter::report {

/// How foreign text (a command, a name) is set within a sentence; it must make it harmless.
using Quote = std::function<std::string(std::string_view)>;

/// Whether nobody made answers and there are too few submissions for a majority: then they differ,
/// or do not, but none is right or wrong.
bool is_undecided(const model::StressResult& result);

/// Whether a verdict only says on which side of a difference a submission stands, of which nobody
/// knows the right one.
bool says_nothing(const model::StressResult& result, model::Verdict verdict);

/// Inputs per second; 0 if no time went by.
double per_second(const model::StressResult& result);

/// "123456 inputs in 60 s (2057 per second)".
std::string pace_text(const model::StressResult& result);

/// The path of a submission, raw; of one that is not there "?".
std::string_view submission_path(const model::StressResult& result, std::size_t submission);

/// "WA on an input of 9 bytes", or "differ on an input of 9 bytes".
std::string failure_text(const model::StressResult& result, const model::StressFailure& failure);

/// Who failed: "a.cpp", or which two differ: "a.cpp and b.cpp", the one whose failure it is last.
std::string failing_text(const model::StressResult& result, const model::StressFailure& failure,
                         const Quote& quote);

/// "found with 120 bytes, 43 attempts in 200 ms"; empty if it was small enough as it was found.
std::string shrinking_text(const model::StressFailure& failure);

/// "9 bytes", "39.1 KiB".
std::string size_text(std::int64_t bytes);

/// "all 457353 inputs that `tiny --most 4` makes", "all inputs of up to 3 choices (12 bytes) of
/// `tiny`, 40 different inputs".
std::string extent_text(const model::StressExhausted& exhausted, const Quote& quote);

/// "they have only the characters a-d and numbers from 1 to 6; the input validators also accept the
/// characters e-z"; empty: they have nothing but blanks.
std::string values_text(const model::StressExhausted& exhausted, const Quote& quote);

/// "cut off: all sequences of up to 40 choices were asked for, those of up to 10 were completed";
/// empty: all that was asked for was done, or nothing was.
std::string cut_off_text(const model::StressResult& result, const Quote& quote);

/// What holds on every input of an enumeration in which nothing was found: "equal to the
/// reference", "accepted by the referee".
std::string claim_text(const model::StressResult& result, const Quote& quote);

/// "a.cpp already fails secret/1, b.cpp secret/2"; empty: none was left out.
std::string known_text(const model::StressResult& result, const Quote& quote);

/// The submissions in which nothing was found although something was in others: "a.cpp, b.cpp".
std::string spared_text(const model::StressResult& result, const Quote& quote);

/// "the generator tiny: it crashed (3 times)".
std::string fault_text(const model::StressFault& fault, const Quote& quote);

}  // namespace arbiter::report
