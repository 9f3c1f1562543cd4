#pragma once

#include <string>

#include "base/result.hpp"

namespace arbiter::cli {

/// The PDF that Chromium prints of a page. It runs without a network, with a profile of its own
/// that is deleted afterwards, for at most a minute. Error{judge}: there is no Chromium, or it
/// failed; the help says what to do.
Result<std::string> print_to_pdf(const std::string& html);

}  // namespace arbiter::cli
