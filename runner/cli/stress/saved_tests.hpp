#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/stress/call.hpp"
#include "model/stress.hpp"

namespace arbiter::cli {

/// A test that is added to a package by hand.
struct NewTest {
  std::string input;
  std::string answer;
  std::string description;  ///< why it is there; one line
};

/// Checks a name for new tests, "GROUP/NAME" or "NAME" below data/secret, and gives it with all
/// that is left out: "stress/1". Error{usage}: parts that are no names of the format.
Result<std::string> test_name_of(const std::string& given);

/// Writes a test below data/ of the problem: NAME.in, NAME.ans, NAME.desc. A name that is taken
/// gets a number. Gives the name below data/. Error: cannot be written.
Result<std::string> save_test(const std::filesystem::path& root, const std::string& name,
                              const NewTest& test);

/// Adds the tests that failures are to the problem, and says which of its labelled programs fail
/// them alone. Boxes and compiler of the call are used.
Result<void> save_failures(const Session& session, StressCall& call, model::StressResult& result);

/// Writes the fewest of the inputs that fail everything that any of them fails as a group. Gives
/// the names of the tests.
Result<std::vector<std::string>> save_cover(const StressCall& call, model::StressResult& result);

}  // namespace arbiter::cli
