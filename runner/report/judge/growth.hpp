#pragma once

#include <string>

#include "model/growth.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// How programs grow with their input, for people: what was measured at each size, the law that
/// fits, and where the limits are reached.
std::string growth_text(const model::GrowthResult& result, const Style& style);
/// One document `arbiter/grow/1` (see schema/grow-1.schema.json).
std::string growth_document(const model::GrowthResult& result);
/// A page that needs nothing else, with a plot.
std::string growth_page(const model::GrowthResult& result);

}  // namespace arbiter::report
