#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/session.hpp"
#include "judge/generate/make_tests.hpp"
#include "package/package.hpp"

namespace arbiter::cli {

/// What making tests takes from the call that needs them.
struct TestNeeds {
  const Session& session;
  ProgramCall& call;                        ///< whose boxes are opened
  const std::optional<box::Mode>& sandbox;  ///< how
};

/// Tests that are there now, with the files below data/ that they and generators.yaml's group files
/// are, all in the cache.
struct Provided {
  judge::MadeTests made;
  std::map<std::string, std::filesystem::path> files;
};

/// Makes the tests of a plan behind one progress line, and shows what is wrong with them.
/// Error{invalid_package}: some cannot be made; those of judge::make_tests.
Result<Provided> provide(const TestNeeds& needs, const judge::GenerationPlan& plan);

/// The tests that generators.yaml asks for, that are judged, and that data/ lacks.
judge::GenerationPlan missing_tests(const model::Problem& problem);

/// A problem whose missing tests were made, and the folder that its data/ is read from.
struct Completed {
  package::Loaded loaded;
  TempDir view;
};

/// Makes what data/ lacks and loads the problem again with it; messages name its files as if it
/// were `shown`.
Result<Completed> complete(const TestNeeds& needs, const package::Loaded& loaded,
                           const std::filesystem::path& shown);

}  // namespace arbiter::cli
