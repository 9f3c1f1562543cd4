#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "base/units.hpp"

namespace arbiter::model {

/// How programs of one language are recognised, compiled and run: one row of languages.yaml.
///
/// In the argument templates the element "{sources}" stands for all source files (one element
/// each), "{sources_main_last}" for the same with the main one at the end, and "{kit_includes}" for
/// the include options for the kits. These may stand inside an element: {program} the compiled
/// file, {main} the first source, {memory_mib} the memory limit (of the compile, where it
/// compiles), {heap_mib} what of it is left for a heap, {stack_mib} an eighth of it up to 64,
/// {helper} the first of `helpers`.
struct Language {
  std::string id;                              ///< "cpp20"
  std::string name;                            ///< "C++20"
  std::string family;                          ///< "cpp": languages whose sources look alike
  bool is_default = false;                     ///< chosen in its family when nothing else says
  std::vector<std::string> extensions;         ///< with the dot, as ".cpp"
  std::vector<std::string> header_extensions;  ///< count for no language, but belong to programs
  std::vector<std::string> shebangs;           ///< interpreter names that tell this language
  std::vector<std::string> content_marks;      ///< how a line of some source of it begins
  std::vector<std::string> main_marks;         ///< how a line of the main source begins
  std::vector<std::string> compile;            ///< empty: nothing to compile
  std::vector<std::string> check;  ///< a syntax check in place of a compile; may be empty
  std::vector<std::string> run;
  std::vector<std::string> version;            ///< prints the toolchain's version
  std::string package;                         ///< the Debian package that brings the toolchain
  std::vector<std::string> needs;              ///< host files without which it is not installed
  std::vector<std::string> binds;              ///< host folders needed beyond the usual ones
  std::vector<std::filesystem::path> helpers;  ///< files of Arbiter that its compile command uses
  /// Files of Arbiter, the first a source, that make a program a server when they are compiled with
  /// it and `main` is wrapped; none: there is no such.
  std::vector<std::filesystem::path> server;
  std::string program_suffix;      ///< of the compiled file: ".jar"
  bool makes_folder = false;       ///< it is a packed folder, in which the program is called run
  bool holds_answers = false;      ///< nothing is run: its files are the outputs
  std::string precompiled_header;  ///< "bits/stdc++.h", or empty
  /// Programs name their other files by paths from the work folder.
  bool finds_sources_in_work_folder = false;
  int runtime_threads = 0;  ///< at most so many are its runtime's own
  Bytes runtime_memory;     ///< what its runtime uses beside the heap
  /// What its runtime writes on standard error when it ends because its heap is full.
  std::vector<std::string> out_of_memory;
  Nanoseconds compile_time{};  ///< a compile may use this much even if the package allows less
  Bytes compile_memory;        ///< the same for its memory
  double time_factor = 1.0;    ///< multiplies the time limit
};

/// All rows, in the order of the file.
struct Languages {
  std::vector<Language> rows;

  /// The row of that id, or null.
  [[nodiscard]] const Language* find(std::string_view id) const {
    const auto found = std::ranges::find(rows, id, &Language::id);
    return found == rows.end() ? nullptr : &*found;
  }
  /// The ids, in order.
  [[nodiscard]] std::vector<std::string> ids() const { return ids_of(rows); }
};

}  // namespace arbiter::model
