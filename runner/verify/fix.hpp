#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/result.hpp"

namespace arbiter::verify {

/// One change of a package.
struct Fix {
  std::filesystem::path path;        ///< a file or folder
  std::string new_name;              ///< not empty: what it is called from now on
  std::optional<std::string> bytes;  ///< what it holds from now on
  std::string what;                  ///< for people: "call testgroup.yaml test_group.yaml"
};

/// The change that a finding's remedy asks for; none: it leaves a choice to people. Such remedies
/// are "did you mean 'X'?" for names and words of YAML, "call it X", a folder of an older format, a
/// number with its unit or in quotes, tabs before YAML, and a missing uuid.
std::optional<Fix> fix_of(const Diagnostic& finding);

/// Makes it; replaces no file by another one. Error{usage}: that name is taken, or nothing can be
/// written there.
Result<void> apply(const Fix& fix);

}  // namespace arbiter::verify
