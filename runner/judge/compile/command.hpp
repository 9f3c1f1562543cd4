#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// What stands for the placeholders of a language row's commands (model::Language).
struct CommandValues {
  std::vector<std::string> sources;
  std::vector<std::string> kit_includes;
  std::string program;
  std::string main;
  Bytes memory;
  Bytes heap;          ///< the most, see heap_of
  Bytes start_heap;    ///< what a runtime takes at once
  std::string helper;  ///< where the first of the row's helpers is
};

/// The command with every placeholder replaced, element by element; never a shell's business.
std::vector<std::string> expand_command(const std::vector<std::string>& words,
                                        const CommandValues& values);

/// What of `memory` is left for the heap of a program in that language.
Bytes heap_of(const model::Language& language, Bytes memory);

/// `name` so that no compiler takes it for an option or a response file.
std::string as_argument(const std::string& name);

}  // namespace arbiter::judge
