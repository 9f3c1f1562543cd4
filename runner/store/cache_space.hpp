#pragma once

#include <chrono>
#include <filesystem>

#include "base/units.hpp"

namespace arbiter::store {

/// How much the cache of compiled programs, precompiled headers and made tests may hold:
/// $ARBITER_CACHE_MIB, by default 2 GiB.
Bytes cache_limit();

/// Deletes the least recently used entries of <cache>/programs, precompiled and tests until all
/// together hold at most `limit`. Entries used within `grace` stay, because somebody may be using
/// them; so do young folders of entries in the making, older ones were left by a killed process
/// and go. Does nothing while another process does it.
void prune_cache(const std::filesystem::path& cache, Bytes limit,
                 std::chrono::seconds grace = std::chrono::minutes(15));

}  // namespace arbiter::store
