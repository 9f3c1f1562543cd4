#pragma once

#include <array>
#include <filesystem>
#include <string_view>

namespace arbiter::package {

/// A standard checker of testlib, and the one of ours that gives the same verdicts.
struct StandardRow {
  std::string_view testlib;                   ///< "std::wcmp.cpp"
  std::string_view ours;                      ///< its name
  std::array<std::string_view, 2> arguments;  ///< and arguments; empty ones are none
};

/// Whether a checker asks in its source which testset and group the test is of. Older versions of
/// testlib refuse arguments that would tell it.
bool asks_for_group(const std::filesystem::path& source);

/// Null for checkers that none of ours stands for.
const StandardRow* standard_row(std::string_view testlib);

}  // namespace arbiter::package
