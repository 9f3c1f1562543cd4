#pragma once

#include <string>

#include "model/gradebook.hpp"
#include "report/report.hpp"

namespace arbiter::report {

// Parts of the summary of `grade`, each empty where there is nothing to say.

/// What needs a human: judge's errors, files of nobody, look-alikes.
std::string human_work_text(const model::Gradebook& book, const Style& style);

/// Mistakes that several students made in the same way, the most frequent first.
std::string cluster_text(const model::Gradebook& book, const Style& style);

/// Who gains and who loses against the run it is compared with.
std::string change_text(const model::Gradebook& book, const Style& style);

}  // namespace arbiter::report
