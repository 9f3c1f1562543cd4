#pragma once

#include <string>
#include <vector>

#include "box/box.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/toolchain_list.hpp"

namespace arbiter::cli {

/// All that `doctor` has found out.
struct Examination {
  box::Probe probe;
  std::vector<ToolchainSeen> toolchains;
  std::string checktestdata;  ///< the program for grammars of inputs; empty: not installed
  std::string cache;
  std::string state;
};

/// What `doctor` prints: the mode, what it guarantees, what is missing and the one command that
/// gives it, what makes timing noisy, and which languages can be used. Commands and paths stay on
/// one line, however narrow the terminal, so that they can be copied.
std::string doctor_text(const Examination& seen, const Terminal& terminal);

/// `text` broken at blanks into lines of at most `width` columns, each beginning with `indent`
/// blanks but the first.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace arbiter::cli
