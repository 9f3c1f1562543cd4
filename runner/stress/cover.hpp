#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace arbiter::stress {

/// The fewest of `sets` that together hold all that any of them holds, as indices in rising order;
/// of equally few those that come first. Where that would take too long (the problem is NP-hard:
/// Karp, "Reducibility among combinatorial problems", 1972) the largest gain decides step by step.
std::vector<std::size_t> smallest_cover(const std::vector<std::set<std::size_t>>& sets);

}  // namespace arbiter::stress
