#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"

namespace arbiter::model {

/// How programs of one language are recognised, compiled and run: one row of languages.yaml.
///
/// In the argument templates the element "{sources}" stands for all source files (one element
/// each) and these may stand inside an element: {program} the compiled file, {main} the first
/// source, {memory_mib} the memory limit, {kits} never appears alone but as "{kit_includes}", an
/// element that expands to the include options for the kits.
struct Language {
  std::string id;                              ///< "cpp20"
  std::string name;                            ///< "C++20"
  std::string family;                          ///< "cpp": languages whose sources look alike
  bool is_default = false;                     ///< chosen in its family when nothing else says
  std::vector<std::string> extensions;         ///< with the dot, as ".cpp"
  std::vector<std::string> header_extensions;  ///< count for no language, but belong to programs
  std::vector<std::string> shebangs;           ///< interpreter names that tell this language
  std::vector<std::string> compile;            ///< empty: nothing to compile
  std::vector<std::string> check;  ///< a syntax check in place of a compile; may be empty
  std::vector<std::string> run;
  std::vector<std::string> version;  ///< prints the toolchain's version
  std::string package;               ///< the Debian package that brings the toolchain
  std::vector<std::string> binds;    ///< host folders needed beyond the usual ones
  std::string precompiled_header;    ///< "bits/stdc++.h", or empty
  bool needs_processes = false;      ///< its runtime forks
  double time_factor = 1.0;          ///< multiplies the time limit
};

/// All rows, in the order of the file.
struct Languages {
  std::vector<Language> rows;

  /// The row of that id, or null.
  [[nodiscard]] const Language* find(std::string_view id) const;
  /// The ids, in order.
  [[nodiscard]] std::vector<std::string> ids() const;
};

}  // namespace arbiter::model
