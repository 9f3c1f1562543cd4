#pragma once

#include <string>

#include "box/box.hpp"
#include "cli/terminal.hpp"
#include "cli/workshop.hpp"

namespace arbiter::cli {

/// What `doctor` prints: the mode, what it guarantees, what is missing and the one command that
/// gives it, what makes timing noisy, and which languages can be used.
std::string doctor_text(const box::Probe& probe, const Surroundings& surroundings,
                        const Terminal& terminal);

/// `text` broken at blanks into lines of at most `width` columns, each beginning with `indent`
/// blanks but the first.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace arbiter::cli
