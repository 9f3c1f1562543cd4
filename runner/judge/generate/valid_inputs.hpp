#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/run/side_by_side.hpp"

namespace arbiter::judge {

/// A test case of which a validator of its own package says that its input is none.
struct InvalidInput {
  std::string test;
  std::string validator;
  std::string message;  ///< the validator's, clipped; may be empty
};

/// Asks the input validators about the inputs of these tests (indices into Problem::tests), in
/// their order. What was valid before is kept in `cache` and costs nothing. `kits_hash`: see
/// KnownPrograms. Error: a validator does not compile, cannot be run, or went over its limits.
Result<std::vector<InvalidInput>> find_invalid_inputs(const PackagePrograms& programs,
                                                      const std::string& kits_hash,
                                                      const std::filesystem::path& cache,
                                                      const std::vector<std::size_t>& tests,
                                                      const SideBySide& how);

}  // namespace arbiter::judge
