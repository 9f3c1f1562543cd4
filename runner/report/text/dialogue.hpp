#pragma once

#include <string>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// A game for people: a line for each message with its time, the submission's on the left and the
/// referee's on the right.
std::string dialogue(const model::Transcript& transcript, const Style& style);

}  // namespace arbiter::report
