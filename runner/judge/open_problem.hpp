#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "judge/generate/generation_plan.hpp"
#include "model/problem.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::judge {

/// Which of the test cases that generators.yaml asks for, and data/ lacks, are made.
enum class MissingTests : std::uint8_t {
  ignored,   ///< none, and nothing is said of generators.yaml
  left_out,  ///< none; what is wrong with generators.yaml is a warning
  one,       ///< none if data/ has one that is asked for, else the first of those
  all,       ///< what is asked for; if generators.yaml is wrong, what is there is judged
  demanded,  ///< what is asked for; if generators.yaml is wrong, nothing is judged
};

/// What is to be opened.
struct ProblemRequest {
  std::filesystem::path path;     ///< of its folder or archive
  std::string given;              ///< as the user named it
  std::string links_within;       ///< a folder that its links may lead into; empty: none
  bool finds_time_limit = false;  ///< nobody needs to hear that the package has none
  MissingTests missing = MissingTests::all;
  std::vector<std::string> asked;  ///< globs of test cases; none: all
  bool is_dry_run = false;         ///< no test case is made
  bool makes_none = false;         ///< the user wants none to be made: a warning says how many lack
  std::optional<model::GroupRules> scoring;  ///< rules that the user chose
};

/// How a call tells its user of a problem, and makes test cases.
struct ProblemServices {
  std::function<void(const std::vector<Diagnostic>&)> show;
  std::function<void(const std::string& message, const std::string& help)> warn;
  /// The files below data/ that the plan makes, by their paths there.
  std::function<Result<model::DataFiles>(const GenerationPlan&)> make;
  /// What the program prints that lists the tests of a task.
  std::function<Result<std::string>(const model::Problem&)> list;
};

/// A problem that can be judged, and the folder that it is read from as long as it lives.
struct OpenProblem {
  std::string given;
  std::optional<package::Unpacked> unpacked;  ///< if the problem is an archive
  model::DataFiles made;                      ///< if test cases had to be made: theirs
  model::Problem problem;
  std::size_t tests_to_make = 0;  ///< of a dry run: test cases that judging would make
  std::string scoring_note;       ///< by whose rules points are given, if there was a choice
};

/// Error{usage}: links of the problem cannot lead into `folder`, which is empty if none may.
Result<void> check_links_within(const std::string& folder, const std::filesystem::path& problem);

/// Unpacks and loads a problem, makes the test cases that it lacks and that are asked for, shows
/// what is wrong, and chooses the rules for points: legacy packages that were made for DOMjudge say
/// so by the scores they expect. Test cases that are not made have no files.
/// Error{invalid_package}: it cannot be judged, or has no test cases though it needs some; {usage}:
/// `links_within` or `scoring` does not fit the package; those of `make`.
Result<OpenProblem> open_problem(const ProblemRequest& request, const ProblemServices& services);

}  // namespace arbiter::judge
