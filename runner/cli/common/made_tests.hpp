#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/session.hpp"
#include "judge/generate/make_tests.hpp"
#include "judge/open_problem.hpp"

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

/// How a problem is opened for the call. `needs` must outlive it.
judge::ProblemServices services_of(const TestNeeds& needs);

/// The request of a problem at `path`, which the user named `given`, as the options of a call say.
judge::ProblemRequest request_of(const JudgeOptions& options, std::filesystem::path path,
                                 std::string given);

}  // namespace arbiter::cli
