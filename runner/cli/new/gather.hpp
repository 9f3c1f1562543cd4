#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/session.hpp"

namespace arbiter::cli {

/// What `new --from` made of a folder.
struct Gathered {
  std::size_t tests = 0;
  std::vector<std::string> submissions;  ///< "accepted/a.cpp"
};

/// Fills the new folder `to`, which has a problem.yaml with a time limit of ten seconds, with the
/// test cases and programs that lie about below `from`: one test case becomes a sample unless some
/// are called so, each program goes where its verdicts belong, and the time limit follows from the
/// accepted ones. `from` stays as it is. Error{usage}: it has no inputs with answers; those of
/// judging.
Result<Gathered> gather(const Session& session, const JudgeOptions& options,
                        const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace arbiter::cli
